import i18next, { type TFunction } from 'i18next'

type Values = Readonly<Record<string, string | number | undefined>>

/** A problem in the reader's words: the title that the documents give it and, on a line of its own, what to do. */
export const problemWords = (t: TFunction, problem: string, values: Values = {}) => {
  const { name } = values
  const title = t(problem, { ...values, ...(name !== undefined && { name: t(`fields.${name}`, String(name)) }) })
  const hint = t(`problemHints.${problem.slice('problems.'.length)}`, '')
  return hint ? `${title}\n${hint}` : title
}

/** The same for a rule that the server refused by. */
export const sayProblem = (problem: string, values?: Values) => problemWords(i18next.t, problem, values)
