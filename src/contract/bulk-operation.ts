import { Type } from 'typebox'
import type { BulkAdapter } from './bulk.ts'
import { Job } from './jobs.ts'
import type { Operation } from './operation.ts'
import { jobMarkdown } from './render-job.ts'
import { words } from './schema.ts'

/** What every bulk action takes beside its own input. */
const OPTIONS = {
  ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Act on exactly these items, in place of the selection; at most 10,000'
    })
  ),
  dry_run: Type.Boolean({ default: false, description: 'List and preview the items, then end; nothing is changed' }),
  max_items: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 100_000, description: 'Refuse to act on more items than this' }),
  on_failure: words(['continue', 'pause'], {
    default: 'continue',
    description: 'After an item failed: continue with the others, or pause the job'
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

/** A bulk action as an operation of the catalog: it makes a job, and answers it. */
export function bulkOperation(adapter: BulkAdapter): Operation {
  const own = Object.keys(adapter.input.properties)
  return {
    kind: 'bulk',
    id: adapter.id,
    tool: adapter.tool,
    name: `bulk_${adapter.name}`,
    summary: adapter.summary,
    description: adapter.description,
    permission: adapter.permission,
    http: `POST /bulk/${adapter.name}`,
    input: Type.Object({ ...adapter.input.properties, ...OPTIONS }),
    output: Job,
    requires: adapter.requires,
    errors: { ...NOTIFY_ERRORS, ...adapter.errors },
    examples: adapter.examples,
    timeout_ms: 30_000,
    idempotent: false,
    list: false,
    partial: false,
    dry_run: false,
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
        options: {
          dry_run: input.dry_run,
          max_items: input.max_items,
          on_failure: input.on_failure,
          confirm: input.confirm,
          notify_url: input.notify_url
        },
        instance: call.instance,
        caller: call.caller,
        signal: call.signal
      })
      call.respond({ status: job.status === 'snapshotting' ? 202 : 201, location: job.links.self })
      return job
    }
  }
}
