import { Button } from '@mantine/core'
import { fleetVehicles } from '@parada/contract/calls/fleet-vehicles'
import type { AnswerOf } from '@parada/contract/kit'
import { lesseesNamed } from '@parada/domain/access/lessees'
import { emptyVehicle, vehicleProblems, type WrittenVehicle } from '@parada/domain/route-sheet/vehicle'
import { squeezedTaxId } from '@parada/domain/spain/tax-id'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { LeaveGuard } from '../kit/form/leave-guard.tsx'
import { useForm } from '../kit/form/use-form.ts'
import page from '../kit/record-page.module.css'
import { useRepeatKey } from '../kit/repeat-key.ts'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { VehicleInputs } from './vehicle-inputs.tsx'
import { useReloadVehicles } from './vehicle-record.ts'
import classes from './vehicles.module.css'

/** Initial values: the tenant's default lessor (O3-45), and the lessee if there is only one to choose. */
const useBeginning = (): WrittenVehicle => {
  const { whitelabelConfig, grants } = useSessionState((state) => state)
  const { routeSheetDefaultLessorTaxId: lessor } = whitelabelConfig ?? {}
  const [only, ...others] = grants ? lesseesNamed(grants) : []
  return {
    ...emptyVehicle,
    routeSheet_nifarrendadorDefault: typeof lessor === 'string' ? lessor : '',
    ...(only &&
      others.length === 0 && {
        routeSheet_nifarrendatarioDefault: squeezedTaxId(only.taxId),
        routeSheet_nombarrendatarioDefault: only.name,
      }),
  }
}

export const NewVehicle = () => {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadVehicles()
  const repeatKey = useRepeatKey()
  const beginning = useBeginning()
  const form = useForm<WrittenVehicle, AnswerOf<typeof fleetVehicles.create>>({
    initial: () => beginning,
    problems: vehicleProblems,
    send: (body) => client(fleetVehicles.create, { body, headers: repeatKey(body) }),
    onDone: ({ fleetVehicle }) => {
      reload()
      toast(t('fleetVehicle.created'))
      void navigate({ to: '/fleetVehicle/$id', params: { id: String(fleetVehicle.id) } })
    },
    onFailed: ({ message }) => {
      failedToast(t('fleetVehicle.createFailed'), message)
      return undefined
    },
  })
  return (
    <article className={page.page}>
      <header className={page.head}>
        <Link to="/fleetVehicle" className={page.back} aria-label={t('fleetVehicle.toList')}>
          ‹
        </Link>
        <h1>{t('screens.newFleetVehicle')}</h1>
      </header>
      <div className={page.block}>
        <LeaveGuard isHeld={form.isChanged && !form.isPending} />
        <form {...form.formProps} className={classes.form}>
          <VehicleInputs form={form} isNew />
          {form.failure && (
            <p role="alert" className={page.failed}>
              {form.failure}
            </p>
          )}
          <div className={page.actions}>
            <Button type="submit" size="xs" loading={form.isPending} aria-keyshortcuts="Control+Enter">
              {t('fleetVehicle.create')}
            </Button>
          </div>
        </form>
      </div>
    </article>
  )
}
