import { hasOwnSound } from '@parada/domain/constants'
import { log } from '../kit/log.ts'

/** Frequency in hertz, start and length in seconds. */
type Tone = readonly [frequency: number, start: number, length: number]

const alert: readonly Tone[] = [
  [880, 0, 0.14],
  [1175, 0.16, 0.22],
]
const pause: readonly Tone[] = [[523, 0, 0.09]]
const rings: Record<'classic' | 'soft', readonly Tone[]> = {
  classic: [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((start, at) => [at % 2 ? 1_050 : 850, start, 0.1] as const),
  soft: [
    [440, 0, 0.5],
    [554, 0.25, 0.6],
  ],
}
const loudness = 0.18
/** Time to stay awake after a sound, so that suspending after an alert does not cut off an overlapping ring. */
const restMs = 1_000

type SoundOptions = {
  /** Addresses of the fleets' own sounds, by fleet id (O1-45). */
  remote?: Readonly<Record<string, string>>
  isMuted: () => boolean
}

/** Local sounds are synthesised in the browser: they need no file and play even if nothing can be loaded. */
export const createSounds = ({ remote = {}, isMuted }: SoundOptions) => {
  let context: AudioContext | undefined
  let audio: HTMLAudioElement | undefined
  let tones: OscillatorNode[] = []
  let resting: ReturnType<typeof setTimeout> | undefined

  /** Keeps the audio context running for this many seconds only: a running context uses CPU even while silent. */
  const wake = (seconds: number) => {
    context ??= new AudioContext()
    // The browser delays this until the user's first gesture.
    void context.resume()
    clearTimeout(resting)
    resting = setTimeout(() => void context?.suspend(), seconds * 1_000 + restMs)
    return context
  }

  const playTones = (wanted: readonly Tone[]) => {
    try {
      const context = wake(Math.max(...wanted.map(([, start, length]) => start + length)))
      const { currentTime, destination } = context
      for (const [frequency, start, length] of wanted) {
        const tone = context.createOscillator()
        const volume = context.createGain()
        const from = currentTime + start
        tone.frequency.value = frequency
        volume.gain.setValueAtTime(loudness, from)
        // Fades out, because a tone cut off abruptly clicks in the headset.
        volume.gain.exponentialRampToValueAtTime(0.001, from + length)
        tone.connect(volume).connect(destination)
        tone.start(from)
        tone.stop(from + length)
        tones.push(tone)
      }
    } catch (problem) {
      log('The sound could not be played', problem)
    }
  }

  const stop = () => {
    audio?.pause()
    audio = undefined
    for (const tone of tones) tone.stop()
    tones = []
  }

  const playRemote = (address: string) => {
    const mine = new Audio(address)
    audio = mine
    const playLocal = () => {
      if (audio !== mine) return
      audio = undefined
      playTones(alert)
    }
    mine.addEventListener('error', playLocal)
    mine.play().catch(playLocal)
  }

  return {
    stop,
    /** Called on the user's first gesture; browsers allow no sound before it. */
    unlock: () => {
      try {
        wake(0)
      } catch (problem) {
        log('The sound could not be prepared', problem)
      }
    },
    /** One ring of the telephone. */
    ring: (tone: keyof typeof rings) => {
      if (!isMuted()) playTones(rings[tone])
    },
    /** Plays the alert of a fleet: its own sound if it has one, otherwise the local sound (P-109, P-110). */
    play: (idFleet: number | null | undefined) => {
      if (isMuted()) return
      stop()
      const address = hasOwnSound(idFleet) ? remote[String(idFleet)] : undefined
      if (address) playRemote(address)
      else playTones(alert)
    },
    /** Stops the current sound and confirms with a short cue (O1-43). */
    pause: () => {
      stop()
      if (!isMuted()) playTones(pause)
    },
  }
}

export type Sounds = ReturnType<typeof createSounds>
