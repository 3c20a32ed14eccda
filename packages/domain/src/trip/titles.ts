/** What public transport sells: how its titles are told (document 3, section 10). */

const minutesPerHour = 60
const minutesPerDay = 1_440

/** How long a ticket is good for, as people say it. */
export const expiryOf = (total: number) => ({
  days: Math.floor(total / minutesPerDay),
  hours: Math.floor((total % minutesPerDay) / minutesPerHour),
  minutes: total % minutesPerHour,
})

/** The days of the week as the documents write them, Sunday first. */
export const dayLetters = ['D', 'L', 'M', 'X', 'J', 'V', 'S'] as const

/** Each day with its flag; a day without one is off. */
export const enabledDaysOf = (flags: string) =>
  dayLetters.map((letter, day) => ({ letter, isEnabled: flags[day] === '1' }))

/** The letters of the days on which it can be used, Sunday first. */
export const enabledDaysText = (flags: string) =>
  enabledDaysOf(flags)
    .filter(({ isEnabled }) => isEnabled)
    .map(({ letter }) => letter)
    .join(' ')
