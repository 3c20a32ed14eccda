type VersionWatch = {
  build: string
  onNew: () => void
  everyMs?: number
  fetch?: typeof fetch
}

/** Checks every minute, and whenever the window gets the focus, whether a newer build is served (O1-30). */
export const watchVersion = ({ build, onNew, everyMs = 60_000, fetch = globalThis.fetch }: VersionWatch) => {
  const check = async () => {
    try {
      const response = await fetch('/version.json', { cache: 'no-store' })
      const { version } = (await response.json()) as { version?: string }
      if (response.ok && version && version !== build) {
        stop()
        onNew()
      }
    } catch {
      // Offline, or the server is being replaced: the next check will tell.
    }
  }
  const timer = setInterval(check, everyMs)
  window.addEventListener('focus', check)
  const stop = () => {
    clearInterval(timer)
    window.removeEventListener('focus', check)
  }
  return stop
}
