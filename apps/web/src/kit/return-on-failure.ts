import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CallFailed } from './client.ts'
import { failedToast } from './failed-toast.ts'

/** A detail that cannot be loaded shows the status text as an error, and leads back to its list (O3-58). */
export const useReturnOnFailure = (error: CallFailed | null, { title, list }: { title: string; list: string }) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!error) return
    failedToast(title, error.http?.statusText || error.message)
    void navigate({ to: list, replace: true })
  }, [error, title, list, navigate])
}
