import { useComputedColorScheme } from '@mantine/core'
import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { outlineUrl } from './atlas.ts'
import { useMapStyleUrl } from './map-style.ts'
import { outlineStyle } from './outline-style.ts'

/** Below this the borders of municipalities would be one grey smear, and half a megabyte for nothing. */
export const municipalityZoom = 8

/** The installation's own base map, else the shipped outlines in the house's colours, in the scheme of the screen. */
export const useBaseMap = (isNear: boolean): string | StyleSpecification => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const url = useMapStyleUrl()
  const [provinces, setProvinces] = useState<string>()
  const [municipalities, setMunicipalities] = useState<string>()

  useEffect(() => {
    if (!url) void outlineUrl('provinces').then(setProvinces)
  }, [url])
  useEffect(() => {
    if (!url && isNear) void outlineUrl('municipalities').then(setMunicipalities)
  }, [url, isNear])

  return useMemo(
    () => url?.replaceAll('{scheme}', scheme) ?? outlineStyle(scheme, { provinces, municipalities }),
    [url, scheme, provinces, municipalities],
  )
}
