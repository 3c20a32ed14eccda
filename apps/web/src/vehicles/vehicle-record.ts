import { fleetVehicles } from '@parada/contract/calls/fleet-vehicles'
import { routeSheets } from '@parada/contract/calls/route-sheets'
import type { LesseePermission } from '@parada/domain/access/lessees'
import { mayManageLessee } from '@parada/domain/access/lessees'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../kit/client.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { recordKey } from '../kit/record-key.ts'
import { useSessionState } from '../session/use-session.ts'

export const useVehicle = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: recordKey(fleetVehicles.get, id),
    queryFn: ({ signal }) => client(fleetVehicles.get, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** How often an open sheet is refetched for the register's answer. */
const answerMs = 5_000
const isOver = (status: number) => status === sheetStatus.started || status === sheetStatus.cancelled

export const useSheet = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: recordKey(routeSheets.get, id),
    queryFn: ({ signal }) => client(routeSheets.get, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) => data !== undefined && !isOver(data.viewRouteSheetBean.status) && answerMs,
  })
}

/** Refetches the vehicle and the list of vehicles. */
export const useReloadVehicles = () => {
  const queries = useQueryClient()
  return (id?: number) => {
    if (id !== undefined) void queries.invalidateQueries({ queryKey: recordKey(fleetVehicles.get, id) })
    void queries.invalidateQueries({ queryKey: listKey(fleetVehicles.list) })
  }
}

/** Refetches the sheet and the list of sheets. */
export const useReloadSheets = () => {
  const queries = useQueryClient()
  return (id: number) => {
    void queries.invalidateQueries({ queryKey: recordKey(routeSheets.get, id) })
    void queries.invalidateQueries({ queryKey: listKey(routeSheets.list) })
  }
}

/** Fetched once per province, since municipalities do not change during a session. */
const townsOf = (client: ReturnType<typeof useClient>, cgprov: string) => ({
  queryKey: [routeSheets.cities.path, cgprov],
  queryFn: ({ signal }: { signal: AbortSignal }) => client(routeSheets.cities, { query: { cgprov }, signal }),
  enabled: cgprov !== '',
  staleTime: Number.POSITIVE_INFINITY,
})

/** The municipalities of a province. */
export const useTowns = (cgprov: string) => {
  const { data, error } = useQuery(townsOf(useClient(), cgprov))
  return { towns: data?.fomentoMunicipioList, error }
}

type Codes = readonly [cgprov: string, cgmuni: string]

/** Place names for codes, such as 'Alcobendas, Madrid · 28 006'; just the codes until the names have loaded. */
export const usePlaceNames = (provinces: readonly string[]) => {
  const client = useClient()
  const asked = [...new Set(provinces)].filter((code) => code !== '')
  const answers = useQueries({ queries: asked.map((code) => townsOf(client, code)) })
  const towns = answers.flatMap(({ data }) => data?.fomentoMunicipioList ?? [])
  return ([cgprov, cgmuni]: Codes) => {
    const codes = [cgprov, cgmuni].filter(Boolean).join(' ')
    const town = towns.find((one) => one.cgprov === cgprov && one.cgmuni === cgmuni)
    return town ? `${town.nombmuni}, ${town.nombprov} · ${codes}` : codes
  }
}

export const useCertificates = () => {
  const client = useClient()
  const { data } = useQuery({
    queryKey: [fleetVehicles.certificates.path],
    queryFn: ({ signal }) => client(fleetVehicles.certificates, { signal }),
    staleTime: 60_000,
  })
  return data?.certificateList ?? []
}

export const useMayManage = (permission: LesseePermission, taxId: string) =>
  useSessionState(({ grants }) => !!grants && mayManageLessee(grants, permission, taxId))
