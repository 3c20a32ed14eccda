import { useMemo } from 'react'
import { titleList } from './title-list.ts'
import { useSupplierNames } from './use-suppliers.ts'

/** The list begins once the names of suppliers are known, or are known to be missing. */
export const TitlesScreen = () => {
  const { names, isPending } = useSupplierNames()
  const List = useMemo(() => titleList(names).component, [names])
  return isPending ? null : <List />
}
