import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { test } from 'tap'
import { jobIdFrom } from '../../src/jobs/model/job-id.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { alice, startBulk, testAdapter, until } from '../helpers/bulk.ts'
import { startGateway } from '../helpers/gateway.ts'
import { type Answer, keyed } from '../helpers/idempotency.ts'

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data') })

async function call(where: string, input?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const init = input && { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json', ...headers } }
  const answer = await fetch(`${url}/v1/${where}`, init)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() }
}

/** Five files of the test that contain `old`, the replacement, and a list of the jobs that were created for them. */
async function files(name: string) {
  await mkdir(path.join(roots, name))
  for (let at = 0; at < 5; at++) await writeFile(path.join(roots, name, `${at}.txt`), 'old')
  const replace = { glob: `${name}/*.txt`, search: 'old', replacement: 'new' }
  const before = new Set((await made()).map(({ id }) => id))
  return { replace, jobs: async () => (await made()).filter(({ id }) => !before.has(id)) }
}

const made = async (): Promise<{ id: string }[]> => (await call('jobs?limit=100')).body.data.items

test('of 20 equal concurrent bulk actions one job is created', async t => {
  const { replace, jobs } = await files('twenty')
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('filesystem/bulk/replace_in_files', replace, keyed('twenty'))))
  t.ok(answers.some(({ status }) => status === 201))
  t.ok(answers.every(({ status, body }) => status === 201 || body.error.details.reason === 'idempotency_in_flight'))
  const [job, ...others] = await jobs()
  t.ok(job)
  t.equal(others.length, 0)
  const again = await call('filesystem/bulk/replace_in_files', replace, keyed('twenty'))
  t.match(again, {
    status: 201,
    headers: { location: /./, 'idempotent-replayed': 'true' },
    body: { data: { id: job?.id, status: 'awaiting_confirmation', confirm_token: /^ct_/ }, metadata: { replayed: true } }
  })
  t.equal((await call('filesystem/bulk/replace_in_files', replace, keyed('twenty-other'))).body.metadata.replayed, undefined)
  t.equal((await jobs()).length, 2, 'another key creates another')
})

test('a bulk action with the same key and another selection is refused', async t => {
  const { replace, jobs } = await files('another')
  await call('filesystem/bulk/replace_in_files', replace, keyed('another'))
  t.match(await call('operations/filesystem_bulk_replace_in_files', { ...replace, search: 'older', idempotency_key: 'another' }), {
    status: 422,
    body: { error: { details: { reason: 'idempotency_key_reused' } } }
  })
  t.equal((await jobs()).length, 1)
})

test('dry runs of a bulk action use no key', async t => {
  const { replace, jobs } = await files('dry')
  const rehearse = { ...replace, dry_run: true }
  await call('filesystem/bulk/replace_in_files', rehearse, keyed('dry'))
  await call('filesystem/bulk/replace_in_files', rehearse, keyed('dry'))
  t.equal((await jobs()).length, 2)
})

test('confirm, undo and delete also accept a key', async t => {
  const { replace } = await files('verbs')
  const { id, confirm_token } = (await call('filesystem/bulk/replace_in_files', replace)).body.data
  t.match(await call(`jobs/${id}/confirm`, { confirm_token }, keyed('verbs')), { status: 200, body: { data: { status: 'queued' } } })
  let job = (await call(`jobs/${id}?wait=20`)).body.data
  while (job.poll_after_ms !== null) job = (await call(`jobs/${id}?wait=20`)).body.data
  const again = await call(`jobs/${id}/confirm`, { confirm_token }, keyed('verbs'))
  t.match(again, { status: 200, body: { data: { status: 'queued' }, metadata: { replayed: true } } }, 'the stored response')
  const cancelled = await call('operations/jobs_cancel', { id, idempotency_key: 'verbs' })
  t.match(cancelled, { status: 409, body: { error: { details: { reason: 'illegal_transition' } } } })
  const undo = await call(`jobs/${id}/undo`, {}, keyed('verbs-u'))
  t.match(undo, { status: 201, body: { data: { follow_up: 'undo', parent_id: id, status: 'awaiting_confirmation' } } })
  const undoAgain = await call(`jobs/${id}/undo`, {}, keyed('verbs-u'))
  t.match(
    undoAgain,
    { status: 201, body: { data: { id: undo.body.data.id }, metadata: { replayed: true } } },
    'not 200: the stored response'
  )
  t.equal((await call('operations/jobs_delete', { id, idempotency_key: 'd' })).status, 200)
  t.match(await call('operations/jobs_delete', { id, idempotency_key: 'd' }), { status: 200, body: { data: { deleted: true } } })
  t.match(await call('operations/jobs_delete', { id }), { status: 410 }, 'without the key it is gone')
})

test('of 20 equal concurrent edits of a file one is executed', async t => {
  await files('edits')
  const edit = { file_path: 'edits/0.txt', old_string: 'old', new_string: 'old!' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('filesystem/edit_file', edit, keyed('edits'))))
  t.equal(answers.filter(({ status, body }) => status === 200 && !body.metadata.replayed).length, 1)
  t.equal(await readFile(path.join(roots, 'edits/0.txt'), 'utf8'), 'old!')
  t.match(await call('filesystem/edit_file', edit, keyed('edits')), {
    status: 200,
    body: { data: { replacements: 1 }, metadata: { replayed: true } }
  })
  t.equal(await readFile(path.join(roots, 'edits/0.txt'), 'utf8'), 'old!')
})

test('a job whose gateway died after creating it is found and started', async t => {
  const action = testAdapter()
  const { jobs, secondJobs, request, redis } = await startBulk(t, [action], { worker: true })
  const made = await jobs.create(request(action, { dedupeKey: 'o' }))
  t.equal(made.id, jobIdFrom('o'))
  t.equal((await secondJobs().create(request(action, { dedupeKey: 'o' }))).id, made.id)
  t.not((await jobs.create(request(action, { dedupeKey: 'p' }))).id, made.id)
  t.equal((await jobs.list(alice, { limit: 5 })).items.length, 2)
  t.equal(await redis.client().hget(`tg:{job:${made.id}}:meta`, 'turn'), '1')
})

test('ids that a dead gateway had written in part are written once', async t => {
  const action = testAdapter()
  const { jobs, request, redis } = await startBulk(t, [action])
  const ids = Array.from({ length: 2_500 }, (_, at) => `item-${at}`)
  const id = jobIdFrom('o')
  await redis.client().rpush(`tg:{job:${id}}:named_ids`, ...ids.slice(0, 1_000))
  await jobs.create(request(action, { dedupeKey: 'o', ids }))
  const offered = await until(jobs, id, ['awaiting_confirmation'])
  t.strictSame(offered.preview?.total, { value: 2_500, relation: 'eq' })
  t.strictSame(await redis.client().lrange(`tg:{job:${id}}:ids`, 0, -1), ids)
})
