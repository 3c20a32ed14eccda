import type { Desk } from './office.ts'

const day = 86_400_000

/** What an operator sends for a caller who wants a taxi tomorrow. */
const draft = () => ({
  status: 5,
  entryChannel: 20,
  paymentMethod: 11,
  timeBookingStart: Date.now() + day,
  asap: false,
  origin: { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
  destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 },
  passengerName: 'Eva Prueba',
  notes: 'Dos maletas',
})

export const create = async ({ post }: Desk) => {
  const { booking } = await post<{ booking: { id: number } }>('/services/demo/create', { booking: draft() })
  return booking.id
}

export const confirm = ({ post }: Desk, id: number) =>
  post('/services/demo/confirm', { booking: { id, idFleet: 29, phoneNumberPassenger: '600000001' } })

/** From the wizard to the fleet: two API calls, two transactions. */
export const book = async (desk: Desk) => confirm(desk, await create(desk))
