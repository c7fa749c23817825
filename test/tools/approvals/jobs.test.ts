import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { newKey } from '../../../src/access/keys.ts'
import { runCommand } from '../../../src/cli.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { listen } from '../../helpers/listen.ts'
import { readUntil } from '../../helpers/wait-until.ts'
import { SECRET, signedPart } from '../../helpers/webhooks.ts'

const [ci, temp, runner, ann, admin] = [
  newKey({ id: 'ci', scopes: ['filesystem:write', 'jobs:auto_confirm'] }),
  newKey({ id: 'temp', scopes: ['filesystem:write'] }),
  newKey({ id: 'runner', scopes: ['filesystem:destructive'] }),
  newKey({ id: 'ann', scopes: ['approvals:decide', 'calls:read_all', 'calls:read'] }),
  newKey({ id: 'admin', scopes: ['keys:admin'] })
]
const roots = await temporaryFolder(t)
const file = path.join(t.testdir({}), 'toolgate.json')
const policy = ['write', 'destructive'].map(permission => ({ system: 'filesystem', permission, decision: 'approval' }))
writeFileSync(file, JSON.stringify({ policy, record: { bodies: true } }))
const receiver = await listen(t)
const notify = {
  TOOLGATE_ALLOW_PRIVATE: `127.0.0.1:9,127.0.0.1:${receiver.port}`,
  TOOLGATE_PUBLIC_URL: 'https://tools.example',
  APPROVALS_NOTIFY_URL: `${receiver.url}/approvals?token=hidden`,
  APPROVALS_NOTIFY_SECRET: SECRET
}
const { url } = await startGateway(t, {
  dataDirectory: await temporaryFolder(t),
  roots,
  environment: {
    TOOLGATE_CONFIG: file,
    FILESYSTEM_COMMANDS: 'true',
    TOOLGATE_KEYS: JSON.stringify([ci, temp, runner, ann, admin].map(({ entry }) => entry)),
    ...notify
  }
})

// biome-ignore lint/suspicious/noExplicitAny: the response of any operation
async function send({ key }: { key: string }, where: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1/${where}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  return { status: response.status, ...JSON.parse(await response.text()) }
}
const cli = async (...words: string[]) => await runCommand(['approvals', ...words], { TOOLGATE_URL: url, TOOLGATE_KEY: ann.key })
const jobUntil = async (id: string, status: string) =>
  (
    await readUntil(
      () => send(ci, `jobs/${id}`),
      ({ data }) => data.status === status,
      `${id} is ${status}`
    )
  ).data

async function startWrite(name: string): Promise<{ id: string; approval: string }> {
  const { status, data } = await send(ci, 'filesystem/write_file', { file_path: name, content: 'x', mode: 'async' })
  t.equal(status, 202)
  t.match(await jobUntil(data.id, 'waiting'), { reason: 'approval', error: { reason: 'approval_required' } })
  const [approval] = (await send(ci, `approvals?job_id=${data.id}`)).data.items
  t.match(approval, { status: 'pending', may_decide: false, job_id: data.id, principal: 'key:ci', operation: 'filesystem_write_file' })
  return { id: data.id, approval: approval.id }
}

