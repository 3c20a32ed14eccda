/** Without accents and letter case, so that nobody has to type them. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Those in whose texts every typed word occurs; those that begin with what was typed come first. */
export const search = <Entry extends { texts: readonly string[] }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] => {
  const query = plain(typed.trim())
  const words = query.split(/\s+/)
  const rank = ({ texts }: Entry) => (texts.some((text) => plain(text).startsWith(query)) ? 0 : 1)
  return entries
    .filter(({ texts }) => words.every((word) => plain(texts.join(' ')).includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}
