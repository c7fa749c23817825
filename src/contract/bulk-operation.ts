import { Type } from 'typebox'
import type { BulkAdapter } from './bulk.ts'
import { type BulkOptions, MOST_RETRIES, ON_FAILURE } from './bulk-options.ts'
import { MAX_ID } from './item-id.ts'
import { Job } from './jobs.ts'
import type { Operation } from './operation.ts'
import { jobMarkdown } from './render-job.ts'
import { words } from './schema.ts'

/** What every bulk action takes beside its own input. */
const OPTIONS = {
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Act on exactly these items, in place of the selection; at most 10,000'
    })
  ),
  dry_run: Type.Boolean({ default: false, description: 'List and preview the items, then end; nothing is changed' }),
  max_items: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 100_000, description: 'Refuse to act on more items than this' }),
  on_failure: words(ON_FAILURE, {
    default: 'continue',
    description:
      'After an item failed. continue: with the others, and pause only where many fail one after another, or most do. pause: at the first. ignore: never pause'
  }),
  retries: Type.Integer({
    minimum: 0,
    maximum: MOST_RETRIES,
    default: MOST_RETRIES,
    description:
      'Further attempts, moments later, of what failed by a timeout or a fault of the system and may be done again without harm, or was never sent. 0: none'
  }),
  notify_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      'x-secret': true, // its query may hold a token
      description:
        'Tell this https URL, by a signed POST (Standard Webhooks), when the job ends or needs somebody. Only public hosts, and only where the gateway has a secret to sign with'
    })
  ),
  confirm: Type.Optional(
    words(['auto'], {
      description: 'Start without the confirm step. Only for keys with the scope jobs:auto_confirm; leave it out to get a preview first'
    })
  )
}

const NOTIFY_ERRORS = {
  address_refused: 'notify_url leads to this machine, to a private network, or to a port that is not for the web'
} as const

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
    description: `Items in one call to the system, at most ${max_batch}; fewer make a pause or a cancel take effect sooner`
  })

/** A bulk action as an operation of the catalog: it makes a job, and answers it. */
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
    async handler(input, call) {
      const job = await call.jobs.create({
        adapter,
        input: Object.fromEntries(Object.entries(input).filter(([name]) => own.includes(name))),
        ...(input.ids && { ids: input.ids }),
        options: optionsOf(input),
        instance: call.instance,
        caller: call.caller,
        signal: call.signal,
        ...(call.once !== undefined && { once: call.once })
      })
      call.respond({ status: job.status === 'snapshotting' ? 202 : 201, location: job.links.self })
      return job
    }
  }
}
