import { mobility } from '@parada/contract/calls/mobility'
import type { RowOf } from '@parada/domain/list/fields'
import { keysOf } from '@parada/domain/objects'
import { mayOpenToInvoice } from '@parada/domain/trip/mobility'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../booking/page/fact.tsx'
import { columnsOf } from '../kit/list/declare/columns.ts'
import { useListFormat } from '../kit/list/view/use-list-format.ts'
import { log } from '../kit/log.ts'
import { Modal } from '../kit/modal.tsx'
import { useSessionState } from '../session/use-session.ts'

const { fields } = mobility.afterLife.list
type Row = RowOf<typeof fields>

const column = columnsOf(fields)
const columns = keysOf(fields)
  .filter((name) => name !== 'id')
  .map((name) => column(name))
const labels: Readonly<Record<string, string>> = { name: 'mobility.supplier', timeEnd: 'mobility.dateCancelled' }

/** Everything the list knows about a cancelled or expired booking. */
const AfterLifeDetail = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const { t } = useTranslation()
  const format = useListFormat()
  const grants = useSessionState((state) => state.grants)
  const mayOpen = grants !== undefined && mayOpenToInvoice(grants, row, log)
  return (
    <Modal opened onClose={onClose} title={t('mobility.title', { id: row.id })} size="lg">
      <Facts>
        {columns.map(({ key, label, show }) => (
          <Fact key={key} label={t(labels[key] ?? label)}>
            {show(row, format)}
          </Fact>
        ))}
      </Facts>
      {mayOpen && (
        <p>
          <Link to="/mobility/mobilitytoinvoice/$id" params={{ id: String(row.id) }}>
            {t('mobility.openWhole')}
          </Link>
        </p>
      )}
    </Modal>
  )
}

export default AfterLifeDetail
