import type { RouteDetail } from '@parada/contract/calls/route-tracking'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { stateColor } from '@parada/domain/code-colors'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Fact, FactGroup, Facts, useCode } from '../booking/page/fact.tsx'
import { TravellerFacts } from '../booking/page/traveller-facts.tsx'
import { TripHistory } from '../booking/record/trip-history.tsx'
import { formatsFor } from '../kit/format.ts'
import classes from '../kit/record-page.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { State } from '../kit/state.tsx'
import { useFromGrants } from '../session/use-from-grants.ts'
import { Breaks } from './breaks-form.tsx'
import { RouteMap } from './route-map.tsx'
import { useChangeWords, useKilometres, useRoute } from './route-record.ts'

const list = '/routeTracking'
const seesUsers = anyOf('viewUserByWhitelabel')

type Props = { route: RouteDetail }

const Header = ({ route: { id, status, fault } }: Props) => {
  const { t } = useTranslation()
  const code = useCode()
  return (
    <header className={classes.head}>
      <Link to={list} className={classes.back} aria-label={t('route.toList')}>
        ‹
      </Link>
      <h1>{t('route.title', { id })}</h1>
      <State color={stateColor('routeStatus', status)}>{code('routeStatus', status)}</State>
      {fault && <span className={classes.soft}>{code('routeFault', fault)}</span>}
    </header>
  )
}

const RouteFacts = ({ route }: Props) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const code = useCode()
  const kilometres = useKilometres()
  const { timeStart, timeEnd, distanceMeters, distanceType, globalStatus, idExport, shared } = route
  return (
    <FactGroup title={t('route.facts')}>
      <Facts>
        <Fact label={t('fields.originAddressString')}>{route.originAddressString}</Fact>
        <Fact label={t('fields.destinationAddressString')}>{route.destinationAddressString}</Fact>
        <Fact label={t('fields.timeStart')}>{time(timeStart)}</Fact>
        <Fact label={t('fields.timeEnd')}>{timeEnd !== null && time(timeEnd)}</Fact>
        <Fact label={t('route.distance')}>{distanceMeters !== null && kilometres(distanceMeters)}</Fact>
        <Fact label={t('fields.distanceType')}>{code('routeDistanceType', distanceType)}</Fact>
        <Fact label={t('fields.globalStatus')}>{code('routeGlobalStatus', globalStatus)}</Fact>
        <Fact label={t('fields.idExport')}>{idExport}</Fact>
        <Fact label={t('fields.shared')}>{t(shared ? 'common.yes' : 'common.no')}</Fact>
      </Facts>
    </FactGroup>
  )
}

const Driver = ({ route }: Props) => {
  const { t } = useTranslation()
  const seesUser = useFromGrants((grants) => mayAccess(grants, seesUsers)) ?? false
  return (
    <FactGroup title={t('route.driver')}>
      <TravellerFacts {...route} name={route.customerName || t('route.nobody')} seesUser={seesUser} />
    </FactGroup>
  )
}

/** One recorded route. Renders the map from the start, so that its library loads while the route does. */
export const RoutePage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const words = useChangeWords()
  const { data, error } = useRoute(id)
  useReturnOnFailure(data ? null : error, { list, title: t('route.failed') })
  const route = data?.routeTracking
  const did = (action: string, report: string) => t(`route.did.${action}`, { defaultValue: action, report })
  return (
    <article className={classes.page} aria-busy={!data}>
      {route && <Header route={route} />}
      <div className={classes.columns}>
        <div>
          {route && <Breaks route={route} journal={data.journal} />}
          {route && <RouteFacts route={route} />}
          {route && <Driver route={route} />}
        </div>
        <div>
          <RouteMap route={route} />
          {data && <TripHistory journal={data.journal} title={t('route.history')} did={did} words={words} />}
        </div>
      </div>
    </article>
  )
}
