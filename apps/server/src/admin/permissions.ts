import { grantsOf, type PermissionEntry, permissionKeys } from '@parada/domain/access/permissions'
import { mayAddFleet, type PaymentAccountPermission, paymentAccountsAllowed } from '@parada/domain/access/values'
import { z } from 'zod'
import { faultsIn, Refused, refuseAll } from './refused.ts'

const keys: readonly string[] = ['*', ...permissionKeys]

const nearest = (typed: string) => keys.find((key) => key.toLowerCase() === typed.toLowerCase())

const keyFault = (key: string) => {
  if (keys.includes(key)) return []
  const meant = nearest(key)
  return [`${key}: is not a permission${meant ? `; did you mean ${meant}?` : ''}`]
}

const isForAccounts = (key: string): key is PaymentAccountPermission => key.endsWith('ByPA') && key !== 'addFleetByPA'

/** A value that would grant nothing is a mistake: to deny a permission, write false or leave the key out. */
const valueFaults = ({ key1, value }: PermissionEntry): string[] => {
  if (value === '') return [`${key1}: must have a value`]
  if (value === 'false') return []
  const faults: string[] = []
  const grants = grantsOf([{ key1, value }])
  const note = (problem: string) => faults.push(`${key1}: ${problem.replace(`${key1} `, '')}`)
  if (key1 === 'addFleetByPA') mayAddFleet(grants, 0, note)
  else if (isForAccounts(key1)) paymentAccountsAllowed(grants, key1, note)
  else if (key1.endsWith('ByFleet') && !/^(all|\d{1,15}(,\d{1,15})*)$/.test(value))
    faults.push(`${key1}: must be all, or fleet ids with commas between`)
  return faults
}

export const checkKeys = (given: string[]) => {
  refuseAll(given.flatMap(keyFault))
  return given
}

export const checkPermissions = (pairs: [string, string][]): PermissionEntry[] => {
  checkKeys(pairs.map(([key]) => key))
  const entries = [...new Map(pairs)].map(([key1, value]) => ({ key1, value }))
  refuseAll(entries.flatMap(valueFaults))
  return entries
}

/** A permissions file: a JSON object with a text for each key. */
export const readPermissionFile = (value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('The file must hold a JSON object such as {"viewServiceByFleet": "all"}')
  const read = z.record(z.string(), z.string()).safeParse(value)
  if (!read.success) throw new Refused(faultsIn(read.error).join('\n'))
  return checkPermissions(Object.entries(read.data))
}

export const formatPermissions = (entries: PermissionEntry[]) =>
  JSON.stringify(Object.fromEntries(entries.map(({ key1, value }) => [key1, value])), null, 2)
