import Negotiator from 'negotiator'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { streamForm } from '../../contract/stream.ts'

/** How an answer can be told. `problem` is JSON whose failures also carry RFC 9457's members. */
export type Form = 'json' | 'problem' | 'markdown' | 'events'

const FORMS = new Map<string, Form>([
  ['application/json', 'json'],
  ['application/problem+json', 'problem'],
  ['text/markdown', 'markdown'],
  ['text/event-stream', 'events']
])

const MOST_REMEMBERED = 500

/** The form the caller likes best. Throws not_acceptable where none will do, with what will: the types of the operation's stream, where one can be sent. */
export const formOf = negotiation([...FORMS.keys()])

/** The same for what is no operation, and has no events to tell. */
export const eventlessFormOf = negotiation([...FORMS.keys()].filter(type => type !== 'text/event-stream'))

function negotiation(answered: string[]): (accept: string | undefined, operation?: Pick<Operation, 'output'>) => Form {
  const remembered = new Map<string, Form>()
  return (accept, operation) => {
    if (!accept || accept === '*/*' || accept === 'application/json') return 'json'
    const known = remembered.get(accept)
    if (known) return known
    const form = FORMS.get(new Negotiator({ headers: { accept } }).mediaTypes(answered)[0] ?? '')
    if (!form) {
      const streamed = operation ? (streamForm(operation.output)?.media_types ?? []) : []
      throw new OperationError('not_acceptable', `None of "${accept.slice(0, 200)}" can be answered.`, {
        suggestions: [`Accept one of: ${[...streamed, ...answered].join(', ')}.`]
      })
    }
    if (remembered.size < MOST_REMEMBERED) remembered.set(accept, form)
    return form
  }
}

/** How to send the stream of an operation's output; undefined where there is none, or the caller takes none of its media types. */
export function bytesOf({ output }: Operation, accept: string | undefined): { media_type?: string } | undefined {
  const form = streamForm(output)
  if (!form || !accept || accept === '*/*') return form && {}
  const media_type = new Negotiator({ headers: { accept } }).mediaTypes([...form.media_types])[0]
  return media_type === undefined ? undefined : { media_type }
}
