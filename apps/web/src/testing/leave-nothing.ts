import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import { forgetUndos } from '../kit/undo.tsx'
import { failOnBrokenAnswers } from './canned-answers.ts'
import { drawnMaps } from './map-stand-in.tsx'

// Whoever waits for something to appear waits for that, however long a busy machine takes to draw it.
configure({ asyncUtilTimeout: 10_000 })

// For every file, because files share the modules of their worker: a map of its own would come too late for some of them.
vi.mock('../kit/map/map.tsx', () => import('./map-stand-in.tsx'))

// React notes where each element was made, which takes an eighth of the time of these tests, until it has noted enough.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: reactInternals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
})

// The test's document takes every Alt for the AltGr of some keyboards.
KeyboardEvent.prototype.getModifierState = () => false

const { happyDOM: page } = window as unknown as { happyDOM: { setURL: (address: string) => void } }
const address = 'http://localhost:3000/'

// Files share the page and the modules of their worker: whatever one of them left there, the next would find.
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
  // Whoever clicked a telephone number has left the page.
  page.setURL(address)
  failOnBrokenAnswers()
})
