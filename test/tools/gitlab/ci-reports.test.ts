import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, state } = await openGitlab(t)
const web = { project: 'acme/web' }
const project = 'acme/sandpit'

t.test('downstream pipelines have the project and status of the pipeline that was started', async t => {
  const { data } = await call('list_downstream_pipelines', { ...web, pipeline_id: 101 })
  t.match(data, { items: [{ name: 'trigger', downstream_pipeline: { id: 201, project_id: 2, status: 'success' } }], total: { value: 1 } })
  t.equal((await call('list_downstream_pipelines', { ...web, pipeline_id: 102 })).data.items.length, 0)
})

t.test('a downstream pipeline of a project that may not be used is left out', async t => {
  const limited = await openGitlab(t, { settings: { projects: ['acme/web'] } })
  const { data } = await limited.call('list_downstream_pipelines', { ...web, pipeline_id: 101 })
  t.strictSame(data.items, [])
})

t.test('a test report has the failures with their output, and counts of the others', async t => {
  const { data } = await call('get_test_report', { ...web, pipeline_id: 102 })
  t.match(data, { total_count: 3, success_count: 1, failed_count: 1, skipped_count: 1, more_failures: 0, untrusted: true })
  t.match(data.failures, [{ suite: 'test', name: 'keeps what was typed', status: 'failed', output: /Expected "a"/ }])
  t.equal(data.failures.length, 1)
  t.match((await call('get_test_report', { ...web, pipeline_id: 101 })).data, { total_count: 0, failures: [] })
})

t.test('at most 100 failures are returned, each with a bounded output', async t => {
  const pipeline = state.projects[0]?.pipelines.find(({ id }) => id === 103)
  const failed = { classname: 'c', status: 'failed' as const, execution_time: 1, system_output: 'x'.repeat(9_000) }
  const cases = Array.from({ length: 150 }, (_, at) => ({ ...failed, name: `test ${at}` }))
  Object.assign(pipeline ?? {}, { tests: new Map([['test', cases]]) })
  const { data } = await call('get_test_report', { ...web, pipeline_id: 103, max_chars: 1_000_000 })
  t.strictSame([data.failures.length, data.more_failures, data.failures[0].output.length], [100, 50, 4_000])
})

t.test('the statuses of a commit are those of its jobs', async t => {
  const { data } = await call('list_commit_statuses', { ...web, sha: 'main' })
  t.ok(data.items.length >= 3)
  t.match((await call('list_commit_statuses', { ...web, sha: 'main', name: 'test' })).data.items, [{ name: 'test', ref: 'main' }])
})

t.test('artifacts are listed by type', async t => {
  const { data } = await call('list_job_artifacts', { ...web, job_id: 1011 })
  t.match(data, { job_id: 1011, files: [{ file_type: 'trace', filename: 'job.log', size: Number }] })
})

t.test('a schedule is created, paused, run and deleted', async t => {
  const { status, data } = await call('create_pipeline_schedule', {
    project,
    description: 'Weekly',
    ref: 'main',
    cron: '0 4 * * 1',
    cron_timezone: 'Europe/Berlin'
  })
  t.match([status, data], [201, { cron: '0 4 * * 1', cron_timezone: 'Europe/Berlin', active: true, owner: { username: 'sam' } }])
  const of = { project, schedule_id: data.id }
  t.match((await call('update_pipeline_schedule', { ...of, active: false })).data, { active: false, cron: '0 4 * * 1', next_run_at: null })
  t.match((await call('list_pipeline_schedules', { project, scope: 'inactive' })).data.items, [{ id: data.id }])
  const before = state.projects[3]?.pipelines.length ?? 0
  t.match((await call('run_pipeline_schedule', of)).data, { queued: true })
  t.match(state.projects[3]?.pipelines.slice(before), [{ source: 'schedule', ref: 'main' }])
  t.equal((await call('delete_pipeline_schedule', { ...of, confirm: true })).status, 200)
  t.equal((await call('run_pipeline_schedule', of)).status, 404)
})

t.test('invalid times and unknown branches of a schedule are refused', async t => {
  const schedule = { project, description: 'Never', ref: 'main', cron: 'every night' }
  t.match((await call('create_pipeline_schedule', schedule)).error.details.issues, [{ path: 'cron' }])
  t.match((await call('create_pipeline_schedule', { ...schedule, cron: '0 3 * * *', ref: 'no/such' })).error.details.issues, [
    { path: 'ref' }
  ])
})

t.test('issues, links and milestones are deleted, and what they were on stays', async t => {
  const made = async () => (await call('create_issue', { project, title: 'T', milestone_id: 1019 })).data.iid
  const [first, second] = [await made(), await made()]
  const { data: link } = await call('add_issue_link', { project, issue_iid: first, target_issue_iid: second })
  const unlink = { project, issue_iid: second, link_id: link.link_id }
  t.match((await call('delete_issue_link', unlink)).data, { deleted: true })
  t.equal((await call('list_issue_links', { project, issue_iid: first })).data.items.length, 0)
  t.equal((await call('delete_issue_link', unlink)).status, 404)
  t.equal((await call('delete_milestone', { project, milestone_id: 1019, confirm: true })).status, 200)
  t.equal((await call('get_issue', { project, issue_iid: first })).data.milestone, null)
  t.equal((await call('delete_issue', { project, issue_iid: first, confirm: true })).status, 200)
  t.equal((await call('get_issue', { project, issue_iid: first })).status, 404)
  t.equal((await call('get_issue', { project, issue_iid: second })).status, 200)
})
