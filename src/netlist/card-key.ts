/** All of what a card says but its places, as a text: two that are equal ask for the same. */
export function cardKey(card: unknown): string {
  return JSON.stringify(card, (key, value: unknown) => (key === 'span' ? undefined : value));
}
