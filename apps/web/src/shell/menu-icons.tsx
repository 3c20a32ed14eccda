import { IconAdjustments, IconBell, IconHash, IconLayoutDashboard, IconPoint } from '@tabler/icons-react'

/** The icons that routes name in their `menu`; one that is not here yet shows as a dot. */
const icons: Record<string, typeof IconPoint> = {
  dashboard: IconLayoutDashboard,
  features: IconAdjustments,
  notifications: IconBell,
  validations: IconHash,
}

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = icons[name] ?? IconPoint
  return <Icon size={18} stroke={1.7} aria-hidden="true" />
}
