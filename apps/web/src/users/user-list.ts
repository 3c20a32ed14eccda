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
    column('id', { width: 100, align: 'start' }),
    column('status', { width: 130 }),
    column('firstName', { width: 140 }),
    column('lastName', { width: 180 }),
    column('prefixMobileNumber', { width: 84 }),
    column('mobileNumber', { width: 140 }),
    column('userEmail', { width: 250 }),
    column('dateCreated', { width: 150 }),
    column('whiteLabel', { width: 180 }),
    column('isEmailVerified', hidden),
    column('isMobileNumberVerified', hidden),
    column('category', hidden),
    column('isAcceptedAd', hidden),
    column('additionalInfo', hidden),
    column('deviceTokens', hidden),
    column('idWhiteLabel', { hidden: true, label: 'user.whiteLabelId' }),
  ],
})
