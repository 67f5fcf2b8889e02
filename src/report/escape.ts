/** Makes strings of users inert inside HTML, XML and script elements. */

const entities: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** Escapes text for HTML or XML content and quoted attributes; drops control characters that XML forbids. */
export function escapeMarkup(text: string): string {
  const allowed = Array.from(text, (c) => (c < ' ' && !'\t\n\r'.includes(c) ? '' : c)).join('');
  return allowed.replace(/[&<>"']/g, (c) => entities[c] ?? '');
}

/** JSON that may stand inside a script element: no "<" can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
