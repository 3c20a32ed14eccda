import { useEffect } from 'react'

/** How the keys are written, and what they do, in the reader's words. */
export type ScreenKey = readonly [keys: string, does: string]

const none = (): readonly ScreenKey[] => []
let current = none

/** The keys of the screen that no button of it tells. */
export const screenKeys = () => current()

export const useScreenKeys = (read: () => readonly ScreenKey[]) =>
  useEffect(() => {
    current = read
    return () => {
      if (current === read) current = none
    }
  })
