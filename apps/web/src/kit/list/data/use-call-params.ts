import type { Call } from '@parada/contract/kit'
import { membersNamed } from '@parada/domain/objects'
import { useParams } from '@tanstack/react-router'

const namesIn = ({ path }: Pick<Call, 'path'>) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The parameters in the path of a list's call, other than the tenant, are taken from the path of its screen. */
export const useCallParams = (call: Pick<Call, 'path'>) => membersNamed(useParams({ strict: false }), namesIn(call))
