import type { ActionToCreate, ActionToExecute } from '@parada/domain/promo/promo'
import type { Random } from './random.ts'

const day = 86_400_000

type Plan = {
  name: string
  description: string
  worth: { amount: number } | { percent: number; cap: number }
  /** Days from now; unlimited if omitted. */
  from?: number
  to?: number
  active?: boolean
  usesPerUser?: number
  /** Number of uses after which it is used up. */
  usedUpBy?: number
  create: readonly ActionToCreate[]
  execute: readonly ActionToExecute[]
  codes: readonly string[]
  /** Further codes, each for a few users. */
  series?: { prefix: string; count: number; usesTotal: number }
  /** Share of the users who have it. */
  share: number
}

const plans: readonly Plan[] = [
  {
    name: 'Bienvenida',
    description: 'Saldo de regalo al darse de alta en la app',
    worth: { amount: 500 },
    from: -400,
    usesPerUser: 1,
    create: ['createUser'],
    execute: [],
    codes: [],
    share: 0.3,
  },
  {
    name: 'Tres primeros viajes',
    description: '3 € de vuelta por cada uno de los tres primeros viajes',
    worth: { amount: 300 },
    from: -200,
    to: 160,
    usesPerUser: 3,
    create: ['redeemCode'],
    execute: ['setServiceFinished'],
    codes: ['BIENVENIDA', 'HOLA3', 'TRESVIAJES'],
    share: 0.05,
  },
  {
    name: 'Recarga +10 %',
    description: 'Un 10 % más en las recargas, hasta 5 €',
    worth: { percent: 10, cap: 500 },
    from: -90,
    usesPerUser: 5,
    create: ['loadWallet'],
    execute: ['loadWallet'],
    codes: [],
    share: 0.1,
  },
  {
    name: 'Verano',
    description: 'Campaña de verano con los hoteles de la costa',
    worth: { percent: 20, cap: 400 },
    from: -170,
    to: -75,
    usesPerUser: 2,
    create: ['redeemCode'],
    execute: ['loadWallet'],
    codes: ['VERANO', 'PLAYA', 'HOTEL20'],
    share: 0.03,
  },
  {
    name: 'Black Friday',
    description: 'Solo el fin de semana; aprobada por marketing',
    worth: { percent: 20, cap: 1_000 },
    from: 11,
    to: 14,
    usesPerUser: 1,
    create: ['redeemCode'],
    execute: ['loadWallet'],
    codes: ['BLACK', 'BLACK20'],
    share: 0,
  },
  {
    name: 'Tarjetas de la feria',
    description: 'Códigos de un solo uso, repartidos en tarjetas en el recinto ferial',
    worth: { amount: 1_000 },
    from: -60,
    to: 30,
    usesPerUser: 1,
    create: ['redeemCode'],
    execute: [],
    codes: [],
    series: { prefix: 'FERIA', count: 180, usesTotal: 1 },
    share: 0.03,
  },
  {
    name: 'Aniversario',
    description: 'Los 50 primeros; anunciada en redes sociales',
    worth: { amount: 500 },
    from: -45,
    to: 45,
    usesPerUser: 1,
    usedUpBy: 50,
    create: ['redeemCode'],
    execute: [],
    codes: ['ANIVERSARIO'],
    share: 0,
  },
  {
    name: 'Aeropuerto',
    description: '15 % de vuelta en los viajes, hasta 6 €',
    worth: { percent: 15, cap: 600 },
    from: -30,
    to: 60,
    usesPerUser: 4,
    create: ['redeemCode'],
    execute: ['setServiceFinished'],
    codes: ['AEROPUERTO', 'VUELO15'],
    share: 0.02,
  },
  {
    name: 'Fin de semana',
    description: 'Parada hasta revisar el presupuesto',
    worth: { amount: 200 },
    from: -120,
    active: false,
    create: ['redeemCode'],
    execute: ['setServiceFinished'],
    codes: ['FINDE'],
    share: 0.01,
  },
  {
    name: 'Aparca y viaja',
    description: '2 € al terminar un aparcamiento',
    worth: { amount: 200 },
    from: -20,
    usesPerUser: 10,
    create: ['redeemCode'],
    execute: ['parkingSetServiceFinished'],
    codes: ['APARCA'],
    share: 0.02,
  },
  {
    name: 'Moto y bici',
    description: '1 € al terminar un trayecto compartido',
    worth: { amount: 100 },
    from: -10,
    create: ['redeemCode'],
    execute: ['mobilitySetServiceFinished', 'transportSetServiceFinished'],
    codes: ['MUEVETE', 'BICI'],
    share: 0.02,
  },
  {
    name: 'Trae a un amigo',
    description: 'Cada código vale para cinco amigos',
    worth: { amount: 500 },
    from: -150,
    usesPerUser: 1,
    create: ['redeemCode'],
    execute: [],
    codes: [],
    series: { prefix: 'AMIGO', count: 60, usesTotal: 5 },
    share: 0.03,
  },
  {
    name: 'Atención al cliente',
    description: 'Compensación que da el equipo de atención; una vez por usuario',
    worth: { amount: 500 },
    usesPerUser: 1,
    create: ['redeemCode'],
    execute: [],
    codes: ['DISCULPA5'],
    share: 0.01,
  },
]

