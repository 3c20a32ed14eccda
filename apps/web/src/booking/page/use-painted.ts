import { useEffect, useState } from 'react'

/**
 * Whether the known data is on the screen. Requests are sent only after that: sending five takes the browser longer
 * than drawing the facts.
 */
export const usePainted = () => {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // The timer covers a hidden page, which draws no frame.
    const timer = setTimeout(() => setPainted(true), 100)
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [])
  return isPainted
}
