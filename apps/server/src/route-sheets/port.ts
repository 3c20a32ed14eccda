import type { Sheet } from '@parada/domain/route-sheet/records'

/** What the register holds of a sheet. */
export type Registered = { idservicio: string; isStarted: boolean; isCancelled: boolean }

/** The facts of a ride that the register wants. */
export type Facts = Pick<
  Sheet,
  | 'numberPlate'
  | 'niftitular'
  | 'nifarrendador'
  | 'nifarrendatario'
  | 'nombarrendatario'
  | 'cgprovcontrato'
  | 'cgmunicontrato'
  | 'fcontrato'
  | 'cgprovinicio'
  | 'cgmuniinicio'
  | 'direccioninicio'
  | 'fprevistainicio'
  | 'cgprovfin'
  | 'cgmunifin'
  | 'direccionfin'
  | 'ffin'
  | 'cgprovlejano'
  | 'cgmunilejano'
  | 'direccionlejano'
>

/**
 * The authority's register. A reference is ours and stays the same for a sheet; `find` tells what became of a message
 * whose answer never came, so that nothing has to be sent on suspicion.
 */
export type Register = {
  find: (reference: string) => Promise<Registered | undefined>
  register: (reference: string, facts: Facts) => Promise<Pick<Registered, 'idservicio'>>
  start: (idservicio: string) => Promise<void>
  cancel: (idservicio: string) => Promise<void>
}

/** The register of a tenant's vehicle, with the certificate of that name. */
export type Registers = (tenant: string, certificate: string) => Register

/** The register understood and will not have it: trying again would not help. Anything else thrown may pass. */
export class RegisterRefusal extends Error {}
