import { Type } from 'typebox'
import type { BulkAdapter } from '../contract/bulk.ts'
import { MAX_ID } from '../contract/bulk.ts'
import { Job } from '../contract/job.ts'
import { jobMarkdown } from '../contract/job-markdown.ts'
import { type BulkOptions, MAX_RETRIES, ON_FAILURE } from '../contract/jobs.ts'
import { BULK_MAX_BODY, type Operation } from '../contract/operation.ts'
import { stringEnum } from '../contract/schema.ts'

/** Inputs of every bulk operation, in addition to its own. */
const OPTIONS = {
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Exactly the items to act on, by ID unless the description names another form; at most 10,000'
    })
  ),
  dry_run: Type.Boolean({
    default: false,
    description: 'true: list and preview the items, then end without changing anything. Default false'
  }),
  max_items: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 100_000,
    description: 'Maximum number of items: if there are more, the job fails and nothing is changed'
  }),
  on_failure: stringEnum(ON_FAILURE, {
    default: 'continue',
    description:
      'What to do after an item fails. continue: process the others, and pause only if many fail in a row, or most fail. pause: pause at the first failure. ignore: never pause'
  }),
  retries: Type.Integer({
    minimum: 0,
    maximum: MAX_RETRIES,
    default: MAX_RETRIES,
    description:
      'Maximum retries of an item that failed with a timeout or an upstream error, if it can be repeated safely or was never sent. 0: none'
  }),
  notify_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      'x-secret': true, // its query may hold a token
      description:
        'https URL to notify with a signed POST (Standard Webhooks) when the job ends or needs attention. The host must be public, and the gateway must have a signing secret'
    })
  ),
  confirm: Type.Optional(
    stringEnum(['auto'], {
      description:
        'auto: start without confirmation; only for keys with the scope jobs:auto_confirm. Default: wait until the preview is confirmed'
    })
  )
}

const NOTIFY_ERRORS = {
  address_refused: 'notify_url points to the machine of the gateway or to a private network, or uses a port that is not a web port'
} as const

/** Inputs that control how a job runs, in addition to the reserved ones. */
export const ENGINE_INPUTS: readonly string[] = ['on_failure', 'retries', 'chunk']

const optionsOf = ({ dry_run, max_items, on_failure, retries, chunk, confirm, notify_url }: BulkOptions): BulkOptions => ({
  dry_run,
  max_items,
  on_failure,
  ...(retries !== undefined && { retries }),
  ...(chunk !== undefined && { chunk }),
  ...(confirm && { confirm }),
  ...(notify_url !== undefined && { notify_url })
})

const chunkOf = ({ max_batch }: BulkAdapter) =>
  Type.Integer({
    minimum: 1,
    maximum: max_batch,
    default: max_batch,
    description:
      max_batch > 1
        ? `Items per request to the system, at most ${max_batch}; with fewer, pausing or cancelling takes effect sooner`
        : 'Items per request to the system; always 1 for this operation'
  })

/** Returns the operation that creates the jobs of a bulk adapter, and returns them. */
export function bulkOperation(adapter: BulkAdapter): Operation {
  const own = Object.keys(adapter.input.properties)
  return {
    kind: 'bulk',
    id: adapter.id,
    tool: adapter.tool,
    name: `bulk_${adapter.name}`,
    core: adapter.core ?? false,
    summary: adapter.summary,
    description: adapter.description,
    permission: adapter.permission,
    http: `POST /bulk/${adapter.name}`,
    input: Type.Object({ ...adapter.input.properties, ...OPTIONS, chunk: chunkOf(adapter) }),
    output: Job,
    requires: adapter.requires,
    errors: { ...NOTIFY_ERRORS, ...adapter.errors },
    examples: adapter.examples,
    timeout_ms: 30_000,
    max_body: adapter.max_body ?? BULK_MAX_BODY,
    idempotent: false,
    list: false,
    transient: false,
    partial: false,
    dry_run: false,
    versioned: false,
    success: [201, 202],
    ...(adapter.message && { message: adapter.message }),
    markdown: jobMarkdown,
    aliases: adapter.aliases.map(name => ({ name })),
    ...(adapter.group !== undefined && { group: adapter.group }),
    see_also: ['jobs_get', 'jobs_confirm', ...adapter.see_also],
    asked_as: adapter.asked_as,
    async handler(input, call) {
      const job = await call.jobs.create({
        adapter,
        input: Object.fromEntries(Object.entries(input).filter(([name]) => own.includes(name))),
        ...(input.ids && { ids: input.ids }),
        options: optionsOf(input),
        instance: call.instance,
        caller: call.caller,
        signal: call.signal,
        requirePermission: call.requirePermission,
        ...(call.dedupeKey !== undefined && { dedupeKey: call.dedupeKey })
      })
      call.respond({ status: job.status === 'snapshotting' ? 202 : 201, location: job.links.self })
      return job
    }
  }
}
