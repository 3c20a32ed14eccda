import { companyTaxId } from '@parada/domain/spain/tax-id'
import type { Subdomain } from './demo-users.ts'
import { fleetsByShare } from './fleets.ts'
import { placesServed } from './locations.ts'
import { inventName } from './people.ts'
import type { Random } from './random.ts'

const callersPerTenant = 500

const accountNames: Readonly<Record<Subdomain, readonly string[]>> = {
  demo: [
    'Seguros Ejemplo',
    'Clínica Ficticia',
    'Viajes Imaginarios',
    'Consultora Inventada',
    'Universidad de Muestra',
    'Laboratorios Supuestos',
    'Televisión de Prueba',
    'Banco Hipotético',
  ],
  costa: [
    'Cruceros Imaginarios',
    'Hoteles de Muestra',
    'Seguros Supuestos',
    'Congresos de Prueba',
    'Clínica Inventada',
    'Inmobiliaria Hipotética',
    'Festival Ficticio',
    'Aerolínea Ejemplo',
  ],
  norte: [
    'Siderurgia Ejemplo',
    'Mutua Ficticia',
    'Conservas Imaginarias',
    'Ingeniería de Muestra',
    'Caja Hipotética',
    'Astilleros Supuestos',
    'Hospital de Prueba',
    'Energía Inventada',
  ],
}

const addresses: Readonly<Record<Subdomain, string>> = {
  demo: '28000 Madrid',
  costa: '29000 Málaga',
  norte: '48000 Bilbao',
}

const groupNames = ['Dirección', 'Administración', 'Visitas']
// The forms treat no, one and several travel groups differently, so there is an account of each kind.
const groupCounts = [3, 2, 1, 0, 2, 3, 1, 2]

export const paymentAccountsOf = (tenantId: number, subdomain: Subdomain) =>
  accountNames[subdomain].map((name, index) => ({
    tenant_id: tenantId,
    id: tenantId * 100 + index + 1,
    name,
    customer_price_multiplier: index % 3 === 0 ? 10 : null,
    legal_name: `${name}, ${index % 2 === 0 ? 'S.A.' : 'S.L.'}`,
    // Plainly invented, like everything about these companies.
    tax_id: companyTaxId(index % 2 === 0 ? 'A' : 'B', `0000${tenantId}${String(index + 1).padStart(2, '0')}`),
    address: `Calle de Ejemplo ${index + 1}, ${addresses[subdomain]}`,
    email: `facturas${tenantId * 100 + index + 1}@cliente.example`,
  }))

export type PaymentAccount = ReturnType<typeof paymentAccountsOf>[number]

export const travelGroupsOf = (accounts: readonly PaymentAccount[]) =>
  accounts.flatMap(({ tenant_id, id }, index) =>
    groupNames.slice(0, groupCounts[index]).map((name, position) => ({
      tenant_id,
      id: id * 10 + position,
      id_payment_account: id,
      name,
    })),
  )

const notes = ['', '', '', '', 'Usa bastón', 'Prefiere esperar dentro', 'Avisar al llegar', 'Suele llevar equipaje']

/** Telephone numbers that ring nowhere: from 600 000 000 and 910 000 000 onwards. */
export const callersOf = (tenantId: number, subdomain: Subdomain, random: Random) => {
  const fleets = fleetsByShare(subdomain).map((fleet) => ({ id: fleet.id, places: placesServed(fleet) }))
  return Array.from({ length: callersPerTenant }, (_, index) => {
    const { firstName, lastName } = inventName(random)
    const fleet = random.pick(fleets)
    return {
      tenant_id: tenantId,
      id: tenantId * 10_000 + index + 1,
      phone_number: `${random.chance(0.7) ? '600000' : '910000'}${String(index).padStart(3, '0')}`,
      first_name: firstName,
      last_name: lastName,
      address_billing: random.chance(0.4) ? random.pick(fleet.places).address_field : '',
      notes_client: random.pick(notes),
      is_blacklisted: random.chance(0.03),
      id_supplier: fleet.id,
    }
  })
}

export type Caller = ReturnType<typeof callersOf>[number]
