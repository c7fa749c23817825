import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../../../src/access/keys.ts'
import { runCommand } from '../../../src/cli.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { readUntil } from '../../helpers/wait-until.ts'

const [ci, ann] = [
  newKey({ id: 'ci', scopes: ['filesystem:write', 'jobs:auto_confirm'] }),
  newKey({ id: 'ann', scopes: ['approvals:decide', 'calls:read_all', 'calls:read'] })
]
const roots = await temporaryFolder(t)
const file = path.join(t.testdir({}), 'toolgate.json')
writeFileSync(file, JSON.stringify({ policy: [{ system: 'filesystem', permission: 'write', decision: 'approval' }] }))
const { url } = await startGateway(t, {
  dataDirectory: await temporaryFolder(t),
  roots,
  environment: { TOOLGATE_CONFIG: file, TOOLGATE_KEYS: JSON.stringify([ci.entry, ann.entry]) }
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
  await cli('approve', two.approval)
  t.match((await send(ci, `jobs/${two.id}`)).data.status, 'cancelled')
  t.notOk(existsSync(path.join(roots, 'b.txt')) || existsSync(path.join(roots, 'c.txt')))
  t.match(await cli('list', '--all'), { out: /denied/ })
})

t.test('the confirmation of a job needs the approval, also for a key that may skip confirmation', async t => {
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
  t.match(await send(ann, `approvals/${approval}`), { data: { operation: 'filesystem_bulk_replace_in_files', may_decide: true } })
  t.equal(readFileSync(text, 'utf8'), 'old')
  await cli('approve', approval)
  t.match(await send(ci, `jobs/${id}`), { data: { status: 'awaiting_confirmation' } })
  t.match(await confirm(confirm_token, { approval_id: approval }), { status: 200 })
  t.match(await confirm(confirm_token, { approval_id: approval }), { status: 200 }, 'again, without effect')
  await jobUntil(id, 'completed')
  t.equal(readFileSync(text, 'utf8'), 'new')
})
