import type { Subdomain } from './demo-users.ts'

export type DemoTenant = {
  id: number
  subdomain: Subdomain
  name: string
  frontConfig: {
    name: string
    color: string
    logo: string
    showBookingReference: boolean
    showCancelledBookingNotifications: boolean
    canResendAuthorizationEmail: boolean
    hasSpartan: boolean
    spartanURL: string
    mandatoryDestination: boolean
    asapFromStartTime: boolean
    warnFleetTimeZone: boolean
    cancelReasonMinLength: number
    routeSheetDefaultLessorTaxId: string
    issuer: { legalName: string; taxId: string; address: string; email: string }
  }
}

/** A white mark on a rounded square in the tenant's colour, which works on light and dark backgrounds. */
const logo = (color: string, mark: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${color}"/>${mark}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

// A pin with a taxi's chequers in its head.
const rankMark =
  '<path fill="#fff" d="M32 8a18 18 0 0 0-18 18c0 13 18 30 18 30s18-17 18-30A18 18 0 0 0 32 8z"/>' +
  '<path fill="#1f3fa8" d="M23 20h6v6h-6zM35 20h6v6h-6zM29 26h6v6h-6z"/>'
// The sun going down behind two waves.
const coastMark =
  '<circle cx="32" cy="22" r="11" fill="#fff"/>' +
  '<path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" d="M10 42q5.5-5 11 0t11 0 11 0 11 0M10 53q5.5-5 11 0t11 0 11 0 11 0"/>'
// Two peaks, the higher one with snow.
const northMark =
  '<path fill="#fff" d="M6 52 24 24l7 11 9-19 18 36z"/>' +
  '<path fill="#0f6b5c" d="m40 16-6.2 13 4.2 4 3-4 4 4 2-3.8z" opacity=".55"/>'

export const demoTenants: readonly DemoTenant[] = [
  {
    id: 1,
    subdomain: 'demo',
    name: 'Radio Taxi Demo',
    frontConfig: {
      name: 'Radio Taxi Demo',
      color: '#1f3fa8',
      logo: logo('#1f3fa8', rankMark),
      showBookingReference: true,
      showCancelledBookingNotifications: true,
      canResendAuthorizationEmail: true,
      hasSpartan: true,
      spartanURL: 'https://spartan.demo.example',
      mandatoryDestination: false,
      asapFromStartTime: true,
      warnFleetTimeZone: true,
      cancelReasonMinLength: 10,
      routeSheetDefaultLessorTaxId: 'B00000000',
      issuer: {
        legalName: 'Radio Taxi Demo, S. Coop.',
        taxId: 'F00000000',
        address: 'Calle Inventada 1, 28000 Madrid',
        email: 'facturas@demo.example',
      },
    },
  },
  {
    id: 2,
    subdomain: 'costa',
    name: 'Taxis Costa Ejemplo',
    frontConfig: {
      name: 'Taxis Costa Ejemplo',
      color: '#b4400f',
      logo: logo('#b4400f', coastMark),
      showBookingReference: false,
      showCancelledBookingNotifications: true,
      canResendAuthorizationEmail: false,
      hasSpartan: false,
      spartanURL: '',
      mandatoryDestination: true,
      asapFromStartTime: false,
      warnFleetTimeZone: true,
      cancelReasonMinLength: 20,
      routeSheetDefaultLessorTaxId: '',
      issuer: {
        legalName: 'Taxis Costa Ejemplo, S.L.',
        taxId: 'B00000026',
        address: 'Paseo Imaginario 2, 29000 Málaga',
        email: 'facturas@costa.example',
      },
    },
  },
  {
    id: 3,
    subdomain: 'norte',
    name: 'Norte Movilidad Ejemplo',
    frontConfig: {
      name: 'Norte Movilidad Ejemplo',
      color: '#0f6b5c',
      logo: logo('#0f6b5c', northMark),
      showBookingReference: true,
      showCancelledBookingNotifications: false,
      canResendAuthorizationEmail: true,
      hasSpartan: true,
      spartanURL: 'https://spartan.norte.example',
      mandatoryDestination: false,
      asapFromStartTime: true,
      warnFleetTimeZone: false,
      cancelReasonMinLength: 5,
      routeSheetDefaultLessorTaxId: 'B00000018',
      issuer: {
        legalName: 'Norte Movilidad Ejemplo, S.L.',
        taxId: 'B00000034',
        address: 'Gran Vía Ficticia 3, 48000 Bilbao',
        email: 'facturas@norte.example',
      },
    },
  },
]
