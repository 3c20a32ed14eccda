import type { Sheet } from '@parada/domain/route-sheet/records'

/** What the register knows of a sheet. */
export type Registration = { idservicio: string; isStarted: boolean; isCancelled: boolean }

/** The facts of a ride that the register requires. */
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
 * The authority's register. Our reference stays the same for a sheet; `find` shows whether a message arrived whose
 * answer was lost, so that nothing is sent twice.
 */
export type Register = {
  find: (reference: string) => Promise<Registration | undefined>
  register: (reference: string, facts: Facts) => Promise<Pick<Registration, 'idservicio'>>
  start: (idservicio: string) => Promise<void>
  cancel: (idservicio: string) => Promise<void>
}

/** The register for a tenant, with the vehicle's certificate of that name. */
export type Registers = (tenant: string, certificate: string) => Register

/** The register understood and refused, so a retry would not help. Any other error may be temporary. */
export class RegisterRefusal extends Error {}
