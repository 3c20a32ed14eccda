/**
 * Replaces zod in the browser, which saves every page 24 kB of compressed JavaScript. Only the server uses the schemas:
 * the browser reads just the paths, keys and codes of a call, and its forms validate with the domain package.
 */
const anything: unknown = new Proxy(() => anything, { get: () => anything })

export const z = anything
