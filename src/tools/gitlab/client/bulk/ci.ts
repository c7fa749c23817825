import pMap from 'p-map'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkItem, type BulkPosition, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, type ItemResult, ifInvisible } from '../../../../contract/each-item.ts'
import { below, flag, integerOrNull, isRow, type Row, text, textOrNull } from '../../../../lib/row.ts'
import { currentUser } from '../account.ts'
import { personIn } from '../mappers/people.ts'
import { type GitLabBulkCall, reconcileEach } from './call.ts'
import { resolveItem } from './item-ids.ts'
import {
  countRows,
  describeWith,
  MAX_ROWS,
  NAMED,
  nextRows,
  notFound,
  type Query,
  type Source,
  sourceOf,
  withArchived
} from './selection.ts'

/** Selects CI jobs or pipelines of one project. */
export type CiSource = { source: Source; project: string }

/** Selects CI jobs or pipelines of a project; nothing if the caller named them by ID. */
export async function selectCi(reference: string | undefined, path: string, query: Query, call: GitLabBulkCall): Promise<CiSource> {
  if (reference === undefined) return { source: NAMED, project: '' }
  const project = await call.client.project(reference, call)
  const source = sourceOf(`${project.path}/${path}`, project.subject(), query)
  return { source: await withArchived(source, project, call), project: project.reference }
}

type Kind = 'jobs' | 'pipelines'

async function itemRequest(kind: Kind, id: string, call: GitLabBulkCall) {
  const { project, number } = await resolveItem(id, ':', call)
  return { project, number, request: { path: `${project.path}/${kind}/${number}`, subject: project.subject(kind.slice(0, -1), number) } }
}

const nameOf = (kind: Kind, row: Row): string =>
  kind === 'jobs' ? `${text(row, 'name')} on ${text(row, 'ref')}` : `pipeline of ${text(row, 'ref')}`

type AddWarnings = (items: BulkItem[], call: GitLabBulkCall) => Promise<BulkItem[]>

/** The parts of an adapter that select and describe CI jobs or pipelines. `addWarnings` adds what takes further requests. */
function selectionParts(
  kind: Kind,
  dataOf: (row: Row) => BulkItem['data'],
  foresee: (row: Row) => Pick<BulkItem, 'foreseen'>,
  addWarnings: AddWarnings = async items => items
) {
  const itemOf = (row: Row, project: string): BulkItem | undefined => {
    const number = integerOrNull(row, 'id')
    const data = dataOf(row)
    if (number === null) return undefined
    return {
      id: `${project}:${number}`,
      display_name: `${nameOf(kind, row)} (${text(row, 'status')})`,
      ...(data !== undefined && { data }),
      ...foresee(row)
    }
  }
  return {
    max_batch: 1,
    concurrency: 4,
    page_size: MAX_ROWS,
    keeps_data: true,
    cost_units: 2,
    count: ({ source }: CiSource, call: GitLabBulkCall) => countRows(source, call),
    nextBatch: async ({ source, project }: CiSource, at: BulkPosition, call: GitLabBulkCall) => {
      const { items, ...page } = await nextRows(source, at, call, row => itemOf(row, project))
      return { ...page, items: await addWarnings(items, call) }
    },
    describe: describeWith<null>(async (id, call) => {
      const { request, project } = await itemRequest(kind, id, call)
      const row = await call.client.row(request, call).catch(ifInvisible(undefined))
      const item = row && itemOf(row, project.reference)
      if (!item) return notFound(id)
      const [{ display_name, foreseen } = item] = await addWarnings([item], call)
      return { display_name, ...(foreseen && { foreseen }) }
    })
  } as const
}

/** Identifies a CI job across its runs. */
const JobIdentity = Type.Object({ name: Type.String(), pipeline_id: Type.Integer() })

const identityOf = (row: Row): BulkItem['data'] => {
  const pipeline_id = integerOrNull(below(row, 'pipeline'), 'id')
  return pipeline_id === null ? undefined : { name: text(row, 'name'), pipeline_id }
}

/** GitLab retries a job only if it has ended, is the latest run of its name, and is not archived. */
const RETRYABLE = ['success', 'failed', 'canceled']

function foreseeRetry(row: Row): Pick<BulkItem, 'foreseen'> {
  const status = text(row, 'status')
  if (!RETRYABLE.includes(status)) return willFail(`a job that is ${status} cannot be retried`)
  return flag(row, 'archived') ? willFail('the job is archived and cannot be retried') : {}
}

/**
 * Warns of jobs that were retried already: GitLab lists them among the jobs of a project without saying so. A pipeline lists only the latest run of
 * each job.
 */
async function warnOfRetried(items: BulkItem[], call: GitLabBulkCall): Promise<BulkItem[]> {
  const firstOf = new Map(items.filter(({ foreseen }) => !foreseen).map(item => [pipelineKey(item), item]))
  const latest = new Map<string, number>()
  const readLatest = async ([key, { id, data }]: [string, BulkItem]): Promise<void> => {
    if (!Check(JobIdentity, data)) return
    const { project, request } = await itemRequest('jobs', id, call)
    const path = `${project.path}/pipelines/${data.pipeline_id}/jobs`
    const { body } = await call.client.send({ path, query: { per_page: MAX_ROWS }, subject: request.subject }, call)
    for (const row of Array.isArray(body) ? body.filter(isRow) : [])
      latest.set(`${key} ${text(row, 'name')}`, integerOrNull(row, 'id') ?? 0)
  }
  await pMap(firstOf, readLatest, { concurrency: 4, signal: call.signal })
  return items.map(item => {
    const run = Check(JobIdentity, item.data) ? latest.get(`${pipelineKey(item)} ${item.data.name}`) : undefined
    return run !== undefined && run > runNumber(item) ? { ...item, ...willFail(RETRIED) } : item
  })
}

