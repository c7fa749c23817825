import Negotiator from 'negotiator'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { streamSpec } from '../../contract/stream.ts'

/** Format of a response. `problem` is JSON whose failures also have the members of RFC 9457. */
export type Form = 'json' | 'problem' | 'markdown' | 'events'

const FORMS = new Map<string, Form>([
  ['application/json', 'json'],
  ['application/problem+json', 'problem'],
  ['text/markdown', 'markdown'],
  ['text/event-stream', 'events']
])

/** Negotiation time grows with the square of the length: 128 KB would block the process for 70 ms. Browsers send 150 characters. */
const MAX_ACCEPT = 1_000

/** Returns the format that the caller prefers. Throws not_acceptable if it accepts none; the error lists those available, including the stream of the operation. */
export const formOf = negotiation([...FORMS.keys()])

/** The same for routes without events. */
export const formWithoutEventsOf = negotiation([...FORMS.keys()].filter(type => type !== 'text/event-stream'))

function negotiation(offered: string[]): (accept: string | undefined, operation?: Pick<Operation, 'output'>) => Form {
  return (accept, operation) => {
    if (!accept || accept === '*/*' || accept === 'application/json') return 'json'
    const form = FORMS.get(accepted(accept, offered) ?? '')
    if (form) return form
    const streamed = operation ? (streamSpec(operation.output)?.media_types ?? []) : []
    throw new OperationError('not_acceptable', `No available media type matches Accept "${accept.slice(0, 200)}".`, {
      suggestions: [`Accept one of: ${[...streamed, ...offered].join(', ')}.`]
    })
  }
}

/** The preferred media type of an Accept header; undefined if it accepts none of them, or is too long to parse. */
const accepted = (accept: string, types: string[]): string | undefined =>
  accept.length > MAX_ACCEPT ? undefined : new Negotiator({ headers: { accept } }).mediaTypes(types)[0]

/** How to send the stream of an operation's output; undefined if it has none, or the caller accepts none of its media types. */
export function bytesOf({ output }: Operation, accept: string | undefined): { media_type?: string } | undefined {
  const form = streamSpec(output)
  if (!form || !accept || accept === '*/*') return form && {}
  const media_type = accepted(accept, [...form.media_types])
  return media_type === undefined ? undefined : { media_type }
}
