import { Button, Text } from '@mantine/core'
import { type FleetVehicle, fleetVehicles } from '@parada/contract/calls/fleet-vehicles'
import { routeSheets } from '@parada/contract/calls/route-sheets'
import type { JournalLine } from '@parada/contract/journal'
import type { AnswerOf } from '@parada/contract/kit'
import { membersNamed } from '@parada/domain/objects'
import { vehicleProblems, type WrittenVehicle, writtenVehicleFields } from '@parada/domain/route-sheet/vehicle'
import { writtenPlate } from '@parada/domain/spain/plate'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { SaveChanges } from '../kit/form/save-changes.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useForm } from '../kit/form/use-form.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { History } from '../kit/history.tsx'
import page from '../kit/record-page.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { toast } from '../kit/toast.tsx'
import { useMay } from '../session/use-may.ts'
import { useSessionState } from '../session/use-session.ts'
import { VehicleInputs } from './vehicle-inputs.tsx'
import { useReloadVehicles, useVehicle } from './vehicle-record.ts'
import classes from './vehicles.module.css'
import { useChangeWords } from './words.ts'

const list = '/fleetVehicle'

/** The values of the inputs, with plates as people write them. */
const valuesOf = (vehicle: FleetVehicle): WrittenVehicle => ({
  ...(membersNamed(vehicle, writtenVehicleFields) as WrittenVehicle),
  numberPlateToSync: writtenPlate(vehicle.numberPlateToSync),
  numberPlateToMatch: writtenPlate(vehicle.numberPlateToMatch),
})

type Props = { vehicle: FleetVehicle; journal: readonly JournalLine[] }

const useEditing = ({ vehicle, journal }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadVehicles()
  const [seen] = useState(vehicle.version)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const { id, version } = vehicle
  const before = valuesOf(vehicle)
  const words = useChangeWords('vehicle')
  return useRecordForm<WrittenVehicle, AnswerOf<typeof fleetVehicles.update>>({
    version,
    seen,
    journal: journal.filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    writes: (typed) => changedNames(before, typed),
    words: (field, value) => {
      const said = words({ field, before: null, after: value })
      return said && { label: said.label, value: said.after }
    },
    problems: vehicleProblems,
    send: (typed, on) =>
      client(fleetVehicles.update, {
        params: { id },
        body: { ...membersNamed(typed, changedNames(before, typed)), version: on },
      }),
    onDone: () => {
      reload(id)
      toast(t('fleetVehicle.updated'))
      void navigate({ to: list })
    },
    onFailed: ({ status, message }) => {
      failedToast(t('fleetVehicle.updateFailed'), message)
      if ([0, 403, 404, 409].includes(status)) reload(id)
      return undefined
    },
  })
}

const RemoveVehicle = ({ vehicle, onClose }: { vehicle: FleetVehicle; onClose: () => void }) => {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadVehicles()
  const form = useForm<object, unknown>({
    initial: () => ({}),
    send: () => client(fleetVehicles.remove, { params: { id: vehicle.id } }),
    onDone: () => {
      reload()
      toast(t('fleetVehicle.deleted'))
      void navigate({ to: list })
    },
    onFailed: ({ message }) => {
      failedToast(t('fleetVehicle.deleteFailed'), message)
      return undefined
    },
  })
  return (
    <FormModal
      title={t('fleetVehicle.deleteTitle', { plate: writtenPlate(vehicle.numberPlateToSync) })}
      action={t('fleetVehicle.delete')}
      form={form}
      onClose={onClose}
      isDanger
    >
      <Text size="sm">{t('fleetVehicle.deleteText')}</Text>
    </FormModal>
  )
}

const EditVehicle = (props: Props) => {
  const { vehicle, journal } = props
  const { t } = useTranslation()
  const form = useEditing(props)
  const words = useChangeWords('vehicle')
  const seesSheets = useMay(routeSheets.list)
  const [isRemoving, setRemoving] = useState(false)
  return (
    <article className={page.page}>
      <header className={page.head}>
        <Link to={list} className={page.back} aria-label={t('fleetVehicle.toList')}>
          ‹
        </Link>
        <h1>{t('fleetVehicle.title', { plate: writtenPlate(vehicle.numberPlateToSync) })}</h1>
        <span className={page.soft}>{vehicle.routeSheet_nombarrendatarioDefault}</span>
        <div className={page.actions}>
          <Button type="button" size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('fleetVehicle.delete')}
          </Button>
        </div>
      </header>
      <div className={page.columns}>
        <div className={page.block}>
          <h2>{t('fleetVehicle.details')}</h2>
          <form {...form.formProps} className={classes.form}>
            <Meanwhile
              changes={form.changes}
              title={(who) => t('fleetVehicle.changedMeanwhile', { who })}
              words={words}
            />
            <Clashes asked={form.asked} />
            <VehicleInputs form={form} />
            <SaveChanges form={form} isGoing={isRemoving} />
          </form>
        </div>
        <div className={page.block}>
          {seesSheets && (
            <p className={page.soft}>
              <Link to="/routeSheet" search={{ numberPlate: vehicle.numberPlateToSync }}>
                {t('fleetVehicle.sheets')}
              </Link>
            </p>
          )}
          <History
            title={t('fleetVehicle.history')}
            empty={t('fleetVehicle.noHistory')}
            journal={journal.toReversed()}
            did={(action) => t(`fleetVehicle.did.${action}`, { defaultValue: action })}
            words={words}
          />
        </div>
      </div>
      {isRemoving && <RemoveVehicle vehicle={vehicle} onClose={() => setRemoving(false)} />}
    </article>
  )
}

/** One vehicle: what goes into its route sheets, and its history. */
export const VehiclePage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const { data, error } = useVehicle(id)
  useReturnOnFailure(data ? null : error, { title: t('fleetVehicle.failed'), list })
  if (!data) return <div className={page.waiting} aria-busy="true" />
  return <EditVehicle vehicle={data.fleetVehicle} journal={data.journal} />
}
