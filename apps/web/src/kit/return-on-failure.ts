import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CallFailed } from './client.ts'
import { failedToast } from './failed-toast.ts'

/**
 * Leaves a page whose record cannot be loaded. It does so once: a second failure on the way has already been reported.
 */
export const useLeaveOnFailure = (error: CallFailed | null, leave: (failure: CallFailed) => void) => {
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!error || isLeaving.current) return
    isLeaving.current = true
    leave(error)
  })
}

/** If a detail cannot be loaded, shows the status text as an error and returns to its list (O3-58). */
export const useReturnOnFailure = (error: CallFailed | null, { title, list }: { title: string; list: string }) => {
  const navigate = useNavigate()
  useLeaveOnFailure(error, ({ http, message }) => {
    failedToast(title, http?.statusText || message)
    void navigate({ to: list, replace: true })
  })
}
