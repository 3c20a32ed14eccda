import { promos } from '@parada/contract/calls/promos'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../kit/lazy.ts'
import { useMay } from '../session/use-may.ts'
import { Block } from './block.tsx'
import { useReloadUser } from './user-record.ts'

const UserPromos = lazy(() => import('../promos/user-promos.tsx'))
const RedeemCode = lazy(() => import('../promos/redeem-code.tsx'))

/** The user's promos and a form to redeem a code for them, for those who may see promos. */
export const PromosBlock = ({ id, mayEdit }: { id: number; mayEdit: boolean }) => {
  const { t } = useTranslation()
  const may = useMay(promos.byUser)
  const reload = useReloadUser()
  if (!may) return null
  return (
    <Block title={t('user.promos')}>
      <Suspense>
        <UserPromos idUser={id} />
        {mayEdit && <RedeemCode idUser={id} onDone={() => reload(id)} />}
      </Suspense>
    </Block>
  )
}
