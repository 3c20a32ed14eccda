import { Button, Group } from '@mantine/core'
import type { Conflict } from '@parada/contract/kit'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from './notice.tsx'

export type Changes = Conflict['changes']

/** One changed field in words. */
export type ChangeWords = { label: string; before: string; after: string }

export type ClashQuestion = {
  name: string
  label: string | undefined
  who: string | undefined
  mine: string
  theirs: string
  settle: (kept: 'mine' | 'theirs') => void
}

type MeanwhileProps = {
  changes: Changes
  /** The sentence saying that these users have changed the record. */
  title: (who: string) => string
  /** Undefined for an internal field that is not shown. */
  words: (change: Changes[number]) => ChangeWords | undefined
}

/** What others have changed since the form was opened. */
export const Meanwhile = ({ changes, title, words }: MeanwhileProps) => {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  const told = changes.flatMap((change) => {
    const written = words(change)
    return written ? [{ ...written, who: change.who, field: change.field }] : []
  })
  return (
    <Notice>
      {title([...new Set(changes.map(({ who }) => who))].join(', '))}
      {told.length > 0 && (
        <ul>
          {told.map(({ field, label, before, after, who }) => (
            <li key={`${field} ${after}`}>
              {t('together.changedBy', { label, before: before || '—', after: after || '—', who })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Inputs that both sides changed: the user decides whose value is saved. */
export const Clashes = ({ asked }: { asked: readonly ClashQuestion[] }) => {
  const { t } = useTranslation()
  if (asked.length === 0) return null
  const answer =
    (settle: ClashQuestion['settle'], kept: 'mine' | 'theirs') => (event: MouseEvent<HTMLButtonElement>) => {
      // The button disappears with its question, so the focus moves on to the submit button.
      event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
      settle(kept)
    }
  const nobody = t('together.somebody')
  const who = [...new Set(asked.map((one) => one.who ?? nobody))].join(', ')
  return (
    <Notice>
      {t('together.clash', { who })}
      {asked.map(({ name, label, who: one = nobody, mine, theirs, settle }) => (
        <Group key={name} gap="xs" mt={6}>
          <b>{label ?? t(`fields.${name}`)}</b>
          <Button type="button" size="compact-xs" variant="default" data-clash onClick={answer(settle, 'mine')}>
            {t('together.mine', { value: mine || '—' })}
          </Button>
          <Button type="button" size="compact-xs" variant="default" onClick={answer(settle, 'theirs')}>
            {t('together.theirs', { who: one, value: theirs || '—' })}
          </Button>
        </Group>
      ))}
    </Notice>
  )
}
