import i18next, { type TFunction } from 'i18next'

type Values = Readonly<Record<string, string | number | undefined>>

/** A problem in the reader's language: its title from the documents and, on a second line, what to do. */
export const problemWords = (t: TFunction, problem: string, values: Values = {}) => {
  const { name } = values
  const title = t(problem, { ...values, ...(name !== undefined && { name: t(`fields.${name}`, String(name)) }) })
  const hint = t(`problemHints.${problem.slice('problems.'.length)}`, '')
  return hint ? `${title}\n${hint}` : title
}

/** The same for a rule by which the server refused a request. */
export const sayProblem = (problem: string, values?: Values) => problemWords(i18next.t, problem, values)
