import {
  IconAdjustments,
  IconBell,
  IconCalendarX,
  IconChartDonut,
  IconChecklist,
  IconFileInvoice,
  IconHash,
  IconHistory,
  IconId,
  IconIdBadge2,
  IconLayoutDashboard,
  IconMapPin,
  IconMapSearch,
  IconParking,
  IconPhonePlus,
  IconPoint,
  IconReceipt,
  IconScooter,
  IconTag,
  IconTicket,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'

/** The icons that routes name in their `menu`; one that is not here yet shows as a dot. */
const icons: Record<string, typeof IconPoint> = {
  addresses: IconMapPin,
  authorizations: IconId,
  callers: IconUsers,
  dashboard: IconLayoutDashboard,
  documents: IconIdBadge2,
  features: IconAdjustments,
  maps: IconMapSearch,
  cancelled: IconCalendarX,
  finished: IconChecklist,
  historic: IconHistory,
  invoices: IconFileInvoice,
  mobility: IconScooter,
  newAuthorization: IconUserPlus,
  newBooking: IconPhonePlus,
  parking: IconParking,
  promoCodes: IconTicket,
  promos: IconTag,
  services: IconReceipt,
  notifications: IconBell,
  report: IconChartDonut,
  users: IconUserCircle,
  validations: IconHash,
}

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = icons[name] ?? IconPoint
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}
