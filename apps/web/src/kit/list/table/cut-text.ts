import type { MouseEvent } from 'react'
import { closest } from '../../closest.ts'

export const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth

/**
 * Shows a cell's full text as its title, only when the pointer is on it: measuring all cells would double the layout
 * work.
 */
export const cutTextShown = (event: MouseEvent) => {
  const cell = closest(event, 'tbody td, tbody th, thead button')
  if (!cell) return
  const { whole } = cell.dataset
  if (whole) cell.title = whole
  else if (isCut(cell)) cell.title = cell.textContent ?? ''
  else if (cell.title) cell.removeAttribute('title')
}

const gap = 4

/** The same for the keyboard, beside the cell reached with the arrow keys. */
export const showTip = (tip: HTMLElement | null, cell: HTMLElement | undefined) => {
  if (!tip) return
  tip.hidden = !cell || !isCut(cell)
  if (!cell || tip.hidden) return
  tip.textContent = cell.textContent
  const { left, bottom, top } = cell.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
  tip.style.top = `${bottom + height + gap < window.innerHeight ? bottom + gap : top - height - gap}px`
}
