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

it('knows the certificates of each tenant by the names of their files, and passes over what is none of its business', async () => {
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
  ['a file that is no certificate', () => 'Not a certificate'],
  ['one without its key', () => makeCertificate('norte').certificate],
  ['one with the key of another', () => makeCertificate('norte').certificate + makeCertificate('sur').key],
])('stops the start at %s, and names the file', async (_, content) => {
  await put('demo/norte.pem', content())
  expect(() => certificatesIn(folder)).toThrow(/norte\.pem is not a certificate with its key/)
})

it('stops the start at a certificate that is no tenant’s', async () => {
  const { certificate, key } = makeCertificate('norte')
  await put('norte.pem', certificate + key)
  expect(() => certificatesIn(folder)).toThrow(/norte\.pem must lie in the folder of its tenant/)
})

it('stops the start where there is no such folder', () =>
  expect(() => certificatesIn(join(folder, 'none'))).toThrow('Setting REGISTER_CERTIFICATES is wrong'))

it('stops the start at an authority that is none', async () => {
  await put('authority.pem', 'Not a certificate')
  expect(() => authorityIn(join(folder, 'authority.pem'))).toThrow('Setting REGISTER_CA is wrong')
})
