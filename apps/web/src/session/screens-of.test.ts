import { type Access, anyOf, type Grants, grantsOf } from '@parada/domain/access/permissions'
import { describe, expect, it } from 'vitest'
import type { MenuGroup } from './route-access.ts'
import { menuOf, screensOf, titleAt } from './screens-of.ts'

const route = (fullPath: string, access: Access, group?: MenuGroup, order = 0, id = `/_shell${fullPath}`) => ({
  id,
  fullPath,
  options: {
    staticData: { access, title: `screens.${fullPath}`, ...(group && { menu: { group, order, icon: 'x' } }) },
  },
})

const routesById = Object.fromEntries(
  [
    route('/promos', anyOf('viewPromo'), 'customers', 2),
    route('/callers', anyOf('editCallerByFleet', 'viewPromo'), 'customers', 1),
    route('/invoices', anyOf('viewInvoiceByIP'), 'books'),
    route('/dashboard', 'signedIn', 'desk'),
    route('/promo/$id', anyOf('viewPromo')),
    route('/authorizations/new', 'signedIn'),
    route('/new-booking/caller/{-$phoneNumber}/{-$phoneNumberDialed}', anyOf('dispatchServiceByFleet'), 'desk', 1),
    route('/pages/signin', 'public', undefined, 0, '/pages/signin'),
  ].map((declared) => [declared.id, declared]),
)
const menuFor = (...keys: [string, string][]) =>
  menuOf(screensOf({ routesById }, grantsOf(keys.map(([key1, value]) => ({ key1, value }))))).map(
    ({ group, entries }) => [group, entries.map(({ path }) => path)],
  )

describe('the menu', () => {
  it('contains only what the permissions allow, sorted into groups (P-076)', () =>
    expect(menuFor(['viewPromo', 'true'])).toEqual([
      ['desk', ['/dashboard']],
      ['customers', ['/callers', '/promos']],
    ]))

  it('hides entries whose permission has the text false, and groups left empty (P-076)', () =>
    expect(menuFor(['viewPromo', 'false'])).toEqual([['desk', ['/dashboard']]]))

  it('shows every group to holders of the wildcard', () =>
    expect(menuFor(['*', 'true']).map(([group]) => group)).toEqual(['desk', 'books', 'customers']))

  it('links to a screen whose parameters are optional', () =>
    expect(menuFor(['dispatchServiceByFleet', '29'])).toEqual([['desk', ['/dashboard', '/new-booking/caller']]]))

  it('leaves out screens that the user may open but does not need', () => {
    const report = route('/supplier/report', 'signedIn')
    const staticData = {
      ...report.options.staticData,
      menu: { group: 'books' as const, order: 1, icon: 'x', access: anyOf('viewReportByFleet') },
    }
    const table = { routesById: { [report.id]: { ...report, options: { staticData } } } }
    const screens = (key: string) => screensOf(table, grantsOf([{ key1: key, value: '29' }]))
    expect(menuOf(screens('viewReportByFleet'))).toHaveLength(1)
    expect(menuOf(screens('viewServiceByFleet'))).toEqual([])
    expect(screens('viewServiceByFleet')).toHaveLength(1)
  })

  it('names each entry of a route that has several, and shows only those meant for the user', () => {
    const services = route('/services/$resourceType', anyOf('editServiceByFleet'))
    const place = { group: 'books' as const, order: 1, icon: 'x' }
    const staticData = {
      ...services.options.staticData,
      menu: [
        { ...place, path: '/services/toInvoice', title: 'screens.toInvoice' },
        { ...place, path: '/services/historic', title: 'screens.historic', isFor: (grants: Grants) => grants.has('x') },
      ],
    }
    const table = { routesById: { [services.id]: { ...services, options: { staticData } } } }
    const titles = (...keys: string[]) =>
      screensOf(table, grantsOf(keys.map((key1) => ({ key1, value: '29' })))).map(({ title }) => title)
    expect(titles('editServiceByFleet')).toEqual(['screens.toInvoice'])
    expect(titles('editServiceByFleet', 'x')).toEqual(['screens.toInvoice', 'screens.historic'])
    expect(titleAt({ staticData, pathname: '/services/historic' })).toBe('screens.historic')
    expect(titleAt({ staticData, pathname: '/services/other' })).toBe('screens./services/$resourceType')
  })

  it('has no screens without permissions', () => expect(screensOf({ routesById }, undefined)).toEqual([]))

  it('offers to the search every permitted screen that needs no record, with or without an entry', () =>
    expect(screensOf({ routesById }, grantsOf([])).map(({ path }) => path)).toEqual([
      '/dashboard',
      '/authorizations/new',
    ]))
})
