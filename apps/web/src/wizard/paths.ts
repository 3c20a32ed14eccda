import type { CustomerKind, WizardVariant } from '@parada/domain/wizard/draft'

const roots: Record<WizardVariant, string> = {
  'new-booking': '/new-booking',
  'to-invoice': '/new-service-to-invoice',
  historic: '/new-service-historic',
}

type WizardAddress = {
  variant: WizardVariant
  kind: CustomerKind
  phoneNumber?: string | undefined
  phoneNumberDialed?: string | undefined
  subscriberCode?: string | undefined
  userNumber?: string | undefined
  data?: string | undefined
}

/** The URL of a wizard with its parameters. */
export const pathOf = ({
  variant,
  kind,
  phoneNumber,
  phoneNumberDialed,
  subscriberCode,
  userNumber,
  data,
}: WizardAddress) => {
  const parts = kind === 'caller' ? [phoneNumber, phoneNumberDialed] : [subscriberCode, userNumber]
  const tail = parts.flatMap((part) => (part ? encodeURIComponent(part) : []))
  const query = data === undefined ? '' : `?data=${encodeURIComponent(data)}`
  return [roots[variant], kind, ...tail].join('/') + query
}
