/** Every test's database has the same key, so that one server reads what another keeps. */
export const testKey = 'k'.repeat(43)
