import { Textarea } from '@mantine/core'
import { messageCharactersLeft } from '@parada/domain/constants'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

export const NotesField = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const left = messageCharactersLeft(draft.notes.trim())
  return (
    <div className={classes.notes}>
      <Textarea
        size="sm"
        data-field="notes"
        label={t('fields.noteToDriver')}
        rows={2}
        value={draft.notes}
        error={errorOf('notes')}
        errorProps={{ role: 'alert' }}
        onChange={({ target }) => change({ notes: target.value })}
      />
      <span className={classes.counter} data-over={left < 0} aria-live={left < 20 ? 'polite' : 'off'}>
        {t('common.charactersLeft', { count: left })}
      </span>
    </div>
  )
}
