import type { Config } from '../config.ts'
import type { Registers } from './port.ts'
import { restRegister } from './rest.ts'
import { soapRegister } from './soap.ts'

/** The configured register; a demo without one uses the register of its simulator. */
export const registerOf = ({ register }: Pick<Config, 'register'>, simulatorUrl: string | undefined) =>
  register.url || !simulatorUrl ? register : { ...register, url: `${simulatorUrl}/register`, protocol: 'rest' as const }

/** The register of this installation, with the certificate that a vehicle names. */
export const chooseRegister =
  ({ register: { url, protocol, certificates, authority } }: Pick<Config, 'register'>, now: () => Date): Registers =>
  (tenant, name) => {
    if (!url) throw new Error('No register is set up on this server (REGISTER_URL)')
    const certificate = certificates.get(tenant)?.get(name)
    if (name && !certificate) throw new Error(`The certificate '${name}' is not on this server`)
    const trust = { certificate, authority }
    return protocol === 'soap' ? soapRegister(url, trust, now) : restRegister(url, trust)
  }
