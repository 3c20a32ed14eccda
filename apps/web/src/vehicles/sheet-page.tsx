import { Button } from '@mantine/core'
import { type RouteSheet, routeSheets } from '@parada/contract/calls/route-sheets'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { stateColor } from '@parada/domain/code-colors'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { writtenPlate } from '@parada/domain/spain/plate'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, FactGroup, Facts } from '../booking/page/fact.tsx'
import { toFailure, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { formatsFor } from '../kit/format.ts'
import { History } from '../kit/history.tsx'
import page from '../kit/record-page.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { State } from '../kit/state.tsx'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { useMayManage, usePlaceNames, useReloadSheets, useSheet } from './vehicle-record.ts'
import classes from './vehicles.module.css'
import { useChangeWords } from './words.ts'

const list = '/routeSheet'
const admin = 'adminFleetVehicleByNifArrendatario'
const opensBooking = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

type Props = { sheet: RouteSheet }

const useSendAgain = ({ id }: RouteSheet) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadSheets()
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      await client(routeSheets.send, { params: { id } })
      toast(t('routeSheet.sentAgain'), t('routeSheet.title', { id }))
    } catch (cause) {
      failedToast(t('routeSheet.sendFailed'), toFailure(cause).message)
    } finally {
      setPending(false)
      reload(id)
    }
  }
  return { send, isPending }
}

/** Why the register does not have the sheet, and what can be done about it. */
const Trouble = ({ sheet }: Props) => {
  const { t } = useTranslation()
  const maySend = useMayManage(admin, sheet.nifarrendatario)
  const { send, isPending } = useSendAgain(sheet)
  if (sheet.errorMessage === '') return null
  const isRefused = sheet.status === sheetStatus.refused
  return (
    <div role="alert" className={classes.refused}>
      <div>
        <b>{t(isRefused ? 'routeSheet.refused' : 'routeSheet.notReached')}</b>
        <p>{sheet.errorMessage}</p>
        {isRefused && <p className={page.soft}>{t(maySend ? 'routeSheet.howToMend' : 'routeSheet.whoMends')}</p>}
      </div>
      {isRefused && maySend && (
        <Button type="button" size="xs" loading={isPending} onClick={() => void send()}>
          {t('routeSheet.sendAgain')}
        </Button>
      )}
    </div>
  )
}

const Parties = ({ sheet }: Props) => {
  const { t } = useTranslation()
  const opensVehicle = useMayManage(admin, sheet.nifarrendatario)
  const plate = writtenPlate(sheet.numberPlate)
  return (
    <FactGroup title={t('routeSheet.parties')}>
      <Facts>
        <Fact label={t('fields.numberPlate')}>
          {opensVehicle ? (
            <Link to="/fleetVehicle/$id" params={{ id: String(sheet.idVehicle) }}>
              {plate}
            </Link>
          ) : (
            plate
          )}
        </Fact>
        <Fact label={t('fields.niftitular')}>{sheet.niftitular}</Fact>
        <Fact label={t('fields.nifarrendador')}>{sheet.nifarrendador}</Fact>
        <Fact label={t('fields.nombarrendatario')}>{sheet.nombarrendatario}</Fact>
        <Fact label={t('fields.nifarrendatario')}>{sheet.nifarrendatario}</Fact>
      </Facts>
    </FactGroup>
  )
}

const Ride = ({ sheet }: Props) => {
  const { t } = useTranslation()
  const opens = useSessionState(({ grants }) => mayAccess(grants, opensBooking))
  const { idBooking, idSupplier, idservicio } = sheet
  const fleet = useSessionState(({ fleets }) => fleets?.find(({ id }) => id === idSupplier))
  return (
    <FactGroup title={t('routeSheet.ride')}>
      <Facts>
        <Fact label={t('fields.idBooking')}>
          {opens ? (
            <Link to="/services/$id" params={{ id: String(idBooking) }}>
              {idBooking}
            </Link>
          ) : (
            idBooking
          )}
        </Fact>
        <Fact label={t('fields.idSupplier')}>{fleet?.fleetName ?? idSupplier}</Fact>
        <Fact label={t('fields.idservicio')} isKept>
          {idservicio}
        </Fact>
      </Facts>
    </FactGroup>
  )
}

