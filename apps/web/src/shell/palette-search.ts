/** Without accents and letter case, so that neither has to be typed. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/**
 * The entries whose texts contain every typed word; those that begin with the typed text come first, shortest first.
 */
export const search = <Entry extends { texts: readonly string[] }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] => {
  const query = plain(typed.trim())
  const words = query.split(/\s+/)
  /** Length of the shortest text that begins with the typed text, or 1,000 if none does. */
  const rank = ({ texts }: Entry) =>
    query === ''
      ? 0
      : Math.min(1_000, ...texts.filter((text) => plain(text).startsWith(query)).map((text) => text.length))
  return entries
    .filter(({ texts }) => words.every((word) => plain(texts.join(' ')).includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}