export type SeededPromo = Plan & {
  id: number
  /** In epoch milliseconds. */
  validFrom: number | null
  validTo: number | null
  uses: number
  codeRows: { id: number; code: string; usesTotal: number | null; uses: number }[]
}

/** A tenant's campaigns, still without users. */
export const promosOf = (tenantId: number, now: number, { digits }: Random): SeededPromo[] => {
  let codes = 0
  const nextCode = (code: string, usesTotal: number | null) => {
    const id = tenantId * 10_000 + ++codes
    return { id, code, usesTotal, uses: 0 }
  }
  return plans.map((plan, index) => ({
    ...plan,
    id: tenantId * 100 + index + 1,
    validFrom: plan.from === undefined ? null : now + plan.from * day,
    validTo: plan.to === undefined ? null : now + plan.to * day,
    uses: 0,
    codeRows: [
      ...plan.codes.map((code) => nextCode(code, plan.usedUpBy ?? null)),
      ...Array.from({ length: plan.series?.count ?? 0 }, (_, n) =>
        nextCode(`${plan.series?.prefix}-${digits(4)}${String(n).padStart(3, '0')}`, plan.series?.usesTotal ?? null),
      ),
    ],
  }))
}

export const promoRow = (tenantId: number, promo: SeededPromo) => ({
  tenant_id: tenantId,
  id: promo.id,
  name: promo.name,
  internal_description: promo.description,
  active: promo.active ?? true,
  type: 'amount' in promo.worth ? 'fixed' : 'percent',
  amount: 'amount' in promo.worth ? promo.worth.amount : null,
  percent: 'percent' in promo.worth ? promo.worth.percent : null,
  cap: 'percent' in promo.worth ? promo.worth.cap : null,
  uses_per_user: promo.usesPerUser ?? null,
  uses_total: promo.usedUpBy ?? null,
  current_usages: promo.uses,
  valid_from: promo.validFrom === null ? null : new Date(promo.validFrom),
  valid_to: promo.validTo === null ? null : new Date(promo.validTo),
  actions_to_execute: promo.execute,
  actions_to_create: promo.create,
})

export const promoCodeRows = (tenantId: number, promo: SeededPromo) =>
  promo.codeRows.map(({ id, code, usesTotal, uses }) => ({
    tenant_id: tenantId,
    id,
    id_promo: promo.id,
    type: 'amount' in promo.worth ? 'fixed' : 'percent',
    name: promo.series ? `${promo.name} ${code.split('-')[1]}` : promo.name,
    code,
    uses_total: usesTotal,
    current_usages: uses,
  }))
