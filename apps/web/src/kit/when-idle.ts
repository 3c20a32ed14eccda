/** Runs it once the screen stands and nobody is typing; answers how to call it off. */
export const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 1_500 })
  return () => cancelIdleCallback(request)
}
