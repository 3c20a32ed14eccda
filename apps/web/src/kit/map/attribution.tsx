import type { StyleSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

const openStreetMap = 'https://www.openstreetmap.org/copyright'

/** The names in a service's attribution. Its HTML is not inserted into the page. */
export const namesIn = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const links = [...body.querySelectorAll('a')].map(({ textContent }) => textContent.trim())
  const names = links.length > 0 ? links : [body.textContent.trim()]
  return names.filter((name) => name !== '' && !/openstreetmap/i.test(name))
}

const otherNames = ({ sources }: StyleSpecification) => [
  ...new Set(
    Object.values(sources).flatMap((source) =>
      'attribution' in source && typeof source.attribution === 'string' ? namesIn(source.attribution) : [],
    ),
  ),
]

/** Credits the sources of the map data. Always visible, as the licence requires. */
export const Attribution = ({ style }: { style: StyleSpecification | undefined }) => {
  const { t } = useTranslation()
  const others = useMemo(() => (style ? otherNames(style) : []), [style])
  return (
    <p className={classes.attribution}>
      {others.map((name) => (
        <span key={name}>{name} </span>
      ))}
      <a href={openStreetMap} target="_blank" rel="noreferrer">
        {t('map.attribution')}
      </a>
    </p>
  )
}
