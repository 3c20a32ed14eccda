/** All test databases have the same key, so that one server can read what another stores. */
export const testKey = 'k'.repeat(43)
