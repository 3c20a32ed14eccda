import { remembered } from './remembered.ts'

/** Whether notifications are heard (O1-29). */
export const sound = remembered('sound', ['on', 'off'], () => 'on')

/** How a call rings. */
export const ringTone = remembered('ringTone', ['classic', 'soft', 'none'], () => 'classic')

/** Whether the operator takes calls. */
export const availability = remembered('availability', ['ready', 'busy'], () => 'ready')

export const menuWidth = remembered('menu', ['wide', 'folded'], () => 'wide')

export const colorScheme = remembered('colorScheme', ['auto', 'light', 'dark'], () => 'auto')

/** What comes after a booking was made: the board, or the next call that waits. */
export const afterBooking = remembered('afterBooking', ['board', 'nextCall'], () => 'board')

/** Under the attribute Mantine reads, so that the pages without Mantine look the same. */
export const applyColorScheme = () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = colorScheme.get()
  document.documentElement.dataset.mantineColorScheme = chosen === 'auto' ? (isDark ? 'dark' : 'light') : chosen
}
