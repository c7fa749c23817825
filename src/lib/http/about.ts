import { OperationError, type Reason } from '../../contract/errors.ts'
import type { Call } from '../../contract/handed.ts'
import { isRow, type Row, rowOf, text } from '../row.ts'
import type { UpstreamRequest } from './request.ts'
import type { UpstreamStream } from './stream.ts'
import type { Upstream, UpstreamAnswer } from './upstream.ts'

/** What a request is about, for the words of its failure. */
export interface Subject {
  /** As `issue`. */
  kind: string
  /** As `#12 of acme/web`. */
  name: string
}

export type AboutRequest<About extends Subject> = Omit<UpstreamRequest, 'signal'> & { about: About }

/** How an upstream is spoken of. */
export interface Speech<About extends Subject> {
  title: string
  /** Who looks: `account`. */
  viewer: string
  /** The reason, by what the request was about. */
  reasonOf: (reason: Reason, about: About, status: unknown) => Reason
}

/** An upstream whose failures are told in words about what was asked for. */
export interface Teller<About extends Subject> {
  send: (request: AboutRequest<About>, turn: Pick<Call<unknown>, 'signal' | 'observe'>) => Promise<UpstreamAnswer>
  download: (request: AboutRequest<About>, turn: Pick<Call<unknown>, 'signal'>) => Promise<UpstreamStream>
}

export function createTeller<About extends Subject>(upstream: Upstream, speech: Speech<About>): Teller<About> {
  return {
    async send(request, { signal, observe }) {
      try {
        const answer = await upstream.request({ ...request, signal })
        if (answer.rate_limit) observe(answer.rate_limit)
        return answer
      } catch (error) {
        throw named(error, request.about, speech)
      }
    },
    async download({ about, ...request }, { signal }) {
      try {
        return await upstream.stream({ ...request, signal })
      } catch (error) {
        throw named(error, about, speech)
      }
    }
  }
}

function named<About extends Subject>(error: unknown, about: About, { title, viewer, reasonOf }: Speech<About>): unknown {
  if (!(error instanceof OperationError) || error.details.source !== 'upstream') return error
  const upstream = rowOf(error.details.upstream)
  const { status } = upstream
  const again = (message: string): OperationError =>
    new OperationError(reasonOf(error.reason, about, status), message, error.details, { cause: error })
  if (error.reason === 'upstream_not_found') return again(`${title} has no ${about.kind} ${about.name} that this ${viewer} can see.`)
  const words = text(upstream, 'message')
  return typeof status === 'number' && words !== '' ? again(`${title} answered ${status}: ${words}`) : error
}

type Asked = Pick<AboutRequest<Subject>, 'about' | 'method' | 'reads'>

export const isRead = ({ method = 'GET', reads }: Omit<Asked, 'about'>): boolean => method === 'GET' || reads === true

/** The one thing that an answer is. */
export function rowIn(body: unknown, asked: Asked, title: string): Row {
  if (isRow(body)) return body
  throw unreadableBy(title)(asked.about, isRead(asked))
}

/** A success that tells nothing we know: what was asked for was done all the same. */
export const unreadableBy =
  (title: string) =>
  ({ kind, name }: Subject, isRead: boolean): OperationError =>
    new OperationError('server_error', `${title}'s answer about the ${kind} ${name} is not what it should be.`, {
      source: 'upstream',
      outcome: isRead ? 'not_executed' : 'executed'
    })
