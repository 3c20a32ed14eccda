import type { DocumentStatus, DocumentType } from '@parada/domain/document/document'
import { documentImages, faces } from './document-images.ts'
import { inventName } from './people.ts'
import type { Random } from './random.ts'
import type { SeededUser } from './users.ts'

const day = 86_400_000
const year = 365 * day

/** How often each status occurs, in per cent. */
const statuses: readonly (readonly [DocumentStatus, number])[] = [
  ['inReview', 16],
  ['valid', 58],
  ['rejected', 5],
  ['sendAgain_expired', 3],
  ['sendAgain_badImage', 5],
  ['sendAgain_dataNotMatch', 3],
  ['expired', 4],
  ['notAuthorized', 2],
  ['pendingToBeUploaded', 4],
]
const statusDeck = statuses.flatMap(([status, share]) => Array<DocumentStatus>(share).fill(status))
const subTypes: Readonly<Record<DocumentType, readonly string[]>> = {
  identityCard: ['DNI', 'DNI', 'DNI', 'NIE'],
  drivingLicense: ['B', 'B', 'B+E', 'C'],
  selfie: [''],
}
const countries = ['ES', 'ES', 'ES', 'ES', 'FR', 'PT', 'RO', 'MA']
const checkLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

type Scope = { users: readonly SeededUser[]; reviewer: { idUser: number; who: string }; now: Date }

/** Noon of that day, since dates in a document have no time. */
const noon = (moment: number) => new Date(Math.floor(moment / day) * day + day / 2)

/** Two in five users have sent a document, most of them with a selfie. */
export const documentsOf = ({ users, reviewer, now }: Scope, random: Random) => {
  const { below, between, chance, digits, pick } = random
  const images = documentImages()
  let count = 0

  const document = (user: SeededUser, type: DocumentType, face: number) => {
    const status = pick(statusDeck)
    const isSelfie = type === 'selfie'
    const isOver = status === 'expired' || status === 'sendAgain_expired' || chance(0.04)
    const isAnother = status === 'sendAgain_dataNotMatch' || chance(0.03)
    const { firstName, lastName } = isAnother
      ? inventName(random)
      : { firstName: user.first_name, lastName: user.last_name }
    const expires = now.getTime() + (isOver ? -between(5, 700) : between(60, 3_000)) * day
    const isSent = status !== 'pendingToBeUploaded'
    const { fronts, back } = images[type]
    const age =
      status === 'inReview'
        ? below(3 * day)
        : Math.min(between(3, 400) * day, now.getTime() - user.date_created.getTime())
    const number = `00${digits(6)}`
    return {
      tenant_id: user.tenant_id,
      id: user.tenant_id * 100_000 + ++count,
      id_user: user.id,
      id_white_label: user.id_white_label,
      type,
      sub_type: pick(subTypes[type]),
      status,
      country_code: isSelfie ? '' : pick(countries),
      first_name: isSelfie ? '' : firstName,
      last_name: isSelfie ? '' : lastName,
      number: isSelfie ? '' : `${number}${checkLetters[Number(number) % 23]}`,
      date_expiration: isSelfie ? null : noon(expires),
      date_issued: isSelfie ? null : noon(expires - 10 * year),
      image_front: isSent ? (fronts[face]?.hash ?? null) : null,
      image_back: isSent ? (back?.hash ?? null) : null,
      date_last_updated: new Date(now.getTime() - Math.max(60_000, age)),
      decided_by: status === 'inReview' || !isSent ? '' : reviewer.who,
      version: isSent ? 2 : 1,
    }
  }

  return users
    .filter(() => chance(0.4))
    .flatMap((user) => {
      const face = below(faces)
      const type = chance(0.7) ? 'identityCard' : 'drivingLicense'
      return [...(chance(0.75) ? [document(user, 'selfie', face)] : []), document(user, type, face)]
    })
}
type SeededDocument = ReturnType<typeof documentsOf>[number]

/** Recent decisions were preceded by a look at each side of the document, less than a minute before. */
export const documentLooksOf = (documents: readonly SeededDocument[], { reviewer, now }: Omit<Scope, 'users'>) =>
  documents
    .filter(({ decided_by, date_last_updated }) => decided_by && now.getTime() - date_last_updated.getTime() < 30 * day)
    .flatMap((document) => {
      const look = (side: 'front' | 'back', secondsBefore: number) => ({
        tenant_id: document.tenant_id,
        date_looked: new Date(document.date_last_updated.getTime() - secondsBefore * 1_000),
        id_document: document.id,
        side,
        id_user: document.id_user,
        id_viewer: reviewer.idUser,
        viewer: reviewer.who,
        ip_address: '192.0.2.10',
      })
      return [look('front', 20), ...(document.image_back ? [look('back', 12)] : [])]
    })
    .sort((one, other) => one.date_looked.getTime() - other.date_looked.getTime())
