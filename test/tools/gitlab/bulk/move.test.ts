import t from 'tap'
import { adapterCall } from '../../../../src/jobs/engine/create-adapter-call.ts'
import moveIssues from '../../../../src/tools/gitlab/bulk/move-issues.ts'
import { unavailableJobs } from '../../../helpers/app.ts'
import { silentLog } from '../../../helpers/bulk.ts'
import { openForge, projectAt } from '../../../helpers/gitlab-bulk.ts'

const { state, client } = await openForge(t)
const { signal } = new AbortController()
const call = adapterCall({
  client,
  instance: null,
  caller: { id: 'tester', scopes: ['*'] },
  jobs: unavailableJobs(),
  log: silentLog,
  signal
})

const TOOLS = { to_project_id: projectAt(state, 'acme/platform/tools').id }
const SANDPIT = { to_project_id: projectAt(state, 'acme/sandpit').id }
const PLAYGROUND = { to_project_id: projectAt(state, 'acme/playground').id }
const listed = (id: string) => ({ id, display_name: id, etag: '2026-03-01T09:00:00Z' })

const act = async (id: string, action: object, again = false) => {
  const item = { ...listed(id), again, ...(again && STARTED) }
  return (await Array.fromAsync(moveIssues.executeBatch([item], action, call)))[0]
}
const look = async (id: string, action: object) => {
  const item = { ...listed(id), ...STARTED }
  return (await Array.fromAsync(moveIssues.reconcile?.([item], action, call) ?? []))[0]
}
/** The image that the job stored before its first attempt: the issue had not been moved. */
const STARTED = { before: {} }

t.test('on a second attempt, an issue that is already in the target project was moved by the job, and is named', async t => {
  const id = 'acme/playground#1'
  const first = await act(id, TOOLS)
  t.match(first, { outcome: 'succeeded', data: { moved_to: /^acme\/platform\/tools#/ } })
  t.strictSame(await act(id, TOOLS, true), first)
  t.strictSame(await look(id, TOOLS), first)
})

t.test('on a second attempt, an issue that was moved to a third project was not moved by the job', async t => {
  const id = 'acme/playground#2'
  t.match(await act(id, SANDPIT), { outcome: 'succeeded' })
  t.match(await act(id, TOOLS, true), { outcome: 'unknown' })
  t.match(await look(id, TOOLS), { outcome: 'unknown' })
})

t.test('an issue that was in the target project from the start was not moved', async t => {
  t.match(await act('acme/playground#4', PLAYGROUND, true), { outcome: 'unknown' })
  t.match(await look('acme/playground#4', PLAYGROUND), { outcome: 'not_attempted' })
})
