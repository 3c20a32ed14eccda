import { type AuthorizationSheet, authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import { authorizations } from '@parada/contract/calls/authorizations'
import type { QueryOf } from '@parada/contract/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CallFailed, toFailure, useClient } from '../../kit/client.ts'
import { listKey } from '../../kit/list/data/list-data.ts'

export type SheetStage = 'choosing' | 'reading' | 'looking' | 'writing' | 'stopping' | 'stopped' | 'done'
type UploadQuery = Omit<QueryOf<typeof authorizationSheets.upload>, 'fileName'>

/**
 * The state of one sheet, from its file to its last row. Writing again after a lost response is safe, so it needs no
 * confirmation.
 */
export const useSheet = () => {
  const client = useClient()
  const queries = useQueryClient()
  const [stage, setStage] = useState<SheetStage>('choosing')
  const [sheet, setSheet] = useState<AuthorizationSheet>()
  const [failure, setFailure] = useState<CallFailed>()
  const gone = useRef(new AbortController())
  const isStopped = useRef(false)
  useEffect(() => {
    gone.current = new AbortController()
    return () => gone.current.abort()
  }, [])

  /** Runs one step; a failure after the modal has closed is ignored. */
  const attempt = async (work: () => Promise<void>, after: SheetStage) => {
    setFailure(undefined)
    const { signal } = gone.current
    await work().catch((problem) => {
      if (signal.aborted) return
      setFailure(toFailure(problem))
      setStage(after)
    })
  }
  const read = (file: File, asked: UploadQuery) =>
    attempt(async () => {
      setStage('reading')
      const query = { ...asked, fileName: file.name.slice(-200) }
      const answer = await client(authorizationSheets.upload, { query, body: file, signal: gone.current.signal })
      setSheet(answer.sheet)
      setStage('looking')
    }, 'choosing')

  const write = async ({ id }: AuthorizationSheet) => {
    isStopped.current = false
    await attempt(async () => {
      setStage('writing')
      for (;;) {
        const { sheet: next } = await client(authorizationSheets.write, { params: { id } })
        setSheet(next)
        if (next.left === 0) return setStage('done')
        if (isStopped.current || gone.current.signal.aborted) return setStage('stopped')
      }
    }, 'stopped')
    await queries.invalidateQueries({ queryKey: listKey(authorizations.list) })
  }
  const stop = () => {
    isStopped.current = true
    setStage('stopping')
  }
  return { stage, sheet, failure, read, write, stop }
}
