import { promos } from '@parada/contract/calls/promos'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { formatsFor } from '../kit/format.ts'
import { Failure } from '../kit/list/view/states.tsx'
import { PromoState } from './promo-state.tsx'
import classes from './promos.module.css'

/** The promos of a user: since when, by which code, how often they were paid and how much. */
const UserPromos = ({ idUser }: { idUser: number }) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const [now] = useState(Date.now)
  const { money, date: day } = formatsFor(i18n.language)
  const { data, error, refetch } = useQuery({
    queryKey: [promos.byUser.path, idUser],
    queryFn: ({ signal }) =>
      client(promos.byUser, { params: { idUser }, signal }).then((answer) => answer.promosByUserList),
  })
  if (error) return <Failure message={error.message} onRetry={refetch} />
  if (!data) return <p aria-busy="true" className={classes.waiting} />
  if (data.length === 0) return <p className={classes.none}>{t('promo.userHasNone')}</p>
  return (
    <ul className={classes.held}>
      {data.map((promo) => (
        <li key={promo.id}>
          <Link to="/promo/$id" params={{ id: String(promo.id) }}>
            {promo.name}
          </Link>
          <PromoState promo={promo} now={now} />
          <small>
            {[
              t('promo.since', { date: day(promo.date) }),
              promo.code,
              promo.uses === 0 ? t('promo.notPaid') : t('promo.timesPaid', { count: promo.uses }),
              promo.paid > 0 && money(promo.paid / 100),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

export default UserPromos
