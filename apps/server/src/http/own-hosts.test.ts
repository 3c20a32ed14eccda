import { expect, it } from 'vitest'
import { isFromOwnPage } from './own-hosts.ts'

const hostnameOf = (host: string) => host.replace(/:\d+$/, '')

const isOwn = (publicUrl: string | undefined, host: string, origin: string | undefined) =>
  isFromOwnPage({ publicUrl, defaultTenant: 'demo' }, { headers: { origin }, host, hostname: hostnameOf(host) })

it.each([
  ['a program', '10.0.0.5:4300', undefined, true],
  ['the page of the same address', '10.0.0.5:4300', 'http://10.0.0.5:4300', true],
  ['the page behind a proxy that ends TLS', 'acme.taxi.example', 'https://acme.taxi.example', true],
  ['the page behind a proxy on a port of its own', 'acme.taxi.example', 'https://acme.taxi.example:8443', true],
  ['a page on this machine', 'acme.localhost:4300', 'http://acme.localhost:4301', true],
  ['the page of another tenant', 'acme.taxi.example', 'https://costa.taxi.example', false],
  ['the page of another tenant on this machine', 'acme.localhost:4300', 'http://costa.localhost:4300', false],
  ['a page whose name only begins alike', 'acme.taxi.example', 'https://acme.taxi.example.evil.example', false],
  ['a page without an address', 'acme.taxi.example', 'null', false],
])('without PUBLIC_URL, %s at host %s with origin %s is own: %s', (_, host, origin, expected) =>
  expect(isOwn(undefined, host, origin)).toBe(expected),
)

it.each([
  ['{sd}', 'https://{sd}.taxi.example/', 'acme.taxi.example', 'https://acme.taxi.example', true],
  ['{sd}', 'https://{sd}.taxi.example/', 'acme.evil.example', 'https://acme.evil.example', false],
  ['one tenant', 'https://desk.example', 'desk.example', 'https://desk.example', true],
  ['a port', 'https://{sd}.taxi.example:8443', 'acme.taxi.example:8443', 'https://acme.taxi.example', false],
])(
  'given a PUBLIC_URL for %s (%s), a page at host %s with origin %s is own: %s',
  (_, publicUrl, host, origin, expected) => expect(isOwn(publicUrl, host, origin)).toBe(expected),
)
