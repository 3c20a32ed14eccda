import { documents } from '@parada/contract/calls/documents'
import { stateColor } from '@parada/domain/code-colors'
import { labelKey } from '@parada/domain/codes'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import { State } from '../kit/state.tsx'
import { Block } from './block.tsx'
import { useUserPart } from './user-record.ts'
import classes from './users.module.css'

/** The identity documents of the user, for those who may see documents. */
export const DocumentsBlock = ({ id }: { id: number }) => {
  const { t, i18n } = useTranslation()
  const { date } = formatsFor(i18n.language)
  const { may, ...query } = useUserPart(documents.ofUser, id, { idUser: id })
  if (!may) return null
  const found = query.data?.documents
  return (
    <Block title={t('user.documents')} query={query}>
      {found?.length === 0 && <p className={classes.soft}>{t('user.noDocuments')}</p>}
      {found && (
        <ul className={classes.lines}>
          {found.map(({ id: document, type, status, number, dateLastUpdated }) => (
            <li key={document}>
              <Link to="/documents/$id" params={{ id: String(document) }}>
                {t(labelKey('documentType', type) ?? '', type)} {number}
              </Link>{' '}
              <State color={stateColor('documentStatus', status)}>
                {t(labelKey('documentStatus', status) ?? '', status)}
              </State>{' '}
              <small>{date(dateLastUpdated)}</small>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
