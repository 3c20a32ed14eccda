import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { StartProblem } from '@parada/db/problems'
import { messageOf } from '@parada/domain/errors'

const read = (file: string) => {
  try {
    const pem = readFileSync(file, 'utf8')
    if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem))) throw new Error('its key belongs to another')
    return pem
  } catch (error) {
    throw new StartProblem(`${file} is not a certificate with its key: ${messageOf(error)}`)
  }
}

/** Reads the certificate of an authority. Throws a StartProblem if the file is not one. */
export const authorityIn = (file: string) => {
  try {
    const pem = readFileSync(file, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch (error) {
    throw new StartProblem(`Setting REGISTER_CA is wrong: ${file} is not a certificate: ${messageOf(error)}`)
  }
}

/** Certificates with their keys, by tenant and name. */
export type Certificates = ReadonlyMap<string, ReadonlyMap<string, string>>

const ofTenant = (folder: string) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pem'))
  return new Map(files.map((file) => [parse(file).name, read(join(folder, file))]))
}

/**
 * Reads the certificates below a folder: each file TENANT/NAME.pem holds one, and its key. Throws a StartProblem for an
 * invalid file and for one outside the tenants' folders.
 */
export const certificatesIn = (folder: string | undefined): Certificates => {
  if (folder === undefined) return new Map()
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const stray = entries.find((entry) => !entry.isDirectory() && entry.name.endsWith('.pem'))
    if (stray) throw new StartProblem(`${join(folder, stray.name)} must lie in the folder of its tenant`)
    const tenants = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return new Map(tenants.map((tenant) => [tenant, ofTenant(join(folder, tenant))]))
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`Setting REGISTER_CERTIFICATES is wrong: ${messageOf(error)}`)
  }
}
