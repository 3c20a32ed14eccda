import { parking, parkingFields, type TripChange } from '@parada/contract/calls/parking'
import { isKeyOf } from '@parada/domain/objects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import type { ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { toast } from '../kit/toast.tsx'

/** Refetches the three lists and whatever is open over them. */
export const useReloadParkings = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['list', parking.alive.base] })
}

/** One parking to invoice with its journal. Its key is under the lists', so that live events refetch it too. */
export const useToInvoice = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...listKey(parking.get), id],
    queryFn: ({ signal }) => client(parking.get, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

export const useSendReceipt = () => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadParkings()
  return async (id: number) => {
    toast(t('service.sendingReceipt'))
    try {
      const { receipt } = await client(parking.sendReceipt, { params: { id } })
      toast(t('service.receiptSent'), receipt.recipient)
      await reload()
    } catch (problem) {
      failedToast(toFailure(problem).message)
    }
  }
}

/** Formats the value of a field for display. */
export const useParkingWords = () => {
  const { t, i18n } = useTranslation()
  const { money, time } = formatsFor(i18n.language)
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    const field = isKeyOf(parkingFields, name) ? parkingFields[name] : undefined
    if (field?.kind === 'money') return money(Number(value))
    if (field?.kind === 'time') return time(Number(value))
    return field?.codes ? t(`codes.${field.codes}.${String(value)}`, String(value)) : String(value)
  }
}

/** Describes the change of one field; undefined for fields that `parkingFields` does not have. */
export const useParkingChangeWords = () => {
  const { t } = useTranslation()
  const words = useParkingWords()
  return ({ field, before, after }: { field: string; before: unknown; after: unknown }): ChangeWords | undefined =>
    isKeyOf(parkingFields, field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}

export type Journal = readonly TripChange[]
