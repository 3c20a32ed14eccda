import { self, taxiFeatureFields } from '@parada/contract/calls/self'
import { createFileRoute } from '@tanstack/react-router'
import { listScreen } from '../../kit/list/declare/list-screen.ts'

export const Route = createFileRoute('/_shell/taxiFeatures')(
  listScreen({
    title: 'screens.taxiFeatures',
    emptyText: 'list.empty.taxiFeatures',
    menu: { group: 'settings', order: 20, icon: 'features' },
    call: self.taxiFeatures,
    fields: taxiFeatureFields,
    rows: (features) => features,
    columns: (column) => [column('id'), column('name', { width: 480 })],
  }),
)
