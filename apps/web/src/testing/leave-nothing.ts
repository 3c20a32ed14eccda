import { notifications } from '@mantine/notifications'
import { afterEach } from 'vitest'
import { failOnBrokenAnswers } from './canned-answers.ts'

// Files share the modules of their worker, and so the toasts that one of them left.
afterEach(() => {
  notifications.clean()
  notifications.cleanQueue()
  failOnBrokenAnswers()
})
