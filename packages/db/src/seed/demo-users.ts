export type Subdomain = 'demo' | 'costa' | 'norte'

export const userKinds = [
  'operator',
  'dispatcher',
  'business',
  'supplier',
  'administrator',
  'everything',
  'newcomer',
] as const
export type UserKind = (typeof userKinds)[number]

/** Signs in with the e-mail address, or with the mobile number if there is none. */
export type DemoUser = {
  subdomain: Subdomain
  kind: UserKind
  firstName: string
  lastName: string
  email: string | null
  prefix: string | null
  mobile: string | null
  password: string
}

export const demoPassword = 'parada-demo'

const people: Readonly<Record<Subdomain, Readonly<Record<UserKind, readonly [string, string]>>>> = {
  demo: {
    operator: ['Ana', 'Pérez'],
    dispatcher: ['Bruno', 'Salas'],
    business: ['Carmen', 'Vidal'],
    supplier: ['Diego', 'Ramos'],
    administrator: ['Elena', 'Soto'],
    everything: ['Félix', 'Marín'],
    newcomer: ['Gloria', 'Nieto'],
  },
  costa: {
    operator: ['Aurora', 'Molina'],
    dispatcher: ['Blas', 'Torres'],
    business: ['Clara', 'Ferrer'],
    supplier: ['Darío', 'Luque'],
    administrator: ['Estrella', 'Campos'],
    everything: ['Fermín', 'Prats'],
    newcomer: ['Greta', 'Roca'],
  },
  norte: {
    operator: ['Ainhoa', 'Garate'],
    dispatcher: ['Brais', 'Souto'],
    business: ['Covadonga', 'Llano'],
    supplier: ['Damián', 'Cueto'],
    administrator: ['Edurne', 'Lasa'],
    everything: ['Fidel', 'Barreiro'],
    newcomer: ['Garazi', 'Otxoa'],
  },
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const demoUser = (subdomain: Subdomain, kind: UserKind, tenantNumber: number): DemoUser => {
  const [firstName, lastName] = people[subdomain][kind]
  const byMobile = kind === 'dispatcher'
  return {
    subdomain,
    kind,
    firstName,
    lastName,
    email: byMobile ? null : `${plain(firstName)}.${plain(lastName)}@${subdomain}.example`,
    prefix: byMobile ? '34' : null,
    mobile: byMobile ? `60000090${tenantNumber}` : null,
    password: demoPassword,
  }
}

export const demoUsers: readonly DemoUser[] = (['demo', 'costa', 'norte'] as const).flatMap((subdomain, index) =>
  userKinds.map((kind) => demoUser(subdomain, kind, index + 1)),
)