/** The four places of a sheet, each with its date and its address. */
const Places = ({ sheet }: Props) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const places = [
    { key: 'contract', at: sheet.fcontrato, address: '', codes: [sheet.cgprovcontrato, sheet.cgmunicontrato] },
    {
      key: 'start',
      at: sheet.fprevistainicio,
      address: sheet.direccioninicio,
      codes: [sheet.cgprovinicio, sheet.cgmuniinicio],
    },
    { key: 'end', at: sheet.ffin, address: sheet.direccionfin, codes: [sheet.cgprovfin, sheet.cgmunifin] },
    { key: 'distant', at: null, address: sheet.direccionlejano, codes: [sheet.cgprovlejano, sheet.cgmunilejano] },
  ] as const
  const nameOf = usePlaceNames(places.map(({ codes }) => codes[0]))
  return places.map(({ key, at, address, codes }) => (
    <FactGroup key={key} title={t(`routeSheet.${key}`)}>
      <Facts>
        <Fact label={t('routeSheet.date')}>{at !== null && time(at)}</Fact>
        <Fact label={t('routeSheet.address')}>{address}</Fact>
        <Fact label={t('routeSheet.place')} isKept>
          {nameOf(codes)}
        </Fact>
      </Facts>
    </FactGroup>
  ))
}

/** What has been reported to the register, and when. */
const Progress = ({ sheet }: Props) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const { status, dateSyncRegistration, dateSyncStart, dateSyncCancellation } = sheet
  const isOver = status === sheetStatus.cancelled || status === sheetStatus.started
  const steps = [
    ['dateSyncRegistration', dateSyncRegistration, 'blue'],
    ['dateSyncStart', dateSyncStart, 'green'],
    ['dateSyncCancellation', dateSyncCancellation, 'grey'],
  ] as const
  return (
    <section aria-label={t('routeSheet.progress')}>
      <h2>{t('routeSheet.progress')}</h2>
      <ol className={classes.steps}>
        {steps.map(([field, at, color]) => (
          <li key={field} data-open={at === null || undefined}>
            {at === null ? <span>{t(`fields.${field}`)}</span> : <State color={color}>{t(`fields.${field}`)}</State>}
            {at === null ? (
              <span>{t(isOver || field === 'dateSyncCancellation' ? 'routeSheet.never' : 'routeSheet.notYet')}</span>
            ) : (
              <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One route sheet, laid out like the paper form, with its progress at the register. */
export const SheetPage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const words = useChangeWords('sheet')
  const { data, error } = useSheet(id)
  useReturnOnFailure(data ? null : error, { title: t('routeSheet.failed'), list })
  if (!data) return <div className={page.waiting} aria-busy="true" />
  const { viewRouteSheetBean: sheet, journal } = data
  return (
    <article className={page.page}>
      <header className={page.head}>
        <Link to={list} className={page.back} aria-label={t('routeSheet.toList')}>
          ‹
        </Link>
        <h1>{t('routeSheet.title', { id })}</h1>
        <State color={stateColor('routeSheetStatus', sheet.status)}>
          {t(`codes.routeSheetStatus.${sheet.status}`, { defaultValue: String(sheet.status) })}
        </State>
        <span className={page.soft}>
          {[writtenPlate(sheet.numberPlate), sheet.nombarrendatario].filter(Boolean).join(' · ')}
        </span>
      </header>
      <Trouble sheet={sheet} />
      <div className={page.columns}>
        <div>
          <Ride sheet={sheet} />
          <Parties sheet={sheet} />
          <Places sheet={sheet} />
        </div>
        <div className={page.block}>
          <Progress sheet={sheet} />
          <History
            title={t('routeSheet.history')}
            empty={t('routeSheet.noHistory')}
            journal={journal.toReversed()}
            did={(action) => t(`routeSheet.did.${action}`, { defaultValue: action })}
            words={words}
          />
        </div>
      </div>
    </article>
  )
}
