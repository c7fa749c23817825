import { below, flagOrNull, integerOrNull, pick, type Row, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { personIn } from '../mappers/people.ts'
import type { GitLabCall } from '../request.ts'

/** Without variables: their values may be secrets. */
const scheduleOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  description: textOrNull(row, 'description'),
  ref: textOrNull(row, 'ref'),
  cron: textOrNull(row, 'cron'),
  cron_timezone: textOrNull(row, 'cron_timezone'),
  active: flagOrNull(row, 'active'),
  next_run_at: time(row, 'next_run_at'),
  owner: personIn(row, 'owner'),
  last_pipeline_status: textOrNull(below(row, 'last_pipeline'), 'status')
})

interface SchedulesQuery extends Paging {
  project?: string
  scope?: string
}

export async function listSchedules(gitlab: GitLab, { project: reference, scope, ...input }: SchedulesQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/pipeline_schedules`, query: { scope }, subject: project.subject() }
  return await list(gitlab, request, pagingOf(input), scheduleOf, call)
}

interface ScheduleContent {
  description?: string
  ref?: string
  cron?: string
  cron_timezone?: string
  active?: boolean
}

const CONTENT = ['description', 'ref', 'cron', 'cron_timezone', 'active']

export async function createSchedule(gitlab: GitLab, input: ScheduleContent & { project?: string }, call: GitLabCall) {
  const project = await gitlab.project(input.project, call)
  const request = { method: 'POST' as const, path: `${project.path}/pipeline_schedules`, json: pick(input, CONTENT) }
  return scheduleOf(await gitlab.row({ ...request, subject: project.subject() }, call))
}

interface ScheduleRef {
  project?: string
  schedule_id: number
}

async function scheduleTarget(gitlab: GitLab, { project: reference, schedule_id }: ScheduleRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/pipeline_schedules/${schedule_id}`, subject: project.subject('pipeline schedule', schedule_id) }
}

export async function updateSchedule(gitlab: GitLab, input: ScheduleContent & ScheduleRef, call: GitLabCall) {
  const target = await scheduleTarget(gitlab, input, call)
  return scheduleOf(await gitlab.row({ method: 'PUT', ...target, json: pick(input, CONTENT) }, call))
}

/** GitLab queues the pipeline, and does not return it. */
export async function runSchedule(gitlab: GitLab, name: ScheduleRef, call: GitLabCall) {
  const { path, subject } = await scheduleTarget(gitlab, name, call)
  await gitlab.send({ method: 'POST', path: `${path}/play`, subject }, call)
  return { schedule_id: name.schedule_id, queued: true }
}

export async function deleteSchedule(gitlab: GitLab, name: ScheduleRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await scheduleTarget(gitlab, name, call)) }, call)
  return { schedule_id: name.schedule_id, deleted: true }
}
