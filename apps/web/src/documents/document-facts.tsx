import type { DocumentDetail, IdentityDocument } from '@parada/contract/calls/documents'
import { isOver, namesMatch } from '@parada/domain/document/document'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import { useHolds } from '../session/use-may.ts'
import classes from './documents.module.css'

type FactProps = { label: string; children: React.ReactNode; tone?: 'bad' | 'good' | undefined }

const Fact = ({ label, children, tone }: FactProps) => (
  <div data-tone={tone}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

type Props = { document: IdentityDocument; detail: Omit<DocumentDetail, 'document'> | undefined }

/** The data in the document next to what the app knows about the user. */
export const DocumentFacts = ({ document, detail }: Props) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const { dateExpiration, dateIssued, dateLastUpdated, number, subType, countryCode, type } = document
  const user = detail?.user
  const mayOpenUser = useHolds('viewUserByWhitelabel')
  const hasName = type !== 'selfie'
  const isSame = user !== undefined && namesMatch(document, user)
  const over = isOver(dateExpiration, Date.now())
  const kind = [subType, countryCode].filter(Boolean).join(' · ')
  return (
    <>
      {hasName && (
        <section className={classes.facts} aria-label={t('document.inDocument')}>
          <h2>{t('document.inDocument')}</h2>
          <dl>
            <Fact label={t('fields.name')} tone={user && (isSame ? 'good' : 'bad')}>
              {nameOf(document) || '—'}
              {user && (
                <small>
                  <span aria-hidden="true">{isSame ? '✓' : '✕'}</span>{' '}
                  {t(isSame ? 'document.nameMatches' : 'document.nameDiffers')}
                </small>
              )}
            </Fact>
            <Fact label={t('fields.number')}>{number || '—'}</Fact>
            {kind && <Fact label={t('fields.subType')}>{kind}</Fact>}
            {dateIssued !== null && <Fact label={t('fields.dateIssued')}>{format.date(dateIssued)}</Fact>}
            {dateExpiration !== null && (
              <Fact label={t('fields.dateExpiration')} tone={over ? 'bad' : undefined}>
                {format.date(dateExpiration)}
                {over && (
                  <small>
                    <span aria-hidden="true">!</span> {t('document.isOver')}
                  </small>
                )}
              </Fact>
            )}
          </dl>
        </section>
      )}
      <section className={classes.facts} aria-label={t('document.inApp')}>
        <h2>{t('document.inApp')}</h2>
        <dl aria-busy={user === undefined}>
          {user && (
            <>
              <Fact label={t('fields.name')}>
                {mayOpenUser ? (
                  <Link to="/users/userDetail/$id" params={{ id: String(document.idUser) }}>
                    {nameOf(user)}
                  </Link>
                ) : (
                  nameOf(user)
                )}
              </Fact>
              {user.mobileNumber && <Fact label={t('fields.mobileNumber')}>{user.mobileNumber}</Fact>}
              {user.userEmail && <Fact label={t('fields.email')}>{user.userEmail}</Fact>}
              <Fact label={t('fields.idWhiteLabel')}>{user.whiteLabel}</Fact>
              <Fact label={t('document.since')}>{format.date(user.dateCreated)}</Fact>
            </>
          )}
          <Fact label={t('fields.dateLastUpdated')}>{format.time(dateLastUpdated)}</Fact>
          {detail?.decidedBy && <Fact label={t('document.decidedBy')}>{detail.decidedBy}</Fact>}
        </dl>
      </section>
    </>
  )
}
