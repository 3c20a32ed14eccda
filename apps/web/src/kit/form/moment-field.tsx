import { TextInput } from '@mantine/core'
import type { Zone } from '@parada/domain/booking/calendar'
import { momentText } from './moment-text.ts'

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

/** A day and a time on the clock of a place, typed or picked within a window. */
export const MomentField = ({ timeZone, window: { from, to } = {}, isFirst, ...input }: Props) => (
  <TextInput
    size="sm"
    type="datetime-local"
    style={{ flex: 1, minWidth: 190 }}
    {...(from !== undefined && { min: momentText(from, timeZone) })}
    {...(to !== undefined && { max: momentText(to, timeZone) })}
    {...(isFirst && { 'data-autofocus': true })}
    {...input}
    errorProps={{ role: 'alert' }}
  />
)
