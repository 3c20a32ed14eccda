import { createContext, useContext } from 'react'

const MapStyleContext = createContext<string | undefined>(undefined)

/** The address of the base map's style, from the page's settings; {scheme} in it stands for light or dark. */
export const MapStyleProvider = MapStyleContext.Provider
export const useMapStyleUrl = () => useContext(MapStyleContext)
