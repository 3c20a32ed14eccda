import { remembered } from './remembered.ts'

/** Whether notifications play a sound (O1-29). */
export const sound = remembered('sound', ['on', 'off'], () => 'on')

export const ringTone = remembered('ringTone', ['classic', 'soft', 'none'], () => 'classic')

/** Whether the operator takes calls. */
export const availability = remembered('availability', ['ready', 'busy'], () => 'ready')

export const menuWidth = remembered('menu', ['wide', 'folded'], () => 'wide')

export const colorScheme = remembered('colorScheme', ['auto', 'light', 'dark'], () => 'auto')

/** What opens after a booking is made: the dashboard, or the next waiting call. */
export const afterBooking = remembered('afterBooking', ['board', 'nextCall'], () => 'board')

/** Sets the attribute that Mantine reads, so that pages without Mantine look the same. */
export const applyColorScheme = () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = colorScheme.get()
  document.documentElement.dataset.mantineColorScheme = chosen === 'auto' ? (isDark ? 'dark' : 'light') : chosen
}
