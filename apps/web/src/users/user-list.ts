import { users } from '@parada/contract/calls/users'
import { listScreen } from '../kit/list/declare/list-screen.ts'

const hidden = { hidden: true }

export const userList = listScreen({
  title: 'screens.users',
  emptyText: 'list.empty.users',
  call: users.list,
  pageSizes: [10, 20, 50, 100],
  pageSize: 100,
  filterDelay: 500,
  sort: 'id ASC',
  openRow: ({ id }) => ({ to: '/users/userDetail/$id', params: { id: String(id) } }),
  columns: (column) => [
    column('id', { width: 92, align: 'start' }),
    column('status', { width: 118 }),
    column('firstName', { width: 118 }),
    column('lastName', { width: 160 }),
    column('prefixMobileNumber', { width: 72 }),
    column('mobileNumber', { width: 118 }),
    column('userEmail', { width: 230 }),
    column('dateCreated', { width: 140 }),
    column('whiteLabel', { width: 130 }),
    column('isEmailVerified', hidden),
    column('isMobileNumberVerified', hidden),
    column('category', hidden),
    column('isAcceptedAd', hidden),
    column('additionalInfo', hidden),
    column('deviceTokens', hidden),
    column('idWhiteLabel', { hidden: true, label: 'user.whiteLabelId' }),
  ],
})