const pipelineKey = ({ id, data }: BulkItem): string =>
  `${id.slice(0, id.lastIndexOf(':'))} ${Check(JobIdentity, data) ? data.pipeline_id : ''}`

const RETRIED = 'the job was already retried, and only its latest run can be retried'

const foreseeCancel = (row: Row): Pick<BulkItem, 'foreseen'> =>
  ENDED.includes(text(row, 'status')) ? willBeSkipped('the pipeline has already ended') : {}

/** Adapter parts that retry CI jobs. Each request starts another run, so it is never sent twice. */
export const retrying = {
  ...selectionParts('jobs', identityOf, foreseeRetry, warnOfRetried),
  cost_units: (items: number, named: boolean) => items * (named ? 3 : 2),
  idempotent: false,
  keeps_before: () => true,
  executeBatch: (items: BulkItem[], _action: null, call: GitLabBulkCall) =>
    forEachItem(items, call, async item => {
      const { id } = item
      const { request } = await itemRequest('jobs', id, call)
      const runs = await runsLike(item, call)
      await call.keepBefore?.(id, { latest_run: Math.max(...runs.map(row => integerOrNull(row, 'id') ?? 0), runNumber(item)) })
      const row = await call.client.row({ method: 'POST', ...request, path: `${request.path}/retry` }, call)
      return { outcome: 'succeeded', data: { job_id: integerOrNull(row, 'id') } }
    }),
  async *reconcile(items: BulkItem[], _action: null, call: GitLabBulkCall) {
    const me = await currentUser(call.client, call)
    yield* reconcileEach(items, call, async item => laterRun(item, await runsLike(item, call), me.id))
  }
} as const

/** Returns every run of the same CI job in its pipeline. */
async function runsLike({ id, data }: BulkItem, call: GitLabBulkCall): Promise<Row[]> {
  const { project, request } = await itemRequest('jobs', id, call)
  const identity = Check(JobIdentity, data) ? data : identityOf(await call.client.row(request, call))
  if (!Check(JobIdentity, identity)) return []
  const path = `${project.path}/pipelines/${identity.pipeline_id}/jobs`
  const query = { include_retried: true, per_page: MAX_ROWS }
  const { body } = await call.client.send({ path, query, subject: request.subject }, call)
  return (Array.isArray(body) ? body.filter(isRow) : []).filter(row => text(row, 'name') === identity.name)
}

/** Stored before the request: the ID of the latest run of the job at that time. */
const BeforeRetry = Type.Object({ latest_run: Type.Integer() })

const runNumber = ({ id }: BulkItem): number => Number(id.slice(id.indexOf(':') + 1))

/**
 * A single run by the same user, later than those before the request, is the result of the item. Several runs, or a run by another user, prove
 * nothing.
 */
function laterRun(item: BulkItem, runs: Row[], user_id: number | null): ItemFinding {
  const { before } = item
  const latest = Check(BeforeRetry, before) ? before.latest_run : runNumber(item)
  const later = runs.filter(row => (integerOrNull(row, 'id') ?? 0) > latest)
  const [found, ...others] = later
  if (runs.length === 0) return { outcome: 'unknown' }
  if (!found) return { outcome: 'not_attempted' }
  const isMine = Check(BeforeRetry, before) && others.length === 0 && personIn(found, 'user')?.id === user_id
  return isMine ? { outcome: 'succeeded', data: { job_id: integerOrNull(found, 'id') } } : { outcome: 'unknown' }
}

const STOPPED = ['canceled', 'canceling']
const ENDED = [...STOPPED, 'success', 'failed', 'skipped']

const Status = Type.Object({ status: Type.String() })

/** Whether the pipeline was running when an earlier attempt read it or, if none did, when it was listed. */
function wasRunning({ before, data }: BulkItem): boolean {
  const stored = Check(Status, before) ? before : data
  return Check(Status, stored) && !ENDED.includes(stored.status)
}

async function cancel(item: BulkItem, call: GitLabBulkCall): Promise<ItemResult> {
  const { id } = item
  const { request } = await itemRequest('pipelines', id, call)
  const status = text(await call.client.row(request, call), 'status')
  if (ENDED.includes(status)) return foundDone(item, wasRunning(item) && STOPPED.includes(status) && {})
  if (!wasRunning(item)) await call.keepBefore?.(id, { status })
  await call.client.row({ method: 'POST', ...request, path: `${request.path}/cancel` }, call)
  return { outcome: 'succeeded' }
}

/** Adapter parts that cancel pipelines. A pipeline that has ended is skipped. */
export const cancelling = {
  ...selectionParts('pipelines', row => ({ status: textOrNull(row, 'status') }), foreseeCancel),
  idempotent: true,
  executeBatch: (items: BulkItem[], _action: null, call: GitLabBulkCall) => forEachItem(items, call, item => cancel(item, call)),
  keeps_before: (item: BulkItem) => !wasRunning(item),
  reconcile: (items: BulkItem[], _action: null, call: GitLabBulkCall) =>
    reconcileEach(items, call, async item => {
      const row = await call.client.row((await itemRequest('pipelines', item.id, call)).request, call)
      if (!STOPPED.includes(text(row, 'status'))) return { outcome: 'not_attempted' }
      return { outcome: wasRunning(item) ? 'succeeded' : 'unknown' }
    })
} as const
