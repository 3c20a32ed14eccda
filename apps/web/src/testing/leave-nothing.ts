import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import { forgetUndos } from '../kit/undo.tsx'
import { failOnBrokenAnswers } from './canned-answers.ts'
import { drawnMaps } from './map-stand-in.tsx'

// Tests that wait for something to appear allow a busy machine the time to draw it.
configure({ asyncUtilTimeout: 10_000 })

// Mocked for every file, because files share the modules of their worker: a mock in a single file would come too late
// for some of them.
vi.mock('../kit/map/map.tsx', () => import('./map-stand-in.tsx'))

// React records where each element was created until it has enough records, which takes an eighth of the time of these
// tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: reactInternals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
})

// The test DOM reports every Alt as the AltGr of some keyboards.
KeyboardEvent.prototype.getModifierState = () => false

const { happyDOM: page } = window as unknown as { happyDOM: { setURL: (address: string) => void } }
const address = 'http://localhost:3000/'

// Files share the page and the modules of their worker, so anything that one of them leaves behind would reach the
// next.
afterEach(() => {
  forgetUndos()
  cleanup()
  drawnMaps.length = 0
  notifications.clean()
  notifications.cleanQueue()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  // A test that clicked a telephone link has left the page.
  page.setURL(address)
  failOnBrokenAnswers()
})
