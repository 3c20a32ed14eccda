import { useEffect, useState } from 'react'

/**
 * Whether what is known already stands on the screen. Everything that waits for an answer anyway comes after it: sending
 * five calls takes the browser longer than drawing the facts.
 */
export const usePainted = () => {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // A hidden page draws no frame.
    const timer = setTimeout(() => setPainted(true), 100)
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [])
  return isPainted
}
