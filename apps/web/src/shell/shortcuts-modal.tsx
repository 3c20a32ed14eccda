import { Kbd } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../kit/modal.tsx'
import { type ScreenKey, screenKeys } from '../kit/screen-keys.ts'
import classes from './shell.module.css'

const written = (keys: string) =>
  (keys.split(' ')[0] ?? '')
    .split('+')
    .map((key) => (key === 'Control' ? 'Ctrl' : key === 'Shift' ? '⇧' : key.length === 1 ? key.toUpperCase() : key))
    .join(' ')

/**
 * The shortcuts of elements on the page, in their own words; hidden and disabled ones are left out, as their keys do
 * not work.
 */
const told = (): ScreenKey[] =>
  [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')]
    .filter((element) => !element.closest('[hidden], [aria-disabled="true"]') && !element.matches(':disabled'))
    .map((element) => {
      const copy = element.cloneNode(true) as HTMLElement
      for (const key of copy.querySelectorAll('kbd')) key.remove()
      const does = copy.textContent?.trim() || element.getAttribute('aria-label') || element.title
      return [written(element.getAttribute('aria-keyshortcuts') ?? ''), does] as const
    })

const distinct = (keys: readonly ScreenKey[]) => [...new Map(keys.map((one) => [one[0], one])).values()]

/** Lists the shortcuts of the screen behind it. */
const ShortcutsModal = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const [keys] = useState(() => distinct([...told(), ...screenKeys(), ['?', t('shell.shortcuts')]]))
  return (
    <Modal opened onClose={onClose} title={t('shell.shortcuts')} size="md">
      <dl className={classes.shortcuts}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <Kbd size="xs">{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

export default ShortcutsModal