t.test('a call that runs as a job waits for its approval, and then continues by itself', async t => {
  const { id, approval } = await startWrite('a.txt')
  const [notice] = await readUntil(
    async () => receiver.seen,
    seen => seen.length > 0,
    'the operator is notified'
  )
  if (!notice) throw new Error('no notice')
  t.strictSame(new Webhook(SECRET).verify(notice.body, signedPart(notice)), JSON.parse(notice.body))
  t.match(JSON.parse(notice.body), {
    type: 'approval.requested',
    data: { approval: { id: approval, principal: 'key:ci', job_id: id, url: `https://tools.example/console/approvals/${approval}` } }
  })
  t.match(await cli('list'), { code: 0, out: new RegExp(`^${approval}  pending  key:ci  .*a\\.txt`) })
  t.match(await send(ci, 'filesystem/write_file', { file_path: 'a.txt', content: 'x', approval_id: approval }), {
    status: 409,
    error: { details: { reason: 'approval_mismatch' } }
  })
  t.notOk(existsSync(path.join(roots, 'a.txt')))
  t.match(await cli('approve', approval), { code: 0, out: /^Approved for key:ci, once: / })
  t.match(await jobUntil(id, 'completed'), { result: { success: true } })
  t.equal(readFileSync(path.join(roots, 'a.txt'), 'utf8'), 'x')
  t.match(await send(ann, `approvals/${approval}`), { data: { status: 'used', decided_by: 'key:ann' } })
  const find = async () => (await send(ann, 'calls?operation=filesystem_write_file')).data.items
  const calls = await readUntil(
    find,
    (items: { surface: string; outcome: string }[]) => items.some(({ surface, outcome }) => surface === 'job' && outcome === 'succeeded'),
    'the call is recorded'
  )
  t.match(
    calls.find(({ surface, outcome }) => surface === 'job' && outcome === 'succeeded'),
    { decision: 'approval', approval_id: approval }
  )
  t.match(await cli('approve', 'nothing'), { code: 1, err: /No approval nothing/ })
  t.match(await cli('approve'), { code: 2 })
})

t.test('a job whose approval is denied fails with the reason, and one that is cancelled does not run', async t => {
  const [one, two] = [await startWrite('b.txt'), await startWrite('c.txt')]
  t.match(await cli('deny', one.approval), { code: 2 })
  t.match(await cli('deny', one.approval, '--reason', 'Not now.'), { code: 0, out: /^Denied for key:ci: / })
  t.match(
    (
      await readUntil(
        () => send(ci, `jobs/${one.id}`),
        ({ data }) => data.result !== null,
        'the job has failed'
      )
    ).data,
    {
      result: { success: false, error: { message: /key:ann denied .* Reason: Not now\./, details: { reason: 'approval_denied' } } }
    }
  )
  t.match(await send(ci, `jobs/${two.id}/cancel`, {}), { data: { status: 'cancelled' } })
  t.match(await send(ann, `approvals/${two.approval}`), { data: { status: 'expired', reason: null, withdrawn_because: /was cancelled/ } })
  t.match(await cli('approve', two.approval), { code: 1, err: /has expired/ })
  t.match((await send(ci, `jobs/${two.id}`)).data.status, 'cancelled')
  t.notOk(existsSync(path.join(roots, 'b.txt')) || existsSync(path.join(roots, 'c.txt')))
  t.match(await cli('list', '--all'), { out: /denied/ })
})

t.test('the confirmation of a job needs the approval, even for a key that may skip confirmation', async t => {
  const text = path.join(roots, 'd.md')
  writeFileSync(text, 'old')
  const { status, data, metadata } = await send(ci, 'filesystem/bulk/replace_in_files', {
    glob: '*.md',
    search: 'old',
    replacement: 'new',
    confirm: 'auto'
  })
  t.equal(status, 201)
  t.match(data, { status: 'awaiting_confirmation' })
  t.match(metadata.warnings, [/does not start by itself/])
  const { id, confirm_token } = data
  const confirm = async (token = confirm_token, more = {}) => await send(ci, `jobs/${id}/confirm`, { confirm_token: token, ...more })
  t.match(await confirm('other'), { status: 412, error: { details: { reason: 'plan_changed' } } })
  const asked = await confirm()
  t.match(asked, { status: 428, error: { details: { reason: 'approval_required', job: id, items: 1 } } })
  const approval = asked.error.details.approval.id
  t.match(await confirm(), { status: 428, error: { details: { approval: { id: approval } } } })
  const { data: shown } = await send(ann, `approvals/${approval}`)
  t.match(shown, { operation: 'filesystem_bulk_replace_in_files', may_decide: true })
  t.match(Object.fromEntries(shown.details.map(({ name, value }: { name: string; value: string }) => [name, value])), {
    job: id,
    items: '1',
    first_items: '["d.md"]'
  })
  t.equal(readFileSync(text, 'utf8'), 'old')
  await cli('approve', approval)
  t.match(await send(ci, `jobs/${id}`), { data: { status: 'awaiting_confirmation' } })
  t.match(await confirm(confirm_token, { approval_id: approval }), { status: 200 })
  t.match(await confirm(confirm_token, { approval_id: approval }), { status: 200 }, 'again, without effect')
  await jobUntil(id, 'completed')
  t.equal(readFileSync(text, 'utf8'), 'new')
})

