/**
 * Reads the rows of a page: comments "rows PLOT BASE64" in their order, each a block of one plot, and "overview PLOT BASE64", the
 * few rows of a long plot that show its curves (`page-rows.ts`).
 */
/* global document, DecompressionStream, Node, Response, atob, scheduler, setTimeout */
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

/** The blocks of a page by name and plot, as they stand in it; read once. */
export class PageBlocks {
  #comments = [...document.body.childNodes]
    .filter(({ nodeType, data }) => nodeType === Node.COMMENT_NODE && /^(rows|overview) /.test(data))
    .map((comment) => {
      const [name, plot] = comment.data.slice(0, 40).split(' ');
      return { comment, name, plot: Number(plot) };
    });

  /** `widths`: of each plot, how many numbers its rows have. */
  constructor(widths) {
    this.widths = widths;
  }

  get hasOverview() {
    return this.#comments.some(({ name }) => name === 'overview');
  }

  /** The columns of each plot, of a long one those of its overview. */
  overview() {
    const isLong = (plot) =>
      this.#comments.some(({ name, plot: own }) => name === 'overview' && own === plot);
    return this.#columns(({ name, plot }) => (name === 'overview') === isLong(plot));
  }

  /** The columns of each plot, with all rows; the page then holds their text no longer. */
  async all() {
    const columns = await this.#columns(({ name }) => name === 'rows');
    for (const { comment } of this.#comments) comment.remove();
    this.#comments = [];
    return columns;
  }

  async #columns(isMeant) {
    const blocks = await Promise.all(
      this.#comments.filter(isMeant).map(async ({ comment, plot }) => {
        const { data } = comment;
        const bytes = await inflated(bytesOf(data.slice(data.lastIndexOf(' ') + 1)));
        return { plot, bytes, rows: rowsInBytes(bytes, this.widths[plot]) };
      }),
    );
    const columns = this.widths.map((width, plot) => {
      const count = blocks.reduce((sum, block) => sum + (block.plot === plot ? block.rows : 0), 0);
      return Array.from({ length: width }, () => new Float64Array(count));
    });
    const read = this.widths.map(() => 0);
    for (const { plot, bytes, rows } of blocks) {
      const from = read[plot];
      read[plot] += rows;
      columnsFromBytes(
        bytes,
        columns[plot].map((column) => column.subarray(from, from + rows)),
      );
      await pause();
    }
    return columns;
  }
}

/** Lets the browser paint and answer; nested timers would each take 4 ms. */
const pause = () =>
  globalThis.scheduler?.yield ? scheduler.yield() : new Promise((resume) => setTimeout(resume));
