import { Button } from '@mantine/core'
import { placeAt, type Track } from '@parada/domain/route/replay'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../kit/format.ts'
import classes from './replay.module.css'

/** Playback time of a whole route; a route shorter than this plays in real time. */
const playedMs = 30_000

type Props = {
  track: Track
  /** When the route began, in epoch milliseconds. */
  start: number
  second: number
  onSecond: (second: number) => void
}

/** Advances the playback with animation frames until the end of the route. */
const usePlaying = ({ track, second, onSecond }: Props) => {
  const [isPlaying, setPlaying] = useState(false)
  const last = track.times.at(-1) ?? 0
  const at = useRef(second)
  at.current = second
  const told = useRef(onSecond)
  told.current = onSecond
  useEffect(() => {
    if (!isPlaying) return
    const perMs = Math.max(1 / 1_000, last / playedMs)
    let [frame, before] = [0, performance.now()]
    const step = (now: number) => {
      const next = Math.min(last, at.current + (now - before) * perMs)
      before = now
      told.current(next)
      if (next >= last) setPlaying(false)
      else frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, last])
  const toggle = () => {
    if (!isPlaying && second >= last) onSecond(0)
    setPlaying(!isPlaying)
  }
  return { isPlaying, toggle, pause: () => setPlaying(false), last }
}

/** Moves along the path, by hand or automatically, and shows the time and speed there. */
export const Replay = (props: Props) => {
  const { t, i18n } = useTranslation()
  const { track, start, second, onSecond } = props
  const { isPlaying, toggle, pause, last } = usePlaying(props)
  const clock = useMemo(
    () => new Intl.DateTimeFormat(localeOf(i18n.language), { timeStyle: 'medium', hourCycle: 'h23' }),
    [i18n.language],
  )
  const speed = Math.round(placeAt(track, second)?.kmh ?? 0)
  const said = `${clock.format(start + second * 1_000)}, ${speed} km/h`
  return (
    <section className={classes.replay} aria-label={t('route.replay.title')}>
      <Button size="compact-sm" variant="default" onClick={toggle}>
        {t(isPlaying ? 'route.replay.pause' : 'route.replay.play')}
      </Button>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={Math.round(second)}
        aria-label={t('route.replay.slider')}
        aria-valuetext={said}
        onChange={(event) => {
          pause()
          onSecond(Number(event.currentTarget.value))
        }}
      />
      <output>{said}</output>
    </section>
  )
}
