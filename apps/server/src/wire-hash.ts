import { createHash } from 'node:crypto'

/** The hash that a browser sends instead of the password (document 1, section 7). */
export const wireHash = (password: string) => createHash('sha1').update(password).digest('base64')
