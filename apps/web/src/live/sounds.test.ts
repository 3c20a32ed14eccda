import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSounds } from './sounds.ts'

const sounded: (string | number)[] = []
let stopped = 0
let loads: (audio: FakeAudio) => Promise<void>

class FakeContext {
  resume = async () => sounded.push('awake')
  suspend = async () => sounded.push('at rest')
  currentTime = 0
  destination = {}
  createOscillator = () => {
    const tone = {
      frequency: { value: 0 },
      connect: <Node>(node: Node) => node,
      start: () => sounded.push(tone.frequency.value),
      stop: (at?: number) => {
        if (at === undefined) stopped++
      },
    }
    return tone
  }
  createGain = () => ({
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: () => {},
  })
}

class FakeAudio extends EventTarget {
  isPaused = false
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    sounded.push(address)
  }
  play = () => loads(this)
  pause = () => {
    this.isPaused = true
  }
}

const remote = Object.fromEntries([28, 29, 87, 134, 140, 615, 625].map((id) => [id, `https://a.example/${id}.ogg`]))
const local = ['awake', 880, 1175]
const cue = ['awake', 523]
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

beforeEach(() => {
  sounded.length = 0
  stopped = 0
  loads = async () => {}
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('Audio', FakeAudio)
})
afterEach(() => vi.unstubAllGlobals())

it.each([29, 87, 134, 140, 615, 625])('fleet %i plays its own remote sound (P-109)', async (fleet) => {
  createSounds({ remote, isMuted: () => false }).play(fleet)
  await settled()
  expect(sounded).toEqual([`https://a.example/${fleet}.ogg`])
})

it.each([28, 30, 1, null, undefined])('fleet %s plays the local sound (P-109)', (fleet) => {
  createSounds({ remote, isMuted: () => false }).play(fleet)
  expect(sounded).toEqual(local)
})

it('plays the local sound for a fleet without a configured address (O1-45)', () => {
  createSounds({ isMuted: () => false }).play(29)
  expect(sounded).toEqual(local)
})

it.each<[string, typeof loads]>([
  ['refused', () => Promise.reject(new Error('NotSupportedError'))],
  [
    'broken',
    async (audio) => {
      audio.dispatchEvent(new Event('error'))
    },
  ],
  [
    'broken and refused',
    (audio) => {
      audio.dispatchEvent(new Event('error'))
      return Promise.reject(new Error('NotSupportedError'))
    },
  ],
])('plays the local sound once when the remote one is %s (P-110)', async (_, failing) => {
  loads = failing
  createSounds({ remote, isMuted: () => false }).play(29)
  await settled()
  expect(sounded).toEqual(['https://a.example/29.ogg', ...local])
})

it('stops the current sound and plays a short cue, without falling back to the alert (O1-43)', async () => {
  loads = (audio) => settled().then(() => (audio.isPaused ? Promise.reject(new Error('AbortError')) : undefined))
  const sounds = createSounds({ remote, isMuted: () => false })
  sounds.play(29)
  sounds.pause()
  await settled()
  await settled()
  expect(sounded).toEqual(['https://a.example/29.ogg', ...cue])
  sounds.play(1)
  sounds.pause()
  expect(stopped).toBeGreaterThanOrEqual(2)
})

it('suspends the audio after the last sound and resumes it for the next', () => {
  vi.useFakeTimers()
  const sounds = createSounds({ isMuted: () => false })
  sounds.unlock()
  vi.advanceTimersByTime(1_000)
  expect(sounded).toEqual(['awake', 'at rest'])
  sounds.ring('soft')
  vi.advanceTimersByTime(800)
  sounds.play(1)
  vi.advanceTimersByTime(1_379)
  expect(sounded).toEqual(['awake', 'at rest', 'awake', 440, 554, ...local])
  vi.advanceTimersByTime(1)
  expect(sounded.at(-1)).toBe('at rest')
  vi.useRealTimers()
})

it('is silent when muted (O1-43)', () => {
  const sounds = createSounds({ remote, isMuted: () => true })
  sounds.play(1)
  sounds.play(29)
  sounds.pause()
  expect(sounded).toEqual([])
})

it('does not throw in a browser without audio', () => {
  vi.stubGlobal('AudioContext', undefined)
  expect(() => createSounds({ isMuted: () => false }).play(1)).not.toThrow()
})
