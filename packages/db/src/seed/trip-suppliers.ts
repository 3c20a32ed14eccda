import type { Mode } from '@parada/domain/trip/modes'

type Supplier = { id: number; mode: Mode; name: string; protocol: number }

/**
 * Suppliers of parking, shared vehicles and public transport in the demo, and the app that records routes; the same for
 * all tenants.
 */
export const tripSuppliers: readonly Supplier[] = [
  { id: 1, mode: 'ticket', name: 'Metro', protocol: 0 },
  { id: 2, mode: 'ticket', name: 'Cercanías', protocol: 0 },
  { id: 3, mode: 'ticket', name: 'Autobús urbano', protocol: 0 },
  { id: 11, mode: 'parking', name: 'Parkimeter', protocol: 1 },
  { id: 12, mode: 'parking', name: 'ElParking', protocol: 2 },
  { id: 13, mode: 'parking', name: 'Qoob', protocol: 3 },
  { id: 14, mode: 'parking', name: 'Parkimeter V2', protocol: 4 },
  { id: 21, mode: 'mobility', name: 'Muving', protocol: 3 },
  { id: 22, mode: 'mobility', name: 'Patinetes Rueda', protocol: 0 },
  { id: 41, mode: 'route', name: 'App de rutas', protocol: 0 },
]

export const tripSuppliersOf = (tenantId: number) =>
  tripSuppliers.map((one) => ({ tenant_id: tenantId, ...one, is_simulated: true }))
