import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '@parada/domain/errors'
import { Refused } from './refused.ts'

/** Reads a JSON file; refuses with one line if it cannot be read. */
export type ReadJson = (path: string) => unknown

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
}

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${reasons[codeOf(error) ?? ''] ?? messageOf(error)}`)
  }
}

/** PostgreSQL can store neither a NUL character nor half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

export const parseJson = (path: string, text: string): unknown => {
  let isClean = true
  let value: unknown
  try {
    value = JSON.parse(text, (key, inner) => {
      isClean &&= isStorable(key) && (typeof inner !== 'string' || isStorable(inner))
      return inner
    })
  } catch (error) {
    throw new Refused(`${path} is not JSON: ${messageOf(error).split('\n')[0]}`)
  }
  if (!isClean) throw new Refused(`${path} holds a character that cannot be stored`)
  return value
}

/** Reads JSON files by paths relative to the folder where the command was typed. */
export const readJsonFrom =
  (folder: string): ReadJson =>
  (path) =>
    parseJson(path, readText(resolve(folder, path)))
