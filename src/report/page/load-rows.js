/** Reads the rows of a page: elements of class "rows" in their order, each a block of one plot (`page-rows.ts`). */
/* global document, DecompressionStream, Blob, Response, atob */
import { columnsFromBytes } from '../../numerics/compression/column-bytes.ts';

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The columns of each plot: `widths` says how many numbers its rows have. */
export async function loadRows(widths) {
  const elements = [...document.querySelectorAll('script.rows')];
  const blocks = await Promise.all(
    elements.map(async (element) => {
      const plot = Number(element.dataset.plot);
      const packed = bytesOf(element.textContent);
      element.remove();
      return { plot, columns: columnsFromBytes(await inflated(packed), widths[plot]) };
    }),
  );
  return widths.map((width, plot) => {
    const own = blocks.filter((block) => block.plot === plot);
    const rows = own.reduce((sum, { columns }) => sum + columns[0].length, 0);
    return Array.from({ length: width }, (_, k) => {
      const column = new Float64Array(rows);
      let at = 0;
      for (const { columns } of own) {
        column.set(columns[k], at);
        at += columns[k].length;
      }
      return column;
    });
  });
}
