import { useMemo } from 'react'
import { titleList } from './title-list.ts'
import { useSupplierNames } from './use-suppliers.ts'

/** Shows the list once the supplier names have loaded or failed to load. */
export const TitlesScreen = () => {
  const { names, isPending } = useSupplierNames()
  const List = useMemo(() => titleList(names).component, [names])
  return isPending ? null : <List />
}
