import { type Params, textIn } from '../params.ts'
import { refuse } from '../refusal.ts'

/** Whether the filter of the request lets a thing through that may be archived. */
export function wanted(params: Params, { closed }: { closed: boolean }, otherwise = 'open'): boolean {
  const filter = textIn(params, 'filter') ?? otherwise
  if (filter === 'all') return true
  if (filter === 'open' || filter === 'visible') return !closed
  if (filter === 'closed') return closed
  if (filter === 'none') return false
  throw refuse(400, 'invalid value for filter')
}
