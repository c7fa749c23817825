import { OperationError } from '../../contract/errors.ts'

/** What the paths of an interface lead to, by the segment before its id: `{ events: { kind: 'event', listed: 'calendar_list_events' } }`. */
export type Things = Readonly<Record<string, { kind: string /** Operation that tells the ids there are. */; listed: string }>>

const LONGEST_ECHO = 100

/** Google says of what is missing no more than that: the refusal in words about what was asked for. Everything else as it came. */
export function missingNamed(error: unknown, path: string, title: string, things: Things): unknown {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') return error
  const found = lastThing(path, things)
  if (!found) return error
  const { kind, listed, id } = found
  const message = `${title} has no ${kind} ${id.slice(0, LONGEST_ECHO)} that this account can see.`
  const suggestions = [`${listed} lists those there are.`, ...(error.details.suggestions ?? [])]
  return new OperationError(error.reason, message, { ...error.details, suggestions }, { cause: error })
}

/** `messages/send` and its like have a verb where others have an id. */
const isVerb = (segment: string): boolean => segment === 'send' || segment.startsWith('batch')

function lastThing(path: string, things: Things): { kind: string; listed: string; id: string } | undefined {
  const segments = path.split('/').map(decodeURIComponent)
  for (let at = segments.length - 1; at > 0; at--) {
    const [thing, id] = [things[segments[at - 1] ?? ''], segments[at] ?? '']
    if (thing && id !== '' && !isVerb(id)) return { ...thing, id }
  }
  return undefined
}
