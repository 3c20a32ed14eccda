const pass = { single: 1, multi: 2, time: 3 } as const
const [metro, trains, buses] = [1, 2, 3]
const everyDay = '1111111'
const workingDays = '0111110'
const weekend = '1000001'

type Product = {
  name: string
  description: string
  price: number
  passType: number
  passes: number
  transfers: number
  expiryMinutes: number
  suppliers: readonly number[]
  tags?: readonly string[]
  hours?: readonly [number, number, number, number]
  days?: string
  validateBefore?: number
  notes?: string
  /** Sold only on company accounts. */
  isBusiness?: boolean
  isOver?: boolean
}

/** Ticket titles sold in every city, at the prices of a Spanish one. */
export const titlesSold: readonly Product[] = [
  {
    name: 'Billete sencillo',
    description: 'Un viaje en metro, zona A',
    price: 1.5,
    passType: pass.single,
    passes: 1,
    transfers: 0,
    expiryMinutes: 120,
    suppliers: [metro],
    tags: ['metro', 'zona A'],
    hours: [6, 0, 1, 30],
  },
  {
    name: 'Abono 10 viajes',
    description: 'Diez viajes en metro y autobús urbano',
    price: 12.2,
    passType: pass.multi,
    passes: 10,
    transfers: 0,
    expiryMinutes: 365 * 1_440,
    suppliers: [metro, buses],
    tags: ['metro', 'bus'],
  },
  {
    name: 'Sencillo combinado',
    description: 'Un viaje con un transbordo entre metro y autobús',
    price: 2,
    passType: pass.single,
    passes: 1,
    transfers: 1,
    expiryMinutes: 90,
    suppliers: [metro, buses],
    tags: ['transbordo'],
    validateBefore: 30,
  },
  {
    name: 'Ida y vuelta cercanías',
    description: 'Ida y vuelta en el día, zonas 1 a 4',
    price: 3.4,
    passType: pass.multi,
    passes: 2,
    transfers: 1,
    expiryMinutes: 1_440,
    suppliers: [trains],
    tags: ['tren'],
    hours: [5, 30, 23, 45],
  },
  {
    name: 'Cercanías sencillo',
    description: 'Un viaje, zonas 1 a 4',
    price: 1.85,
    passType: pass.single,
    passes: 1,
    transfers: 1,
    expiryMinutes: 150,
    suppliers: [trains],
    tags: ['tren'],
    validateBefore: 15,
  },
  {
    name: 'Billete de un día',
    description: 'Viajes sin límite durante 24 horas',
    price: 5,
    passType: pass.time,
    passes: 0,
    transfers: 0,
    expiryMinutes: 1_440,
    suppliers: [metro, trains, buses],
    tags: ['turista'],
  },
  {
    name: 'Abono de fin de semana',
    description: 'Viajes sin límite el sábado y el domingo',
    price: 8.4,
    passType: pass.time,
    passes: 0,
    transfers: 0,
    expiryMinutes: 2 * 1_440 + 330,
    suppliers: [metro, buses],
    tags: ['turista', 'fin de semana'],
    days: weekend,
  },
  {
    name: 'Abono mensual empresa',
    description: 'Treinta días, a cargo de la empresa',
    price: 54.6,
    passType: pass.time,
    passes: 0,
    transfers: 0,
    expiryMinutes: 30 * 1_440,
    suppliers: [metro, trains, buses],
    tags: ['empresa'],
    days: workingDays,
    notes: 'Solo con autorización de la empresa',
    isBusiness: true,
  },
  {
    name: 'Bus nocturno',
    description: 'Un viaje en las líneas de noche',
    price: 1.5,
    passType: pass.single,
    passes: 1,
    transfers: 0,
    expiryMinutes: 75,
    suppliers: [buses],
    tags: ['bus', 'noche'],
    hours: [23, 30, 6, 0],
  },
  {
    name: 'Lanzadera al aeropuerto',
    description: 'Un viaje en el autobús exprés',
    price: 5,
    passType: pass.single,
    passes: 1,
    transfers: 0,
    expiryMinutes: 180,
    suppliers: [buses],
    tags: ['bus', 'aeropuerto'],
  },
  {
    name: 'Diez viajes verano',
    description: 'Campaña del verano pasado',
    price: 9.9,
    passType: pass.multi,
    passes: 10,
    transfers: 0,
    expiryMinutes: 60 * 1_440,
    suppliers: [buses],
    tags: ['campaña'],
    notes: 'No se vende desde septiembre',
    isOver: true,
  },
]

export const titleIdOf = (tenantId: number, index: number) => tenantId * 100 + index + 1

export const ticketTitlesOf = (tenantId: number) =>
  titlesSold.map((title, index) => {
    const [start_h, start_m, end_h, end_m] = title.hours ?? [0, 0, 23, 59]
    return {
      tenant_id: tenantId,
      id: titleIdOf(tenantId, index),
      name: title.name,
      internal_description: title.description,
      price_supplier: title.price,
      available_validations: title.transfers,
      number_of_passes: title.passes,
      required_validation_before_minutes: title.validateBefore ?? 0,
      status: title.isOver ? 0 : 1,
      pass_type: title.passType,
      expiration_ticket_minutes: title.expiryMinutes,
      internal_code: `TP-${String(index + 1).padStart(3, '0')}`,
      start_h,
      start_m,
      end_h,
      end_m,
      enabled_days: title.days ?? everyDay,
      notes: title.notes ?? '',
      id_public_transport_suppliers: title.suppliers,
      tags: title.tags ?? [],
    }
  })
