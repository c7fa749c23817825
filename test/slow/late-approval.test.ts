import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'
import { readUntil } from '../helpers/wait-until.ts'

// A gateway creates a job while the policy allows it. The worker that runs the job starts after the policy has changed.
const folder = await temporaryFolder(t)
const [ci, ann] = [newKey({ id: 'ci', scopes: ['gitlab:write', 'jobs:auto_confirm'] }), newKey({ id: 'ann', scopes: ['approvals:decide'] })]
const file = path.join(folder, 'toolgate.json')
const configure = (policy: object[]) => writeFile(file, JSON.stringify({ keys: [ci.entry, ann.entry], policy }))
await configure([])
const gitlab = buildServer({ state: seedState() })
t.teardown(() => gitlab.close())
const redis = await startTestRedis(t)
const environment = {
  REDIS_URL: redis.url,
  TOOLGATE_DATA: path.join(folder, 'data'),
  TOOLGATE_CONFIG: file,
  GITLAB_URL: `${await gitlab.listen({ host: '127.0.0.1', port: 0 })}${ROOT}`,
  GITLAB_TOKEN: TOKEN
}
const gateway = await startProcess(t, { ...environment, TOOLGATE_ROLE: 'gateway' })

// biome-ignore lint/suspicious/noExplicitAny: the response of any operation
async function call({ key }: { key: string }, operation: string, input: object): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${gateway.url}/v1/operations/${operation}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: response.status, ...JSON.parse(await response.text()) }
}
const jobUntil = async (id: string, status: string) =>
  (
    await readUntil(
      () => call(ci, 'jobs_get', { id }),
      ({ data }) => data.status === status,
      `the job is ${status}`
    )
  ).data

t.test('a job that was to start by itself waits for an approval once the policy requires one', async t => {
  const input = { project: 'acme/playground', add_labels: ['late'], confirm: 'auto' }
  const created = await call(ci, 'gitlab_bulk_update_issues', input)
  t.match(created, { success: true, data: { status: 'snapshotting' } })
  const { id } = created.data
  await configure([{ system: 'gitlab', permission: 'write', decision: 'approval' }])
  await startProcess(t, { ...environment, TOOLGATE_ROLE: 'worker' })
  const offered = await jobUntil(id, 'awaiting_confirmation')
  t.match(offered, { progress: { done: 0 }, started_at: null })
  t.ok(offered.preview.warnings.some((text: string) => /now requires an approval/.test(text)))
  const { confirm_token } = offered
  const asked = await readUntil(
    () => call(ci, 'jobs_confirm', { id, confirm_token }),
    ({ status }) => status === 428,
    'the gateway has the policy, too'
  )
  const { id: approval_id } = asked.error.details.approval
  await jobUntil(id, 'awaiting_confirmation')
  t.match(await call(ann, 'approvals_approve', { id: approval_id }), { success: true })
  t.match(await call(ci, 'jobs_confirm', { id, confirm_token, approval_id }), { success: true })
  const { progress } = await jobUntil(id, 'completed')
  t.ok(progress.succeeded > 0)
})
