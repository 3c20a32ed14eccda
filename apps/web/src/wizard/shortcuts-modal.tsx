import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Modal } from '../kit/modal.tsx'
import { shortcuts } from './use-wizard-keys.ts'
import classes from './wizard.module.css'

const ShortcutsModal = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('wizard.shortcuts')} size="md">
      <dl className={classes.shortcuts}>
        {shortcuts.map(([keys, name]) => (
          <div key={name}>
            <dt>
              <Kbd size="xs">{keys}</Kbd>
            </dt>
            <dd>{t(`wizard.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

export default ShortcutsModal
