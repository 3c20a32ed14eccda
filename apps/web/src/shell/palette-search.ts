/** Without accents and letter case, so that nobody has to type them. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Those in whose texts every typed word occurs; those that begin with what was typed come first, the shortest before. */
export const search = <Entry extends { texts: readonly string[] }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] => {
  const query = plain(typed.trim())
  const words = query.split(/\s+/)
  /** How much longer than what was typed; a text that does not begin with it is longer than any that does. */
  const rank = ({ texts }: Entry) =>
    query === ''
      ? 0
      : Math.min(1_000, ...texts.filter((text) => plain(text).startsWith(query)).map((text) => text.length))
  return entries
    .filter(({ texts }) => words.every((word) => plain(texts.join(' ')).includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}
