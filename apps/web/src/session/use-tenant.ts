import { constants } from '@parada/domain/constants'
import { createContext, useContext } from 'react'
import type { PageSettings } from './page-settings.ts'
import { useSessionState } from './use-session.ts'

const SettingsContext = createContext<PageSettings>({})
export const SettingsProvider = SettingsContext.Provider
export const useSettings = () => useContext(SettingsContext)

/**
 * The tenant's appearance: from the front config once it has loaded, until then from the settings served with the page.
 */
export const useTenantName = () => {
  const { brand } = useSettings()
  return useSessionState(({ whitelabelConfig }) => whitelabelConfig?.name) ?? brand?.name ?? constants.productName
}

export const useTenantColor = () => {
  const { brand } = useSettings()
  return useSessionState(({ whitelabelConfig }) => whitelabelConfig?.color) ?? brand?.color
}

export const useTenantLogo = () => {
  const { brand } = useSettings()
  return useSessionState(({ whitelabelConfig }) => whitelabelConfig?.logo) ?? brand?.logo ?? '/favicon.svg'
}
