/** The message keys that rules answer a person's mistake with; both languages translate every one. */
export const problemKeys = [
  'problems.emailInvalid',
  'problems.prefixInvalid',
  'problems.numberInvalid',
  'problems.passwordRequired',
  'problems.rangeReversed',
  'problems.rangeTooLong',
  'problems.searchByDate',
  'problems.wrongDates',
] as const

export type ProblemKey = (typeof problemKeys)[number]
