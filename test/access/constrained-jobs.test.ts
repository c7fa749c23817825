import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../src/access/keys.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'
import { readUntil } from '../helpers/wait-until.ts'

const ann = newKey({ id: 'ann', scopes: ['*'] })
const roots = await temporaryFolder(t)
for (const name of ['docs/sub', 'secrets']) mkdirSync(path.join(roots, name), { recursive: true })
for (const name of ['docs/a.md', 'docs/sub/b.md', 'secrets/c.md']) writeFileSync(path.join(roots, name), 'needle')
const dataDirectory = await temporaryFolder(t)
const { url } = await startGateway(t, { dataDirectory, roots, environment: { TOOLGATE_KEYS: JSON.stringify([ann.entry]) } })

async function send(key: string, method: string, where: string, body?: object) {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1/${where}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return JSON.parse(await response.text())
}

const only = (directory: string) => ({ filesystem: { path: [directory] } })

t.test('a bulk job acts within the constraints of its key, and does not start once they are narrower', async t => {
  const issued = await send(ann.key, 'POST', 'keys', {
    id: 'limited',
    scopes: ['filesystem:write'],
    constraints: only('docs/'),
    confirm: true
  })
  const { key } = issued.data
  const replace = (input: object) =>
    send(key, 'POST', 'filesystem/bulk/replace_in_files', { glob: '**/*.md', search: 'needle', replacement: 'pin', ...input })
  t.match(await replace({ path: 'secrets' }), { error: { details: { reason: 'outside_constraints' } } })
  const { data: job } = await replace({ path: 'docs' })
  t.match(job, { status: 'awaiting_confirmation', progress: { total: { value: 2 } } })
  const confirm = (id: string, confirm_token: string) => send(key, 'POST', `jobs/${id}/confirm`, { confirm_token })
  await send(ann.key, 'PATCH', 'keys/limited', { constraints: only('docs/sub/'), confirm: true })
  t.match(await confirm(job.id, job.confirm_token), { error: { details: { reason: 'key_revoked', outcome: 'not_executed' } } })
  for (const name of ['docs/a.md', 'docs/sub/b.md']) t.equal(readFileSync(path.join(roots, name), 'utf8'), 'needle', name)

  const { data: narrow } = await replace({ path: 'docs/sub' })
  await confirm(narrow.id, narrow.confirm_token)
  const done = await readUntil(
    async () => (await send(key, 'GET', `jobs/${narrow.id}`)).data,
    ({ status }) => status === 'completed' || status === 'failed',
    'the narrower job ends'
  )
  t.match(done, { status: 'completed', progress: { succeeded: 1 } })
  t.equal(readFileSync(path.join(roots, 'docs/sub/b.md'), 'utf8'), 'pin')
  t.equal(readFileSync(path.join(roots, 'docs/a.md'), 'utf8'), 'needle')
})
