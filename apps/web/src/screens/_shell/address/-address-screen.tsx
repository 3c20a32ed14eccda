import { Text } from '@mantine/core'
import { addresses } from '@parada/contract/calls/addresses'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOne } from '../../../kit/list/declare/one-of.ts'
import classes from './-address.module.css'
import { AddressForm } from './-address-form.tsx'
import { addressList } from './-address-list.ts'

const List = addressList.component

/** Returns to /address when the filter for a single address is cleared (O2-23). */
const useLeaveWithFilter = (idAddress: string | undefined) => {
  const navigate = useNavigate()
  const filtered = useSearch({ strict: false, select: (search) => String(('id' in search && search.id) || '') })
  const wasFiltered = useRef(false)
  useEffect(() => {
    const isFiltered = idAddress !== undefined && filtered === idAddress
    const hasLeft = idAddress !== undefined && wasFiltered.current && !isFiltered
    wasFiltered.current = isFiltered
    if (hasLeft) void navigate({ to: '/address', search: true, replace: true })
  }, [idAddress, filtered, navigate])
}

/** The form and the map beside the table of saved addresses. */
export const AddressScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { idAddress } = useParams({ strict: false })
  useLeaveWithFilter(idAddress)
  const { row, isFetching, error } = useOne(addresses.list, Number(idAddress))
  const isMissing = idAddress !== undefined && !row && !isFetching
  const leave = () => {
    if (idAddress !== undefined) void navigate({ to: '/address', search: {} })
  }

  return (
    <div className={classes.screen}>
      <div className={classes.side}>
        {isMissing && (
          <Text size="sm" role="alert" className={classes.missing}>
            {error?.message ?? t('address.notFound', { id: idAddress })}
          </Text>
        )}
        <AddressForm key={row?.id ?? 'new'} row={row} onDone={leave} />
      </div>
      <div className={classes.list}>
        <List />
      </div>
    </div>
  )
}
