import { ActionIcon, Text, TextInput } from '@mantine/core'
import { wallTime, type Zone } from '@parada/domain/booking/calendar'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Calendar, type UtcDay } from './calendar.tsx'
import { clockText, HourChoice } from './hour-choice.tsx'
import { momentOf, momentsOf, momentText, readMoment, settleMoment, writeMoment } from './moment-text.ts'

type Props = {
  label: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
  timeZone: Zone
  window?: { from?: number; to?: number }
  disabled?: boolean
  isFirst?: boolean
}

const dayMs = 86_400_000
const dayOf = (moment: number, timeZone: Zone): UtcDay => Math.floor(wallTime(moment, timeZone) / dayMs) * dayMs

/**
 * A day and time in the time zone of a place, typed as DD/MM/YYYY HH:MM or picked from a calendar limited to a window.
 */
export const MomentField = ({ timeZone, window: { from, to } = {}, isFirst, value, onChange, ...input }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const change = (text: string) =>
    onChange({ currentTarget: { value: settleMoment(readMoment(text) ?? text, Date.now(), timeZone) } })
  const chosen = momentOf(value, timeZone) ?? Date.now()
  const moments = input.disabled ? undefined : momentsOf(value, timeZone)
  const isOffered = (day: UtcDay) =>
    (from === undefined || day >= dayOf(from, timeZone)) && (to === undefined || day <= dayOf(to, timeZone))
  const pick = (day: UtcDay) => {
    const time = wallTime(chosen, timeZone) % dayMs
    setTyped(undefined)
    setOpen(false)
    change(new Date(day + time).toISOString().slice(0, 16))
    box.current?.focus()
  }
  /** Escape closes only the calendar, not the form around it. */
  const keepsEscape = isOpen && { 'data-mantine-stop-propagation': true }
  const closeCalendar = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    box.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is that of the calendar in it
    <div style={{ flex: 1, minWidth: 190 }} onKeyDown={closeCalendar}>
      <TextInput
        size="sm"
        ref={box}
        autoComplete="off"
        placeholder={t('calendar.pattern')}
        {...(isFirst && { 'data-autofocus': true })}
        {...keepsEscape}
        {...input}
        value={typed ?? writeMoment(value)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          change(event.currentTarget.value)
        }}
        onBlur={() => {
          setTyped(undefined)
          input.onBlur()
        }}
        errorProps={{ role: 'alert' }}
        rightSection={
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('calendar.open', { label: input.label })}
            aria-expanded={isOpen}
            disabled={input.disabled}
            {...keepsEscape}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">▦</span>
          </ActionIcon>
        }
      />
      {moments?.length === 2 && (
        <HourChoice
          choices={moments}
          chosen={chosen}
          timeZone={timeZone}
          onChoose={(moment) => onChange({ currentTarget: { value: momentText(moment, timeZone) } })}
        />
      )}
      {moments?.length === 0 && (
        <Text size="xs" role="status">
          {t('calendar.skipped', { time: value.slice(11, 16), moved: clockText(chosen, timeZone) })}
        </Text>
      )}
      {isOpen && !input.disabled && (
        <Calendar
          label={input.label}
          from={dayOf(chosen, timeZone)}
          isPicked={(day) => value !== '' && day === dayOf(chosen, timeZone)}
          isOffered={isOffered}
          keepsEscape
          onPick={pick}
        />
      )}
    </div>
  )
}
