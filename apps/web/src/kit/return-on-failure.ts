import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CallFailed } from './client.ts'
import { failedToast } from './failed-toast.ts'

/** Leaves a page whose record cannot be loaded. Once: what fails again on the way has been told. */
export const useLeaveOnFailure = (error: CallFailed | null, leave: (failure: CallFailed) => void) => {
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!error || isLeaving.current) return
    isLeaving.current = true
    leave(error)
  })
}

/** A detail that cannot be loaded shows the status text as an error, and leads back to its list (O3-58). */
export const useReturnOnFailure = (error: CallFailed | null, { title, list }: { title: string; list: string }) => {
  const navigate = useNavigate()
  useLeaveOnFailure(error, ({ http, message }) => {
    failedToast(title, http?.statusText || message)
    void navigate({ to: list, replace: true })
  })
}
