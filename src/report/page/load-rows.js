/** Reads the rows of a page: comments "rows PLOT BASE64" in their order, each a block of one plot (`page-rows.ts`). */
/* global document, DecompressionStream, Node, Response, atob */
import { columnsFromBytes, rowsInBytes } from '../../numerics/compression/column-bytes.ts';

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Chunks go in and out within the page: a Blob would carry them through another process. */
async function inflated(bytes) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const out = await new Response(readable).arrayBuffer();
  await written;
  return new Uint8Array(out);
}

/** The columns of each plot: `widths` says how many numbers its rows have. */
export async function loadRows(widths) {
  const comments = [...document.body.childNodes].filter(
    ({ nodeType, data }) => nodeType === Node.COMMENT_NODE && data.startsWith('rows '),
  );
  const blocks = await Promise.all(
    comments.map(async (comment) => {
      const [, place, text] = comment.data.split(' ');
      const plot = Number(place);
      const packed = bytesOf(text);
      comment.remove();
      const bytes = await inflated(packed);
      return { plot, bytes, rows: rowsInBytes(bytes, widths[plot]) };
    }),
  );
  return widths.map((width, plot) => {
    const own = blocks.filter((block) => block.plot === plot);
    const count = own.reduce((sum, { rows }) => sum + rows, 0);
    const columns = Array.from({ length: width }, () => new Float64Array(count));
    let at = 0;
    for (const { bytes, rows } of own) {
      columnsFromBytes(
        bytes,
        columns.map((column) => column.subarray(at, at + rows)),
      );
      at += rows;
    }
    return columns;
  });
}
