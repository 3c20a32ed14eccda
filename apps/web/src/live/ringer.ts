import { calls } from '../session/calls.ts'
import { hearing } from '../session/live-state.ts'
import { ringTone } from '../session/preferences.ts'
import type { Sounds } from './sounds.ts'

const everyMs = 3_000

/** Rings for as long as a call does. Browsers allow no sound before the user's first gesture. */
export const startRinger = (sounds: Pick<Sounds, 'ring' | 'unlock'>) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const ring = () => {
    const tone = ringTone.get()
    if (tone !== 'none') sounds.ring(tone)
  }
  const follow = () => {
    const isRinging = calls.get().ringing.length > 0
    if (isRinging && timer === undefined) {
      ring()
      timer = setInterval(ring, everyMs)
    } else if (!isRinging) {
      clearInterval(timer)
      timer = undefined
    }
  }
  const unlock = () => {
    removeEventListener('pointerdown', unlock)
    removeEventListener('keydown', unlock)
    sounds.unlock()
    hearing.set('allowed')
  }
  const forget = calls.subscribe(follow)
  // Plays the newly chosen ring tone once.
  const forgetTone = ringTone.subscribe(ring)
  if (navigator.userActivation?.hasBeenActive === false) hearing.set('waiting')
  addEventListener('pointerdown', unlock)
  addEventListener('keydown', unlock)
  return () => {
    forget()
    forgetTone()
    clearInterval(timer)
    removeEventListener('pointerdown', unlock)
    removeEventListener('keydown', unlock)
    calls.clear()
  }
}
