import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../modal.tsx'

type Props = {
  label: string
  offered: readonly { value: string; label: string }[]
  /** Comma-separated. */
  chosen: string
  onChoose: (values: string) => void
  onClose: () => void
}

/** Chooses several values for one filter. */
const SeveralValues = ({ label, offered, chosen, onChoose, onClose }: Props) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => chosen.split(',').filter(Boolean))
  return (
    <Modal opened onClose={onClose} title={t('list.filterBy', { field: label })} size="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(offered.flatMap(({ value }) => (values.includes(value) ? [value] : [])).join())
          onClose()
        }}
      >
        <Stack gap="xs">
          <Checkbox.Group value={values} onChange={setValues} aria-label={label}>
            <Stack gap="xs">
              {offered.map((one, at) => (
                <Checkbox key={one.value} size="sm" {...one} data-autofocus={at === 0 || undefined} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" onClick={onClose}>
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

export default SeveralValues
