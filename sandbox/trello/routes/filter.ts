import { type Params, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'

/** Returns whether a resource, which may be archived, matches the filter of the request. */
export function matchesFilter(params: Params, { closed }: { closed: boolean }, defaultFilter = 'open'): boolean {
  const filter = textIn(params, 'filter') ?? defaultFilter
  if (filter === 'all') return true
  if (filter === 'open' || filter === 'visible') return !closed
  if (filter === 'closed') return closed
  if (filter === 'none') return false
  throw refuse(400, 'invalid value for filter')
}
