/**
 * Writes `let[a,b]=[x,y]` of minified script as `let a=x,b=y`, which means the same: until V8 optimizes a function it makes the list
 * and runs an iterator over it, some 200 ns for what takes 10, and most functions of a short run are never optimized.
 *
 * Only whole lists of as many values as names are taken, and values in which brackets can be counted: none with a template or a
 * pattern.
 */
export function plainBindings(text) {
  const pieces = [];
  let from = 0;
  for (const match of text.matchAll(/(?<![\w$.])(let|const|var) ?\[([\w$]+(?:,[\w$]+)*)\]=\[/g)) {
    const [all, word, names] = match;
    const start = match.index + all.length;
    const values = valuesOf(text, start);
    const found = names.split(',');
    if (!values || values.list.length !== found.length || match.index < from) continue;
    pieces.push(text.slice(from, match.index), `${word} `);
    pieces.push(found.map((name, k) => `${name}=${values.list[k]}`).join(','));
    from = values.end;
  }
  return pieces.join('') + text.slice(from);
}

/** The values of a list that begins at `start`, and where it ends; undefined where they cannot be told, or are not all. */
function valuesOf(text, start) {
  const list = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'") at = endOfString(text, at);
    else if ('([{'.includes(letter)) depth++;
    else if (letter === '`' || (letter === '/' && !isDivision(text, at))) return undefined;
    else if (depth > 0 && ')]}'.includes(letter)) depth--;
    else if (depth === 0 && (letter === ',' || letter === ']')) {
      const value = text.slice(from, at);
      if (value === '' || value.startsWith('...')) return undefined;
      list.push(value);
      from = at + 1;
      if (letter === ']') return /[,;]/.test(text[from] ?? '') ? { list, end: from } : undefined;
    }
  }
  return undefined;
}

/** Whether a slash stands behind a value: else it begins a pattern. */
function isDivision(text, at) {
  const before = text.slice(Math.max(0, at - 10), at);
  return (
    /[\w$)\]]$/.test(before) && !/(?<![\w$.])(?:return|typeof|case|void|yield|await|in|of)$/.test(before)
  );
}

/** Place of the quote that ends a string. */
function endOfString(text, start) {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}