t.test('the destination of the events of a call is a part of what is approved', async t => {
  const input = { file_path: 'e.txt', content: 'x' }
  const { error } = await send(ci, 'filesystem/write_file', input)
  const { id } = error.details.approval
  await cli('approve', id)
  const { data } = await send(ci, 'filesystem/write_file', {
    ...input,
    approval_id: id,
    notify_url: 'http://127.0.0.1:9/x?y',
    mode: 'async'
  })
  t.match(await jobUntil(data.id, 'completed'), { result: { error: { details: { reason: 'approval_mismatch' } } } })
  const other = await send(ci, 'filesystem/write_file', { ...input, notify_url: 'http://127.0.0.1:9/x?y', mode: 'async' })
  await jobUntil(other.data.id, 'waiting')
  const [shown] = (await send(ann, `approvals?job_id=${other.data.id}`)).data.items
  t.strictSame(shown.input.at(-1), { name: 'notify_url', value: 'http://127.0.0.1:9' })
  await send(ci, `jobs/${other.data.id}/cancel`, {})
  t.notOk(existsSync(path.join(roots, 'e.txt')))
})

t.test('the program of an approved call starts without another approval', async t => {
  const input = { command: 'true', yield_time_ms: 30_000 }
  const { error } = await send(runner, 'filesystem/execute_command', input)
  t.match(error, { details: { reason: 'approval_required' } })
  const approval_id = error.details.approval.id
  await cli('approve', approval_id)
  t.match(await send(runner, 'filesystem/execute_command', { ...input, approval_id }), {
    status: 200,
    data: { running: false, success: true }
  })
})

t.test('a call that is replayed runs with its own approval', async t => {
  const input = { file_path: 'f.txt', content: 'x' }
  const { error } = await send(ci, 'filesystem/write_file', input)
  await cli('approve', error.details.approval.id)
  t.match(await send(ci, 'filesystem/write_file', { ...input, approval_id: error.details.approval.id }), { success: true })
  const [call] = (await send(ci, 'calls?operation=filesystem_write_file&outcome=succeeded')).data.items
  const asked = await send(ci, `calls/${call.id}/replay`, {})
  t.match(asked, {
    status: 428,
    error: { details: { reason: 'approval_required', suggestions: [String, /Once it is approved, send the same call again\.$/] } }
  })
  const { id } = asked.error.details.approval
  t.not(id, error.details.approval.id)
  writeFileSync(path.join(roots, 'f.txt'), 'y')
  await cli('approve', id)
  t.match(await send(ci, `calls/${call.id}/replay`, {}), { data: { operation: 'filesystem_write_file' } })
  t.equal(readFileSync(path.join(roots, 'f.txt'), 'utf8'), 'x')
  t.match(await send(ci, `calls/${call.id}/replay`, { approval_id: id }), { status: 409, error: { details: { reason: 'approval_used' } } })
})

t.test('revoking a key withdraws the approvals that it requested', async t => {
  const { error } = await send(temp, 'filesystem/write_file', { file_path: 'g.txt', content: 'x' })
  const { id } = error.details.approval
  await cli('approve', id)
  t.match(await send(admin, 'keys/temp/revoke', {}), { status: 200 })
  const { data } = await readUntil(
    () => send(ann, `approvals/${id}`),
    ({ data }) => data.status === 'expired',
    'it is withdrawn'
  )
  t.match(data, { status: 'expired', decided_by: 'key:ann', reason: null, withdrawn_because: /revoked/ })
})
