import type { PaymentAccount } from './customers.ts'
import type { DemoFleet } from './fleets.ts'
import { placesServed } from './locations.ts'
import type { Random } from './random.ts'

const projectsPerTenant = 60
const addressesPerTenant = 80

const works = ['Ampliación', 'Auditoría', 'Campaña', 'Estudio', 'Formación', 'Inspección', 'Mudanza', 'Reforma']
const places = ['de la nave norte', 'del archivo', 'del laboratorio', 'de la sede', 'del almacén', 'de la planta']

/** Project filters used by the account fields below. */
const filters = ['obra', 'estudio']

export const projectsOf = (tenantId: number, accounts: readonly PaymentAccount[], { pick }: Random) =>
  Array.from({ length: projectsPerTenant }, (_, index) => ({
    tenant_id: tenantId,
    id: tenantId * 1_000 + index + 1,
    key_project: `P-${String(index + 1).padStart(3, '0')}`,
    title: `${pick(works)} ${pick(places)}`,
    filter: filters[index % filters.length],
    id_payment_account: accounts[index % 2 === 0 ? 1 : 4]?.id ?? null,
  }))

/** Two accounts have account fields: in one a value shows or hides another field, the other requires a project. */
export const breakConfigsOf = (accounts: readonly PaymentAccount[]) => {
  const configs = [
    {
      account: accounts[1],
      breaks: [
        {
          type: 'text',
          label: 'Motivo',
          value_dependencies: [
            { value: 'Visita', dependencies: [{ idBreak: 2, visible: true, mandatory: true }] },
            { value: '$else', dependencies: [{ idBreak: 2, visible: false, mandatory: false }] },
          ],
        },
        { type: 'text', label: 'Cliente visitado' },
        { type: 'project', label: 'Obra', filter: 'obra' },
      ],
    },
    {
      account: accounts[4],
      breaks: [
        { type: 'project', label: 'Estudio', filter: 'estudio', mandatory: true },
        { type: 'text', label: 'Observaciones' },
      ],
    },
  ]
  return configs.flatMap(({ account, breaks }) =>
    breaks.map(({ type, label, ...more }, index) => ({
      tenant_id: account?.tenant_id,
      id_payment_account: account?.id,
      id: index + 1,
      type,
      label,
      mandatory: false,
      filter: '',
      value_dependencies: [],
      ...more,
    })),
  )
}

const aliases = ['Almacén', 'Consulta', 'Oficina', 'Portería', 'Taller', 'Academia', 'Residencia', 'Imprenta']
const nearby = (degrees: number, { between }: Random) => Math.round((degrees + between(-20, 20) / 1e4) * 1e5) / 1e5

export const addressesOf = (tenantId: number, fleets: readonly DemoFleet[], random: Random) => {
  const { chance, pick } = random
  return Array.from({ length: addressesPerTenant }, (_, index) => {
    const fleet = pick(fleets)
    const place = pick(placesServed(fleet))
    return {
      tenant_id: tenantId,
      id: tenantId * 10_000 + index + 1,
      address_field: `${aliases[index % aliases.length]} junto a ${place.name}`,
      name: place.address_field,
      lat: nearby(place.lat, random),
      lon: nearby(place.lon, random),
      id_supplier: chance(0.5) ? fleet.id : null,
    }
  })
}

const audiences = ['empleados', 'visitas']
const asked = ['Centro de coste', 'Motivo del viaje', 'Documento']

export const processorConfigsOf = (accounts: readonly PaymentAccount[]) =>
  accounts.flatMap(({ tenant_id, id, name }) =>
    audiences.map((audience, index) => ({
      tenant_id,
      id: id * 10 + index,
      id_payment_account: id,
      name: `${name}: ${audience}`,
      active_form: index === 0 || id % 2 === 0,
      enable_cachet: index === 0,
    })),
  )

export const processorDataConfigsOf = (configs: ReturnType<typeof processorConfigsOf>) =>
  configs.flatMap(({ tenant_id, id }) =>
    asked.map((name, index) => ({
      tenant_id,
      id: id * 10 + index,
      id_processor_config: id,
      name,
      value: '',
      enforce: index,
    })),
  )

/** Test cards, which cannot pay for anything. */
export const cardsOf = (tenantId: number, idUser: number) =>
  [12, 13, 14].map((payment_method, index) => ({
    tenant_id: tenantId,
    id: tenantId * 100 + index + 1,
    id_user: index === 0 ? idUser : null,
    card_alias: `Tarjeta de prueba ${index + 1}`,
    payment_method,
  }))
