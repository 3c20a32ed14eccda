import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './document-image.module.css'
import { type ImageCache, type ImageName, useImage } from './image-cache.ts'

/** How an image is displayed: zoom factor, quarter turns clockwise, and offset in pixels. */
export type Look = { zoom: number; turns: number; x: number; y: number }
export const plainLook: Look = { zoom: 1, turns: 0, x: 0, y: 0 }

const zooms = [1, 1.5, 2, 3, 4, 6]

export const zoomed = (look: Look, step: 1 | -1): Look => {
  const zoom = zooms[Math.max(0, Math.min(zooms.indexOf(look.zoom) + step, zooms.length - 1))] ?? 1
  return zoom === 1 ? { ...plainLook, turns: look.turns } : { ...look, zoom }
}
export const turned = (look: Look): Look => ({ ...plainLook, zoom: look.zoom, turns: (look.turns + 1) % 4 })

/** Drags the image with the pointer; a press without a move counts as a click. */
const useDrag = (look: Look, onLook: (look: Look) => void) => {
  const from = useRef<{ x: number; y: number }>(undefined)
  const hasMoved = useRef(false)
  return {
    hasMoved,
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      hasMoved.current = false
      if (look.zoom > 1) from.current = { x: clientX - look.x, y: clientY - look.y }
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      if (!from.current || buttons === 0) return
      const [x, y] = [clientX - from.current.x, clientY - from.current.y]
      if (Math.abs(x - look.x) + Math.abs(y - look.y) < 4) return
      hasMoved.current = true
      onLook({ ...look, x, y })
    },
    onPointerUp: () => {
      from.current = undefined
    },
  }
}

type Props = {
  cache: ImageCache
  image: ImageName
  label: string
  look: Look
  onLook: (look: Look) => void
  /** Whether the zoom and rotate keys act on this image. */
  isChosen: boolean
  onChoose: () => void
}

/** Stands in for a missing image, with the reason. */
export const NoImage = ({ label, reason }: { label: string; reason: string }) => (
  <figure className={classes.image}>
    <figcaption>{label}</figcaption>
    <p className={classes.nothing}>{reason}</p>
  </figure>
)

/** One image, large: a click zooms in and out, a drag moves it. */
export const DocumentImage = ({ cache, image, label, look, onLook, isChosen, onChoose }: Props) => {
  const { t } = useTranslation()
  const { url, failure } = useImage(cache, image)
  const { hasMoved, ...drag } = useDrag(look, onLook)
  const { zoom, turns, x, y } = look
  const words = { image: label }
  return (
    <figure className={classes.image} data-chosen={isChosen || undefined}>
      <figcaption>
        <span>{label}</span>
        <button
          type="button"
          className={classes.tool}
          aria-label={t('document.zoomOut', words)}
          disabled={zoom === 1}
          onClick={() => onLook(zoomed(look, -1))}
        >
          −
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={t('document.zoomIn', words)}
          aria-keyshortcuts={isChosen ? '+' : undefined}
          onClick={() => onLook(zoomed(look, 1))}
        >
          +
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={t('document.turn', words)}
          aria-keyshortcuts={isChosen ? 't' : undefined}
          onClick={() => onLook(turned(look))}
        >
          ↻
        </button>
      </figcaption>
      <button
        type="button"
        className={classes.frame}
        data-zoomed={zoom > 1 || undefined}
        aria-label={t(zoom > 1 ? 'document.zoomOut' : 'document.zoomIn', words)}
        aria-busy={url === undefined && failure === undefined}
        {...drag}
        onFocus={onChoose}
        onClick={() => {
          onChoose()
          if (!hasMoved.current) onLook(zoom > 1 ? { ...plainLook, turns } : { ...look, zoom: 2 })
        }}
      >
        {url && (
          <img
            src={url}
            alt={label}
            decoding="sync"
            draggable={false}
            data-sideways={turns % 2 === 1 || undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${zoom})`,
            }}
          />
        )}
        {failure !== undefined && <span role="alert">{t('document.failed', { message: failure })}</span>}
      </button>
    </figure>
  )
}
