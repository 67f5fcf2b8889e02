/** The style sheet of the HTML report: neutral, light or dark as the reader's system, printable. */
export const pageStyle = `
:root{color-scheme:light dark;--back:#f6f7f9;--card:#fff;--ink:#0f172a;--muted:#5b6676;--line:#d5dae2;
--grid:#e9ecf1;--accent:#2563eb;--good:#0d7d5a;--warning:#b45309;--bad:#c02626}
@media (prefers-color-scheme:dark){:root{--back:#0e1218;--card:#161b23;--ink:#e6eaf0;--muted:#95a1b3;
--line:#343d4b;--grid:#242b36;--accent:#60a5fa;--good:#34d399;--warning:#fbbf24;--bad:#f87171}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);
font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 24px 56px}
h1{font-size:22px;line-height:1.3;margin:0;font-weight:650;overflow-wrap:anywhere}
h2{font-size:15px;margin:0;font-weight:600}
h3{font-size:13px;margin:0 10px 0 0;font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;margin-top:20px;padding:18px 20px}
.bar{display:flex;gap:14px;align-items:baseline;min-height:28px;flex-wrap:wrap}
.meta,.hint{color:var(--muted);font-size:12.5px}
.hint{margin:12px 0 0}
.readout{margin-left:auto;font-variant-numeric:tabular-nums;font-size:12.5px;color:var(--muted)}
.panel{margin-top:14px}
.panel-head{display:flex;flex-wrap:wrap;gap:6px;align-items:center;padding-left:6px;max-height:132px;overflow:auto}
button{font:inherit;color:inherit;cursor:pointer;background:none;border:1px solid var(--line);border-radius:6px}
button:hover{border-color:var(--muted)}
button:focus-visible,canvas:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.chip{display:inline-flex;align-items:center;gap:7px;padding:1px 9px;font-size:12.5px}
.chip i{width:14px;height:3px;border-radius:2px}
.chip output{font-variant-numeric:tabular-nums;color:var(--muted)}
.chip output:empty{display:none}
.chip[aria-pressed=false]{opacity:.45;text-decoration:line-through}
.reset{font-size:12.5px;padding:1px 10px}
.frame{position:relative;height:270px;margin-top:6px}
canvas{cursor:crosshair;touch-action:pan-y}
.incomplete{border-left:4px solid var(--warning);background:var(--card);padding:10px 14px;margin-top:16px;border-radius:6px}
table{border-collapse:collapse;width:100%;margin-top:10px}
th,td{text-align:left;padding:6px 12px 6px 0;border-top:1px solid var(--grid);font-weight:400;vertical-align:top}
th{color:var(--muted);width:34%}
td{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.good::before,.warning::before,.bad::before{display:inline-block;width:1.3em;font-weight:700}
.good::before{content:"\\2713";color:var(--good)}
.warning::before{content:"!";color:var(--warning)}
.bad::before{content:"\\2717";color:var(--bad)}
details{margin-top:12px}
summary{cursor:pointer;color:var(--muted);font-size:12.5px}
pre{margin:10px 0 0;padding:12px 14px;background:var(--back);border-radius:6px;overflow:auto;
font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
footer{margin-top:20px;color:var(--muted);font-size:12px}
@media print{body{background:#fff}.card{break-inside:avoid}.hint,.reset{display:none}}
`;
