import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, BulkPosition } from '../../../../contract/bulk.ts'
import { below, integerOrNull, isRow, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { placeOf } from '../place.ts'
import { currentUser } from '../probe.ts'
import { personIn } from '../shapes/people.ts'
import { type BulkTurn, type Done, each, type Found, ifGone, look } from './each.ts'
import { placeIn } from './names.ts'
import { countRows, describeWith, MOST_ROWS, NAMED, nextRows, type Question, type Source, sourceOf } from './select.ts'

/** Jobs or pipelines of one project, as a job of ours keeps the question. */
export type RunSource = { source: Source; project: string }

/** What of a project's jobs or pipelines is selected; none where the caller names them. */
export async function selectRuns(project: string | undefined, path: string, query: Question, call: BulkTurn): Promise<RunSource> {
  if (project === undefined) return { source: NAMED, project: '' }
  const place = await placeOf(call.client, project, call)
  return { source: sourceOf(`${place.path}/${path}`, place.about('project', ''), query), project: place.project }
}

type Kind = 'jobs' | 'pipelines'

async function requestFor(what: Kind, id: string, call: BulkTurn) {
  const { place, number } = await placeIn(id, ':', call)
  return { place, number, request: { path: `${place.path}/${what}/${number}`, about: place.about(what.slice(0, -1), number) } }
}

const nameOf = (what: Kind, row: Row): string =>
  what === 'jobs' ? `${text(row, 'name')} on ${text(row, 'ref')}` : `pipeline of ${text(row, 'ref')}`

function finding(what: Kind, dataOf: (row: Row) => BulkItem['data']) {
  const itemOf = (row: Row, project: string): BulkItem | undefined => {
    const number = integerOrNull(row, 'id')
    const data = dataOf(row)
    if (number === null) return undefined
    return {
      id: `${project}:${number}`,
      display_name: `${nameOf(what, row)} (${text(row, 'status')})`,
      ...(data !== undefined && { data })
    }
  }
  return {
    max_batch: 1,
    concurrency: 4,
    page_size: MOST_ROWS,
    keeps_data: true,
    cost_units: 2,
    count: ({ source }: RunSource, call: BulkTurn) => countRows(source, call),
    nextBatch: ({ source, project }: RunSource, at: BulkPosition, call: BulkTurn) =>
      nextRows(source, at, call, row => itemOf(row, project)),
    describe: describeWith(async (id, call) => {
      const { request } = await requestFor(what, id, call)
      return await call.client.row(request, call).then(row => `${nameOf(what, row)} (${text(row, 'status')})`, ifGone(`${id} (not found)`))
    })
  } as const
}

/** Which run of which job it is, to tell a later one. */
const JobFacts = Type.Object({ name: Type.String(), pipeline_id: Type.Integer() })

const factsOf = (row: Row): BulkItem['data'] => {
  const pipeline_id = integerOrNull(below(row, 'pipeline'), 'id')
  return pipeline_id === null ? undefined : { name: text(row, 'name'), pipeline_id }
}

/** Runs jobs again. Each time makes another run, so it is never sent twice. */
export const retrying = {
  ...finding('jobs', factsOf),
  cost_units: 1,
  idempotent: false,
  executeBatch: (items: BulkItem[], _action: null, call: BulkTurn) =>
    each(items, call, async ({ id }, single) => {
      const { request } = await requestFor('jobs', id, call)
      const row = await single.client.row({ method: 'POST', ...request, path: `${request.path}/retry` }, call)
      return { outcome: 'succeeded', data: { job_id: integerOrNull(row, 'id') } }
    }),
  async *reconcile(items: BulkItem[], _action: null, call: BulkTurn) {
    const me = await currentUser(call.client, call)
    yield* look(items, async item => laterRun(item, await runsLike(item, call), me.id))
  }
} as const

/** All runs of the same job in its pipeline. */
async function runsLike({ id, data }: BulkItem, call: BulkTurn): Promise<Row[]> {
  const { place, request } = await requestFor('jobs', id, call)
  const facts = Check(JobFacts, data) ? data : factsOf(await call.client.row(request, call))
  if (!Check(JobFacts, facts)) return []
  const path = `${place.path}/pipelines/${facts.pipeline_id}/jobs`
  const query = { include_retried: true, per_page: MOST_ROWS }
  const { body } = await call.client.send({ path, query, about: request.about }, call)
  return (Array.isArray(body) ? body.filter(isRow) : []).filter(row => text(row, 'name') === facts.name)
}

/** One later run, started by the same user, is this one; more, or somebody else's, say nothing. */
function laterRun({ id }: BulkItem, runs: Row[], me: number | null): Found {
  const number = Number(id.slice(id.indexOf(':') + 1))
  const later = runs.filter(row => (integerOrNull(row, 'id') ?? 0) > number)
  const [found, ...others] = later
  if (runs.length === 0) return { outcome: 'unknown' }
  if (!found) return { outcome: 'not_attempted' }
  const isMine = others.length === 0 && personIn(found, 'user')?.id === me
  return isMine ? { outcome: 'succeeded', data: { job_id: integerOrNull(found, 'id') } } : { outcome: 'unknown' }
}

const STOPPED = ['canceled', 'canceling']
const ENDED = [...STOPPED, 'success', 'failed', 'skipped']

async function cancel({ id, again, data }: BulkItem, call: BulkTurn): Promise<Done> {
  const { request } = await requestFor('pipelines', id, call)
  const status = text(await call.client.row(request, call), 'status')
  // It went on when it was listed.
  const isOurs = again === true && data !== undefined && data !== null && STOPPED.includes(status)
  if (ENDED.includes(status)) return { outcome: isOurs ? 'succeeded' : 'skipped' }
  await call.client.row({ method: 'POST', ...request, path: `${request.path}/cancel` }, call)
  return { outcome: 'succeeded' }
}

/** Stops pipelines; one that has ended is left as it is. */
export const cancelling = {
  ...finding('pipelines', row => ({ status: textOrNull(row, 'status') })),
  idempotent: true,
  executeBatch: (items: BulkItem[], _action: null, call: BulkTurn) => each(items, call, cancel),
  reconcile: (items: BulkItem[], _action: null, call: BulkTurn) =>
    look(items, async ({ id }) => {
      const row = await call.client.row((await requestFor('pipelines', id, call)).request, call)
      return { outcome: STOPPED.includes(text(row, 'status')) ? 'succeeded' : 'not_attempted' }
    })
} as const
