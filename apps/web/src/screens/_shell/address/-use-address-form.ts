import { type AddressRow, addresses } from '@parada/contract/calls/addresses'
import { savedAddressProblems } from '@parada/domain/places/saved-address'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { useRepeatKey } from '../../../kit/repeat-key.ts'
import { toast } from '../../../kit/toast.tsx'

type AddressValues = {
  /** The text of the place, either chosen or just typed. */
  text: string
  lat: number | null
  lon: number | null
  alias: string
  idSupplier: number | null
}

const emptyFor = (idSupplier: number | null): AddressValues => ({
  text: '',
  lat: null,
  lon: null,
  alias: '',
  idSupplier,
})

const typedOf = (row: AddressRow | undefined, ownFleet: number | null): AddressValues =>
  row
    ? {
        text: row.name || row.addressField,
        lat: row.lat,
        lon: row.lon,
        alias: row.addressField,
        idSupplier: row.idSupplier,
      }
    : emptyFor(ownFleet)

/** The values, problems and saving of the address form. A new address starts with the user's own fleet. */
export const useAddressForm = (row: AddressRow | undefined, ownFleet: number | null, onSaved: () => void) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const repeatKey = useRepeatKey()
  const [typed, setTyped] = useState(() => typedOf(row, ownFleet))
  const [hasTried, setTried] = useState(false)
  const problems = savedAddressProblems({ ...typed, addressField: typed.alias })

  const saving = useMutation({
    mutationFn: async ({ alias, text, lat, lon, idSupplier }: AddressValues) => {
      const body = { addressField: alias, name: text, lat: lat as number, lon: lon as number, idSupplier }
      if (row) await client(addresses.update, { params: { id: row.id }, body })
      else await client(addresses.create, { body, headers: repeatKey(body) })
    },
    onSuccess: (_, { alias }) => {
      void queries.invalidateQueries({ queryKey: listKey(addresses.list) })
      toast(t(row ? 'address.updated' : 'address.created'), alias)
      reset()
      onSaved()
    },
  })

  const reset = () => {
    setTyped(emptyFor(ownFleet))
    setTried(false)
    saving.reset()
  }

  return {
    typed,
    change: (part: Partial<AddressValues>) => setTyped((before) => ({ ...before, ...part })),
    problems: hasTried ? problems : {},
    failure: saving.error?.message,
    isSaving: saving.isPending,
    reset,
    /** Saves unless something is missing, and returns the problems. */
    save: () => {
      setTried(true)
      if (!problems.place && !problems.alias && !saving.isPending) saving.mutate(typed)
      return problems
    },
  }
}
