import { useEffect } from 'react'

/** The keys as they are written, and what they do, in the reader's language. */
export type ScreenKey = readonly [keys: string, does: string]

const none = (): readonly ScreenKey[] => []
let current = none

/** The shortcuts of the screen that none of its buttons shows. */
export const screenKeys = () => current()

export const useScreenKeys = (read: () => readonly ScreenKey[]) =>
  useEffect(() => {
    current = read
    return () => {
      if (current === read) current = none
    }
  })
