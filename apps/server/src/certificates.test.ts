import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { authorityIn, certificatesIn } from './certificates.ts'
import { readConfig } from './config.ts'
import { makeCertificate } from './testing/certificate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-certificates-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = async (name: string, text: string) => {
  await mkdir(join(folder, dirname(name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

it('loads the certificates of each tenant by file name, and ignores other files', async () => {
  const { certificate, key } = makeCertificate('norte')
  await put('demo/norte.pem', certificate + key)
  await put('demo/README.txt', 'About these files')
  await put('costa/sur.pem', certificate + key)
  const { certificates } = readConfig({ REGISTER_CERTIFICATES: folder }).register
  expect([...(certificates.get('demo')?.keys() ?? [])]).toEqual(['norte'])
  expect([...(certificates.get('costa')?.keys() ?? [])]).toEqual(['sur'])
  expect(certificatesIn(undefined).size).toBe(0)
})

it.each([
  ['a file that is not a certificate', () => 'Not a certificate'],
  ['one without its key', () => makeCertificate('norte').certificate],
  ['one with the key of another', () => makeCertificate('norte').certificate + makeCertificate('sur').key],
])('refuses to start with %s, and names the file', async (_, content) => {
  await put('demo/norte.pem', content())
  expect(() => certificatesIn(folder)).toThrow(/norte\.pem is not a certificate with its key/)
})

it('refuses to start when a certificate is outside the tenants’ folders', async () => {
  const { certificate, key } = makeCertificate('norte')
  await put('norte.pem', certificate + key)
  expect(() => certificatesIn(folder)).toThrow(/norte\.pem must lie in the folder of its tenant/)
})

it('refuses to start when the folder does not exist', () =>
  expect(() => certificatesIn(join(folder, 'none'))).toThrow('Setting REGISTER_CERTIFICATES is wrong'))

it('refuses to start when the authority’s file is not a certificate', async () => {
  await put('authority.pem', 'Not a certificate')
  expect(() => authorityIn(join(folder, 'authority.pem'))).toThrow('Setting REGISTER_CA is wrong')
})
