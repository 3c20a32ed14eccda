import { accountsToEdit, isAmong } from '@parada/domain/authorization/access'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { log } from '../../kit/log.ts'
import { useFromGrants } from '../../session/use-from-grants.ts'
import { Fact, Facts } from './fact.tsx'

type Props = {
  name: string
  idUser: number | null
  idAuthorization: number | null
  idPaymentAccount: number | null
  /** Whether the current user may open the traveller's page. */
  seesUser: boolean
  children?: ReactNode
}

/** Who travels, with links to their page and authorization if the user may see them. */
export const TravellerFacts = ({ name, idUser, idAuthorization, idPaymentAccount, seesUser, children }: Props) => {
  const { t } = useTranslation()
  const accounts = useFromGrants((grants) => accountsToEdit(grants, log))
  const seesAuthorization = accounts !== undefined && isAmong(accounts, idPaymentAccount)
  return (
    <Facts>
      <Fact label={t('fields.name')}>
        {idUser !== null && seesUser ? (
          <Link to="/users/userDetail/$id" params={{ id: String(idUser) }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Fact>
      {children}
      <Fact label={t('fields.idUser')}>{idUser}</Fact>
      <Fact label={t('fields.idAuthorization')}>
        {idAuthorization !== null && seesAuthorization ? (
          <Link to="/authorizations/all/$id" params={{ id: String(idAuthorization) }}>
            {idAuthorization}
          </Link>
        ) : (
          idAuthorization
        )}
      </Fact>
      <Fact label={t('fields.idPaymentAccount')}>{idPaymentAccount}</Fact>
    </Facts>
  )
}
