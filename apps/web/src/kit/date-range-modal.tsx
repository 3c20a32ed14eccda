import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from './modal.tsx'

export type Days = { from: string; to: string }

type Props<Preset extends string> = {
  initial: Days
  presets: readonly Preset[]
  maxDays: number | undefined
  problemOf: (choice: Preset | Days) => ProblemKey | undefined
  onChoose: (choice: Preset | Days) => void
  onClose: () => void
}

/** Chooses two days or a named range; an invalid choice is refused with the reason. */
export const DateRangeModal = <Preset extends string>({
  initial,
  presets,
  maxDays,
  problemOf,
  onChoose,
  onClose,
}: Props<Preset>) => {
  const { t } = useTranslation()
  const [days, setDays] = useState(initial)
  const [problem, setProblem] = useState<ProblemKey>()

  const choose = (choice: Preset | Days) => {
    const found = problemOf(choice)
    setProblem(found)
    if (found) return
    onChoose(choice)
    onClose()
  }

  const day = (end: 'from' | 'to') => (
    <TextInput
      type="date"
      size="sm"
      style={{ flex: 1, minWidth: 140 }}
      label={t(`list.${end}`)}
      value={days[end]}
      error={problem !== undefined}
      onChange={(event) => {
        setProblem(undefined)
        setDays({ ...days, [end]: event.target.value })
      }}
    />
  )

  return (
    <Modal opened onClose={onClose} title={t('list.dateRange')} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose(days)
        }}
      >
        <Stack gap="sm">
          <Group gap={6}>
            {presets.map((preset) => (
              <Button key={preset} type="button" variant="default" size="compact-sm" onClick={() => choose(preset)}>
                {t(`list.ranges.${String(preset)}`)}
              </Button>
            ))}
          </Group>
          <Group gap="sm" wrap="wrap">
            {day('from')}
            {day('to')}
          </Group>
          <Text
            size="xs"
            c={problem ? 'var(--mantine-color-error)' : undefined}
            role={problem ? 'alert' : undefined}
            mih={18}
          >
            {problem ? t(problem, { maxDays }) : maxDays !== undefined && t('list.atMostDays', { maxDays })}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button type="button" variant="default" size="xs" onClick={onClose}>
              {t('common.back')}
            </Button>
            <Button type="submit" size="xs">
              {t('list.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
