import { invoices } from '@parada/contract/calls/invoices'
import { isGranted } from '@parada/domain/access/permissions'
import { rangeOf } from '@parada/domain/list/date-range'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { formatsFor } from '../../../kit/format.ts'
import { lazy } from '../../../kit/lazy.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { blockedRange } from './-blocked-list.ts'
import { invoiceList } from './-invoice-list.ts'
import classes from './-invoices.module.css'

const DrawInvoices = lazy(() => import('./-draw-invoices.tsx'))
const List = invoiceList.component

/** How many rides cannot be invoiced yet and what they are worth, as a link to their list. */
const Blocked = () => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const format = formatsFor(i18n.language)
  const { data } = useQuery({
    queryKey: [...listKey(invoices.blocked), 'sum'],
    queryFn: ({ signal }) =>
      client(invoices.blocked, { query: { ...rangeOf(blockedRange, Date.now()), resultsPerPage: 1 }, signal }),
  })
  if (!data) return null
  const { totalQueryCount: count, totals = [] } = data
  const amounts = totals.map(({ currency, amounts }) => format.money(amounts.priceCustomerTotal ?? 0, currency))
  return (
    <Link to="/invoices/blocked" className={classes.blocked} data-some={count > 0 || undefined}>
      {[t('invoice.blocked', { count }), ...amounts].join(' · ')} <span aria-hidden="true">›</span>
    </Link>
  )
}

/** The invoices below a link to the blocked rides, with a button for administrators to draw new ones. */
export const InvoicesScreen = () => {
  const { t } = useTranslation()
  const [isDrawing, setDrawing] = useState(false)
  const mayDraw = useSessionState(({ grants }) => !!grants && isGranted(grants, 'adminControl'))
  return (
    <div className={classes.screen}>
      <div className={classes.bar}>
        <Blocked />
        {mayDraw && (
          <button type="button" className={classes.draw} onClick={() => setDrawing(true)}>
            {t('invoice.draw')}
          </button>
        )}
      </div>
      <div className={classes.list}>
        <List />
      </div>
      {isDrawing && (
        <Suspense>
          <DrawInvoices onClose={() => setDrawing(false)} />
        </Suspense>
      )}
    </div>
  )
}
