import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { menuOf, screensOf } from '../session/screens-of.ts'
import { useSessionState } from '../session/use-session.ts'

export const useScreens = () => {
  const router: AnyRouter = useRouter()
  const grants = useSessionState((state) => state.grants)
  return useMemo(() => screensOf(router, grants), [router, grants])
}

export const useMenu = () => {
  const screens = useScreens()
  return useMemo(() => menuOf(screens), [screens])
}
