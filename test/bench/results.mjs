/** Keeps the rounds of a benchmark run, prints their medians as a table, writes them all as csv. */
import { writeFileSync } from 'node:fs';

export class Results {
  #rows = [];

  /** A figure against a peer of the same round: the ratio of their seconds. */
  ratio(what, round, peer, peerSeconds, ours) {
    this.#rows.push({ what, round, peer, peerSeconds, ours, kind: 'x', value: peerSeconds / ours });
  }

  /** A figure of which a peer's is to be subtracted. */
  difference(what, round, peer, peerSeconds, ours) {
    this.#rows.push({ what, round, peer, peerSeconds, ours, kind: 'ms', value: ours - peerSeconds });
  }

  /** A figure without a peer. */
  alone(what, round, ours) {
    this.#rows.push({ what, round, peer: '-', peerSeconds: NaN, ours, kind: 'alone', value: ours });
  }

  print() {
    console.log('| what | timed | written | certificate | peer | peer takes | we take | ratio (spread) |');
    console.log('|---|---|---|---|---|---|---|---|');
    const groups = new Map();
    for (const row of this.#rows) {
      const key = `${row.what}|${row.peer}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const rows of groups.values()) {
      const [{ what, peer, kind }] = rows;
      const values = rows.map(({ value }) => value);
      const spread = `${show(kind, Math.min(...values))} .. ${show(kind, Math.max(...values))}`;
      const theirs = kind === 'alone' ? '-' : time(median(rows.map((row) => row.peerSeconds)));
      const middle = kind === 'alone' ? '-' : `${kind === 'ms' ? '+' : ''}${show(kind, median(values))}`;
      const ours = time(median(rows.map((row) => row.ours)));
      console.log(`| ${[what, peer, theirs, ours, `${middle} (${spread})`].join(' | ')} |`);
    }
  }

  write(file) {
    const header = 'what,timed,written,certificate,round,peer,peer_seconds,our_seconds,ratio_or_difference';
    const quote = (text) => (text.includes(',') ? `"${text}"` : text);
    const number = (value) => (Number.isFinite(value) ? value.toPrecision(5) : '');
    const lines = this.#rows.map(({ what, round, peer, peerSeconds, ours, kind, value }) =>
      [
        ...what.split(' | ').map(quote),
        round,
        quote(peer),
        number(peerSeconds),
        number(ours),
        kind === 'alone' ? '' : number(value),
      ].join(','),
    );
    writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function time(seconds) {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(3)} us`;
  return seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

function show(kind, value) {
  if (kind === 'alone') return time(value);
  return kind === 'ms' ? `${(value * 1e3).toFixed(1)} ms` : `${value.toPrecision(3)}x`;
}
