import { createContext, useContext } from 'react'

const TenantContext = createContext<string | undefined>(undefined)

/** The tenant whose data the kit remembers; without it the host name is used instead. */
export const TenantProvider = TenantContext.Provider

export const useTenant = () => useContext(TenantContext) ?? location.hostname
