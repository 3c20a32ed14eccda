import type { PaymentAccount } from './customers.ts'
import type { Place } from './locations.ts'
import type { Random } from './random.ts'

const notificationsPerTenant = 40

const day = 86_400_000

type Text = readonly [type: string, content: string, notes: string]

const forDesks: readonly Text[] = [
  ['warning', 'Manifestación en el centro: avisar de demoras de 20 minutos', 'Repetir cada primer sábado de mes'],
  ['info', 'El sábado cambia la hora: confirmar las recogidas de madrugada', 'Dos veces al año'],
  ['danger', 'La centralita de reserva está en uso: no transferir llamadas', 'Solo durante el mantenimiento'],
  ['success', 'Vuelve a funcionar el pago con tarjeta en todos los taxis', ''],
  ['info', 'Nueva parada provisional junto a la estación', 'Hasta que acaben las obras'],
  ['warning', 'Huelga de trenes: pedir siempre el destino exacto', ''],
  ['info', 'Preguntar por la silla infantil en viajes al parque', 'Fines de semana'],
  ['warning', 'Nieve en los puertos: no prometer hora en trayectos de montaña', 'Temporada de invierno'],
  ['danger', 'Aeropuerto cerrado por niebla: reprogramar las recogidas', ''],
  ['info', 'Congreso médico: los asistentes presentan un vale', 'Acuerdo inventado para la demo'],
]

const forDrivers: readonly Text[] = [
  ['zone', 'Mucha demanda junto al palacio de congresos', 'Se envía dentro del radio de origen'],
  ['zone', 'Calle cortada por obras: acceder por la avenida', ''],
  ['reminder', 'Recuerde confirmar la llegada antes de llamar al pasajero', 'Todos los días laborables'],
  ['reminder', 'Servicio con silla de ruedas: revise la rampa', ''],
  ['zone', 'Salida del concierto prevista a medianoche', 'Solo viernes y sábados'],
  ['price', 'Precio cerrado al aeropuerto: no ponga el taxímetro', 'Trayectos largos'],
  ['reminder', 'Trayecto corto: se abona el mínimo acordado', ''],
  ['zone', 'Cruceros en el muelle: hay cola de pasajeros', ''],
]

const days = ['', '', '1,2,3,4,5', '6,7', '5,6', '1,2,3,4,5,6,7']
const productTypes = ['taxi', 'taxi', 'taxi,vtc', 'vtc', '']

const circle = (place: Place | undefined, random: Random) =>
  place ? [place.lat, place.lon, random.pick([500, 1_000, 2_000, 5_000])] : [null, null, null]

/** No window, or one that is open now, in the future or in the past. */
const windowOf = (index: number, now: Date, random: Random) => {
  const start = new Date(now).setUTCHours(0, 0, 0, 0)
  const length = random.between(1, 20) * day
  const from = [start - day, start + 2 * day, start - 40 * day][index % 4]
  return from === undefined ? [null, null] : [new Date(from), new Date(from + length)]
}

export const notificationsOf = (
  {
    tenantId,
    accounts,
    places,
    now,
  }: { tenantId: number; accounts: readonly PaymentAccount[]; places: readonly Place[]; now: Date },
  random: Random,
) =>
  Array.from({ length: notificationsPerTenant }, (_, index) => {
    const isForDesks = index % 2 === 0
    const [type, content, notes] = random.pick(isForDesks ? forDesks : forDrivers)
    const [minDate, maxDate] = windowOf(index, now, random)
    const place = () => (isForDesks || random.chance(0.4) ? undefined : random.pick(places))
    const [originLat, originLon, originRadius] = circle(place(), random)
    const [destinationLat, destinationLon, destinationRadius] = circle(place(), random)
    const hasHours = random.chance(0.3)
    const hasDistance = random.chance(0.25)
    return {
      tenant_id: tenantId,
      id: tenantId * 1_000 + index + 1,
      type,
      notes,
      status: random.chance(0.6) ? 1 : 0,
      priority: random.between(1, 3),
      content,
      product_types: random.pick(productTypes),
      before_requested_minutes: random.chance(0.3) ? random.pick([15, 30, 60]) : null,
      after_requested_minutes: random.chance(0.3) ? random.pick([5, 10, 30]) : null,
      origin_lat: originLat,
      origin_lon: originLon,
      origin_radius: originRadius,
      destination_lat: destinationLat,
      destination_lon: destinationLon,
      destination_radius: destinationRadius,
      days_of_week: random.pick(days),
      min_date: minDate,
      max_date: maxDate,
      start_hour: hasHours ? random.between(6, 12) : null,
      start_minute: hasHours ? random.pick([0, 30]) : null,
      end_hour: hasHours ? random.between(13, 22) : null,
      end_minute: hasHours ? random.pick([0, 30]) : null,
      min_distance: hasDistance ? random.pick([0, 1_000]) : null,
      max_distance: hasDistance ? random.pick([5_000, 20_000]) : null,
      id_payment_account_list: random.chance(0.2) ? random.pick(accounts).id.toString() : '',
      whitelabel_list: random.chance(0.5) ? String(tenantId) : '',
      receiver_type: isForDesks ? 'user' : 'taxiDriver',
    }
  })
