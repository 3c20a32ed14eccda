import type { MapSettings } from '@parada/contract/map-settings'
import { createContext, useContext } from 'react'

const MapContext = createContext<MapSettings | undefined>(undefined)

/** The base maps that can be drawn, from the page's settings. */
export const MapStyleProvider = MapContext.Provider
export const useMapSettings = () => useContext(MapContext)
