import { type PromoCode, type PromoDetail, promos } from '@parada/contract/calls/promos'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { formatsFor } from '../kit/format.ts'
import listClasses from '../kit/list/view/list.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { PromoState } from './promo-state.tsx'
import classes from './promos.module.css'
import { actionWords, usesWords, worthWords } from './words.ts'

const usePromo = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [promos.detail.path, id],
    queryFn: ({ signal }) => client(promos.detail, { params: { id }, signal }),
  })
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.block} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Facts = ({ promo }: { promo: PromoDetail }) => {
  const { t, i18n } = useTranslation()
  const formats = formatsFor(i18n.language)
  const { money, time } = formats
  const codeWord = (kind: string, code: string) => t(`codes.${kind}.${code}`)
  const { validFrom, validTo, usesPerUser } = promo
  const execute = actionWords(promo.compatibleActionsToExecute, 'promoActionToExecute', codeWord)
  const facts: [string, ReactNode][] = [
    [t('promo.worth'), worthWords(promo, formats, t)],
    [t('fields.type'), t(`codes.promoType.${promo.type}`)],
    [t('fields.active'), t(promo.active ? 'common.yes' : 'common.no')],
    [t('fields.validFrom'), validFrom === null ? t('promo.always') : time(validFrom)],
    [t('fields.validTo'), validTo === null ? t('promo.noEnd') : time(validTo)],
    [
      t('fields.compatibleActionsToCreate'),
      actionWords(promo.compatibleActionsToCreate, 'promoActionToCreate', codeWord),
    ],
    [t('fields.compatibleActionsToExecute'), execute || t('promo.atOnce')],
    [t('fields.currentUsages'), usesWords(promo, t)],
    [t('fields.usesPerUser'), usesPerUser ?? t('promo.noLimit')],
    [t('promo.paid'), money(promo.paid / 100)],
    [t('fields.internalDescription'), promo.internalDescription || '—'],
  ]
  return (
    <Block title={t('promo.facts')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

const Codes = ({ promo, codes }: { promo: PromoDetail; codes: readonly PromoCode[] }) => {
  const { t } = useTranslation()
  const count = promo.promoCodesAssociated
  return (
    <Block title={codes.length === 0 ? t('fields.promoCodesAssociated') : t('promo.codes', { count })}>
      {codes.length === 0 ? (
        <p>{t('promo.noCodes')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by the keyboard too
        <section className={classes.scroll} aria-label={t('fields.promoCodesAssociated')} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>{t('fields.code')}</th>
                <th>{t('fields.name')}</th>
                <th data-figure>{t('fields.currentUsages')}</th>
              </tr>
            </thead>
            <tbody>
              {codes.map((code) => (
                <tr key={code.id} data-used-up={code.currentUsages === code.usesTotal || undefined}>
                  <td>
                    <code>{code.code}</code>
                  </td>
                  <td>{code.name}</td>
                  <td data-figure>
                    {usesWords(code, t)}
                    {code.currentUsages === code.usesTotal && ` · ${t('codes.promoState.usedUp')}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {codes.length > 0 && (
        <Link to="/promoCode" search={{ idPromo: String(promo.id) }}>
          {t('promo.inList')}
        </Link>
      )}
    </Block>
  )
}

const LastUses = ({ promo }: { promo: PromoDetail }) => {
  const { t, i18n } = useTranslation()
  const { money, time } = formatsFor(i18n.language)
  return (
    <Block title={t('promo.lastUses')}>
      {promo.lastUses.length === 0 ? (
        <p>{t('promo.neverUsed')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('fields.date')}</th>
              <th>{t('promo.user')}</th>
              <th data-figure>{t('promo.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {promo.lastUses.map(({ id, date, idUser, userName, amount }) => (
              <tr key={id}>
                <td data-date>{time(date)}</td>
                <td>
                  {userName === null ? (
                    t('promo.otherBrand')
                  ) : (
                    <Link to="/users/userDetail/$id" params={{ id: String(idUser) }}>
                      {userName}
                    </Link>
                  )}{' '}
                  <small>{idUser}</small>
                </td>
                <td data-figure>{money(amount / 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  )
}

/** One promo: what it does, its codes, what it has cost and who used it last. */
const PromoPage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const { data, error } = usePromo(id)
  useReturnOnFailure(data ? null : error, { title: t('promo.failed'), list: '/promos' })
  const [now] = useState(Date.now)
  const promo = data?.promoDetail
  return (
    <div className={classes.page}>
      <header className={listClasses.toolbar}>
        <Link to="/promos" className={classes.back}>
          ‹ {t('screens.promos')}
        </Link>
        <h1 className={listClasses.title}>{promo?.name ?? t('promo.title', { id })}</h1>
        {promo && <PromoState promo={promo} now={now} />}
      </header>
      {promo && (
        <div className={classes.columns}>
          <div>
            <Facts promo={promo} />
            <LastUses promo={promo} />
          </div>
          <Codes promo={promo} codes={data.promoCodesAssociated} />
        </div>
      )}
    </div>
  )
}

export default PromoPage
