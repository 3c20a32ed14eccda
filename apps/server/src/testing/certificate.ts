import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const text = (tag: number, written: string) => der(tag, Buffer.from(written))
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))

const ecdsaWithSha256 = () => sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const nameOf = (common: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), text(0x0c, common))))
/** Subject alternative names: localhost and 127.0.0.1. */
const localhost = () =>
  der(
    0xa3,
    sequence(
      sequence(
        oid(0x55, 0x1d, 0x11),
        der(0x04, sequence(text(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])))),
      ),
    ),
  )

const pem = (kind: string, content: Uint8Array) =>
  `-----BEGIN ${kind}-----\n${(
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${kind}-----\n`

/** A self-signed certificate with its key, made for one test. */
export const makeCertificate = (common: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256(),
    nameOf(common),
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    nameOf(common),
    publicKey.export({ type: 'spki', format: 'der' }),
    localhost(),
  )
  const signature = sign('sha256', signed, privateKey)
  const certificate = sequence(signed, ecdsaWithSha256(), der(0x03, Buffer.from([0]), signature))
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
