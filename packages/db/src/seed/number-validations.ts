import type { Random } from './random.ts'

const year = 365 * 86_400_000

type Prefix = '34' | '351' | '44' | '33' | '49'

// Most customers have home numbers, so the home prefix is listed more often.
const prefixes: readonly Prefix[] = ['34', '34', '34', '34', '34', '34', '34', '351', '44', '44', '33', '49']
const results = [
  'delivered',
  'delivered',
  'delivered',
  'delivered',
  'delivered',
  'delivered',
  'sent',
  'sent',
  'failed: unreachable',
  'failed: invalid number',
]

/** Ranges that some countries reserve for fiction; for the others, numbers with a row of zeros. */
const inventNumber = (prefix: Prefix, { digits }: Random) =>
  ({
    '34': () => `6000${digits(5)}`,
    '351': () => `9100${digits(5)}`,
    '44': () => `7700900${digits(3)}`,
    '33': () => `63998${digits(4)}`,
    '49': () => `17139200${digits(2)}`,
  })[prefix]()

/** From a year ago until now, with ids in order of time. */
export const numberValidationsOf = (tenantId: number, count: number, now: Date, random: Random) =>
  Array.from({ length: count }, (_, index) => {
    const prefix = random.pick(prefixes)
    const result = random.pick(results)
    const share = (index + random.below(1000) / 1000) / count
    const created = now.getTime() - 900_000 - Math.round(year * (1 - share))
    const isValidated = !result.startsWith('failed') && random.chance(result === 'delivered' ? 0.85 : 0.4)
    return {
      tenant_id: tenantId,
      id: tenantId * 100_000 + index + 1,
      prefix_mobile_number: prefix,
      mobile_number: inventNumber(prefix, random),
      validation_code: random.digits(6),
      sms_sent_result: result,
      date_created: new Date(created),
      date_validated: isValidated ? new Date(created + random.between(8, 540) * 1000) : null,
    }
  })
