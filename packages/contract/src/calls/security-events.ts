import { anyOf } from '@parada/domain/access/permissions'
import { code, fields, list, number, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const securityEventFields = fields({
  id: number,
  /** The last time, if it happened several times within a minute. */
  dateEvent: time,
  kind: code('securityKind').notSorted,
  outcome: code('securityOutcome').notSorted,
  /** Name of the staff member, the command line, or what a stranger typed, masked. */
  who: text.notSorted,
  ipAddress: text.notSorted,
  detail: text.notSorted,
  times: number.notSorted.notFiltered,
  idStaff: number.nullable.notSorted,
  /** The user whose data was concerned. */
  idUser: number.nullable.notSorted,
  /** Finds the details in the log. */
  requestId: text.notSorted.notFiltered,
})

const eventList = list({
  path: '/securityevents/:sd',
  access: anyOf('viewSecurityEvents'),
  summary: 'Sign-ins, refusals, changes of passwords, permissions and keys, exports and erasures',
  key: 'securityEvents',
  fields: securityEventFields,
  range: { by: 'dateEvent' },
  export: { title: 'screens.securityEvents' },
})

export const securityEvents = { list: eventList, export: exportOf(eventList) }
