import type { Notes } from './call.ts'
import type { KeyedCall, Ports } from './ports.ts'

/** What a handler came to. */
export interface Done {
  data: unknown
  notes: Notes
}

/** What the door notes of a call that carries a key. */
interface Past {
  begun: boolean
  replayed: boolean
}

/** Does what a key stands for, or answers, as a success or a failure, what it came to before. */
export async function once(
  { idempotency }: Pick<Ports, 'idempotency'>,
  call: KeyedCall,
  work: (seed: string) => Promise<Done>,
  past: Past
): Promise<Done> {
  const told = await idempotency(call, work)
  if ('failure' in told) {
    past.begun = true
    past.replayed = told.failure.details.replayed === true
    throw told.failure
  }
  past.replayed = told.replayed
  return told.replayed ? withoutLimits(told.answer) : told.answer
}

/** Limits of the system are those of a moment that has gone. */
function withoutLimits({ data, notes: { rateLimit: _, ...notes } }: Done): Done {
  return { data, notes }
}
