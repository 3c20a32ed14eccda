/** Display of the ticket titles of public transport (document 3, section 10). */

const minutesPerHour = 60
const minutesPerDay = 1_440

/** The validity of a ticket in days, hours and minutes; `total` is in minutes. */
export const expiryOf = (total: number) => ({
  days: Math.floor(total / minutesPerDay),
  hours: Math.floor((total % minutesPerDay) / minutesPerHour),
  minutes: total % minutesPerHour,
})

/** The letters of the days of the week in the documents, Sunday first. */
const dayLetters = ['D', 'L', 'M', 'X', 'J', 'V', 'S'] as const

/** Each day with its flag; a missing flag is off. */
export const enabledDaysOf = (flags: string) =>
  dayLetters.map((letter, day) => ({ letter, isEnabled: flags[day] === '1' }))

/** The letters of the days on which a ticket can be used, Sunday first. */
export const enabledDaysText = (flags: string) =>
  enabledDaysOf(flags)
    .filter(({ isEnabled }) => isEnabled)
    .map(({ letter }) => letter)
    .join(' ')
