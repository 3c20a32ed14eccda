/** Runs a function once the page is drawn and the browser is idle. Returns a function that cancels it. */
export const whenIdle = (run: () => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 1_500 })
  return () => cancelIdleCallback(request)
}
