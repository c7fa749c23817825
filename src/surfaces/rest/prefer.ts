import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../../contract/answer.ts'
import type { Operation } from '../../contract/operation.ts'
import { LONGEST_WAIT_S, mayBeJob } from '../../contract/reserved.ts'
import type { Given } from './input.ts'

type Input = Record<string, unknown>

/** The input as the header Prefer would have it made (RFC 7240): as a job, and with how long to wait for its result. The input itself comes first. */
export function withPreference(request: FastifyRequest, operation: Operation, given: Given): Given & { applied?: string } {
  const { prefer } = request.headers
  if (prefer === undefined) return given
  const { raw, upload } = given
  const asked = preferences(prefer)
  if (upload || request.body instanceof Readable || request.method === 'HEAD') return given // a file is kept for no job, and HEAD makes none
  if (!asked.has('respond-async') || !mayBeJob(operation) || !isInput(raw) || (raw['mode'] ?? 'async') !== 'async') return given
  const seconds = secondsIn(asked.get('wait'))
  const wait = (raw['wait'] ?? undefined) !== undefined || seconds === undefined ? {} : { wait: seconds }
  const applied = ['respond-async', ...('wait' in wait ? [`wait=${seconds}`] : [])].join(', ')
  return { ...given, raw: { ...raw, mode: 'async', ...wait }, applied }
}

/** What the header asks for, by name. Of a preference that is given twice the first counts. */
function preferences(header: string | string[]): Map<string, string> {
  const asked = new Map<string, string>()
  for (const part of [header].flat().join(',').split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map(word => word.trim())
    const key = name.toLowerCase()
    if (!asked.has(key)) asked.set(key, value.replace(/^"(.*)"$/, '$1'))
  }
  return asked
}

/** A preference need not be met: one for longer than may be waited here is met as far as it can be. */
const secondsIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), LONGEST_WAIT_S) : undefined

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Says which preference was met, and when a job that goes on is worth another look. */
export function markPreference(reply: FastifyReply, { job }: Result, applied: string | undefined): void {
  if (applied !== undefined) reply.header('preference-applied', applied)
  if (job?.poll_after_ms != null) reply.header('retry-after', Math.max(1, Math.ceil(job.poll_after_ms / 1000)))
}
