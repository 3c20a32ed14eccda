import { createContext, useContext } from 'react'

const TenantContext = createContext<string | undefined>(undefined)

/** Tells the kit whose data it remembers; without it the host stands for its tenant. */
export const TenantProvider = TenantContext.Provider

export const useTenant = () => useContext(TenantContext) ?? location.hostname
