import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useControl, useMap } from 'react-map-gl/maplibre'
import classes from './map.module.css'
import type { MapLayer } from './map-props.ts'

const icons = {
  all: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 10v.01M15 10v.01M12 15v.01',
  follow: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  layers: 'M12 4 3 9l9 5 9-5ZM4 13.5l8 4.5 8-4.5',
}

const Icon = ({ name }: { name: keyof typeof icons }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className={classes.icon}>
    <path d={icons[name]} />
  </svg>
)

/** Escape or a press on the map closes it, and Escape returns the focus to its button. */
const LayerSwitch = ({ layers }: { layers: readonly MapLayer[] }) => {
  const { t } = useTranslation()
  const { current: map } = useMap()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()

  useEffect(() => {
    if (!map || !isOpen) return
    const close = () => setOpen(false)
    map.on('mousedown', close)
    map.on('touchstart', close)
    return () => {
      map.off('mousedown', close)
      map.off('touchstart', close)
    }
  }, [map, isOpen])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form
    <div
      role="group"
      aria-label={t('map.layers')}
      className={classes.layers}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        aria-label={t('map.layers')}
        title={t('map.layers')}
        data-on={layers.some(({ isOn }) => isOn) || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="layers" />
      </button>
      {isOpen && (
        <div id={panel} className={classes.panel}>
          {layers.map(({ key, label, isOn, onToggle }) => (
            <label key={key}>
              <input type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
              {label}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}

class Box {
  readonly element = document.createElement('div')

  onAdd() {
    this.element.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    return this.element
  }

  onRemove() {
    this.element.remove()
  }
}

type Props = {
  onSeeAll: (() => void) | undefined
  follow: { isOn: boolean; toggle: () => void } | undefined
  layers: readonly MapLayer[] | undefined
}

/** Buttons that act on the map itself, below the zoom buttons. */
export const MapButtons = ({ onSeeAll, follow, layers }: Props) => {
  const { t } = useTranslation()
  const { element } = useControl(() => new Box(), { position: 'top-right' })
  return createPortal(
    <>
      {onSeeAll && (
        <button type="button" aria-label={t('map.seeAll')} title={t('map.seeAll')} onClick={onSeeAll}>
          <Icon name="all" />
        </button>
      )}
      {follow && (
        <button
          type="button"
          aria-pressed={follow.isOn}
          aria-label={t('map.follow')}
          title={t('map.follow')}
          data-on={follow.isOn || undefined}
          onClick={follow.toggle}
        >
          <Icon name="follow" />
        </button>
      )}
      {layers && layers.length > 0 && <LayerSwitch layers={layers} />}
    </>,
    element,
  )
}
