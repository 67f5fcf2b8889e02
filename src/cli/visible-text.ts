/**
 * What of a text may reach a terminal. Titles, names and values come from files that others wrote: characters by which a
 * terminal is steered (C0, C1, DEL), or by which text is shown in another order than it has or not at all (Unicode's
 * bidirectional and invisible formatting), become U+FFFD, one for one, so that marks below a line still fit. Files keep
 * what they are given.
 */

/** Most texts. */
const PLAIN = /^[\t\n -~]*$/;

/** Made where it is needed: its tables take time to load. */
function hidden(): RegExp {
  return /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
}

/** The text with everything that steers replaced; line ends and tabs stay. */
export function visibleText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(hidden(), '\ufffd');
}

/** JSON that means the same and has nothing that steers: such characters stand in strings only, where they can be escaped. */
export function visibleJson(json: string): string {
  return PLAIN.test(json) ? json : json.replace(hidden(), escapes);
}

/** \u escapes of a character's code units. */
function escapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
