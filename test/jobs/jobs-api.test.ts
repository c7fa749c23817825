import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { test } from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
  body: any
}

const MANY = 60

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'files')
await mkdir(roots)
const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data') })

async function send(method: string, where: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(url + where, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
}

const call = (id: string, input: unknown) => send('POST', `/v1/operations/${id}`, input)

/** A test's own files that contain `old`, and the replacement in them. */
async function files(own: string) {
  await mkdir(path.join(roots, own, 'sub'), { recursive: true })
  const names = Array.from({ length: MANY }, (_, at) => `${own}/${at % 2 ? 'sub/' : ''}f${at}.txt`)
  for (const name of names) await writeFile(path.join(roots, name), `the old one\nand ${name}\n`)
  const texts = () => Promise.all(names.map(name => readFile(path.join(roots, name), 'utf8')))
  return { names, texts, replace: { glob: `${own}/**/*.txt`, search: 'old', replacement: 'new' } }
}

test('the whole life of a job by route', async t => {
  const { texts, names, replace } = await files('route')
  const made = await send('POST', '/v1/filesystem/bulk/replace_in_files', replace)
  t.match(made, {
    status: 201,
    body: { success: true, data: { status: 'awaiting_confirmation', preview: { total: { value: MANY, relation: 'eq' } } } }
  })
  const { id, confirm_token } = made.body.data
  t.match(made.headers.get('location'), new RegExp(`/v1/jobs/${id}$`))
  t.ok(
    (await texts()).every(text => text.includes('the old one')),
    'nothing is changed before the confirmation'
  )

  t.match(await send('POST', `/v1/jobs/${id}/confirm`, { confirm_token: 'ct_no' }), {
    status: 412,
    body: { error: { details: { reason: 'plan_changed' } } }
  })
  t.match(await send('POST', `/v1/jobs/${id}/confirm`, { confirm_token }), { status: 200, body: { data: { status: 'queued' } } })
  let job = (await send('GET', `/v1/jobs/${id}?wait=20`)).body.data
  while (job.poll_after_ms !== null) job = (await send('GET', `/v1/jobs/${id}?wait=20`)).body.data
  t.match(job, { status: 'completed', progress: { succeeded: MANY, failed: 0, unknown: 0, percent: 100 } })
  t.ok((await texts()).every((text, at) => text === `the new one\nand ${names[at]}\n`))

  const items = await send('GET', `/v1/jobs/${id}/items?outcome=succeeded&limit=20`)
  t.match(items, { status: 200, body: { data: { total: { value: MANY, relation: 'eq' }, next_cursor: /./ } } })
  t.equal(items.body.data.items.length, 20)
  t.match(await send('POST', `/v1/jobs/${id}/cancel`, {}), {
    status: 409,
    body: { error: { code: 'CONFLICT_ERROR', details: { current: 'completed' } } }
  })
  t.match((await send('GET', '/v1/jobs?limit=1')).body.data, { items: [{ id }] })
  t.match((await send('GET', '/v1/usage?system=filesystem')).body.data, { items: [{ principal: 'key:local', job_items: MANY }] })
  const markdown = await fetch(`${url}/v1/jobs/${id}`, { headers: { accept: 'text/markdown' } })
  t.match(await markdown.text(), /is \*\*completed\*\*[\s\S]*60 of 60, 100%[\s\S]*\| succeeded \| 60 \|/)
})

test('the message of a job is escaped in its Markdown, and a path is not followed by a period', async t => {
  await files('marks')
  const input = { path: 'marks', glob: '**/*', search: 'old', replacement: 'new' }
  const { id, message } = (await call('filesystem_bulk_replace_in_files', input)).body.data
  t.equal(message, 'Replace "old" with "new" in "**/*" below "marks"')
  const markdown = await fetch(`${url}/v1/jobs/${id}`, { headers: { accept: 'text/markdown' } })
  t.match(await markdown.text(), /^\*\*Replace "old" with "new" in "\\\*\\\*\/\\\*" below "marks"\*\*\n/)
})

test('the whole life of a job by name, as a model calls it', async t => {
  const { texts, replace } = await files('name')
  const { id, confirm_token } = (await call('filesystem_bulk_replace_in_files', { ...replace, ids: undefined })).body.data
  t.match(await call('jobs_get', { id }), { status: 200, body: { data: { status: 'awaiting_confirmation', confirm_token } } })
  t.equal((await call('jobs_confirm', { id, confirmToken: confirm_token })).status, 200)
  let job = (await call('jobs_get', { id, wait: 20 })).body.data
  while (job.poll_after_ms !== null) job = (await call('jobs_get', { id, wait: 20 })).body.data
  t.match(job, { status: 'completed', progress: { succeeded: MANY } })
  t.ok((await texts()).every(text => text.startsWith('the new one')))
  t.match((await call('jobs_list_items', { id, outcome: 'failed' })).body.data, { items: [], total: { value: 0 } })
  t.match((await call('jobs_list', { status: ['completed'], limit: 1 })).body.data.items, [{ id, status: 'completed' }])

  const second = (
    await call('filesystem_bulk_replace_in_files', { ids: ['name/f0.txt', 'name/gone.txt'], search: 'new', replacement: 'newer' })
  ).body.data
  t.match(second.preview.total, { value: 2, relation: 'eq' })
  t.match((await call('jobs_cancel', { id: second.id })).body.data, { status: 'cancelled', progress: { not_attempted: 2 } })
})

test('a job is undone, and both jobs are deleted, by route', async t => {
  const { texts, replace } = await files('undo')
  const before = await texts()
  const ended = async (id: string) => {
    let job = (await send('GET', `/v1/jobs/${id}?wait=20`)).body.data
    while (job.poll_after_ms !== null) job = (await send('GET', `/v1/jobs/${id}?wait=20`)).body.data
    return job
  }
  const made = (await send('POST', '/v1/filesystem/bulk/replace_in_files', replace)).body.data
  t.match(made.preview, { undoable: true, irreversible: false })
  t.match(await send('POST', `/v1/jobs/${made.id}/undo`, {}), {
    status: 409,
    body: { error: { details: { reason: 'illegal_transition' } } }
  })
  await send('POST', `/v1/jobs/${made.id}/confirm`, { confirm_token: made.confirm_token })
  const done = await ended(made.id)
  t.match(done.links, { undo: new RegExp(`/v1/jobs/${made.id}/undo$`), retry: undefined, reconcile: undefined })
  for (const verb of ['retry', 'reconcile'])
    t.match(
      await send('POST', `/v1/jobs/${made.id}/${verb}`, {}),
      { status: 409, body: { error: { details: { reason: 'nothing_to_do' } } } },
      verb
    )

  await writeFile(path.join(roots, 'undo/f0.txt'), 'theirs\n')
  const undo = await send('POST', `/v1/jobs/${made.id}/undo`, {})
  t.match(undo, {
    status: 201,
    body: { data: { follow_up: 'undo', parent_id: made.id, preview: { total: { value: MANY }, undoable: false } } }
  })
  t.match(undo.headers.get('location'), new RegExp(`/v1/jobs/${undo.body.data.id}$`))
  t.match(
    await send('POST', `/v1/jobs/${made.id}/undo`, {}),
    { status: 200, body: { data: { id: undo.body.data.id } } },
    'two requests create one job'
  )
  const { id, confirm_token } = undo.body.data
  await send('POST', `/v1/jobs/${id}/confirm`, { confirm_token })
  t.match(await ended(id), { status: 'completed', progress: { succeeded: MANY - 1, failed: 1 }, errors: [{ reason: 'version_conflict' }] })
  t.same(await texts(), ['theirs\n', ...before.slice(1)])

  for (const each of [id, made.id]) {
    t.match(await send('DELETE', `/v1/jobs/${each}`), { status: 200, body: { data: { id: each, deleted: true } } })
    t.match(await send('GET', `/v1/jobs/${each}`), { status: 410, body: { error: { details: { reason: 'job_expired' } } } })
  }
  const left: { id: string }[] = (await send('GET', '/v1/jobs?limit=100')).body.data.items
  t.notOk(left.some(job => job.id === id || job.id === made.id))
})

test('failed items are retried, by route and by name', async t => {
  const { replace } = await files('retry')
  const made = (await call('filesystem_bulk_replace_in_files', replace)).body.data
  await writeFile(path.join(roots, 'retry/f0.txt'), 'their old one\n')
  await call('jobs_confirm', { id: made.id, confirm_token: made.confirm_token })
  let job = (await call('jobs_get', { id: made.id, wait: 20 })).body.data
  while (job.poll_after_ms !== null) job = (await call('jobs_get', { id: made.id, wait: 20 })).body.data
  t.match(job.progress, { succeeded: MANY - 1, failed: 1 })
  t.match(await call('jobs_retry', { id: made.id, outcomes: ['unknown'] }), {
    status: 409,
    body: { error: { details: { reason: 'nothing_to_do', suggestions: ['It has 1 failed.'] } } }
  })
  const retry = await send('POST', `/v1/jobs/${made.id}/retry`, { outcomes: ['failed'] })
  t.match(retry, { status: 201, body: { data: { follow_up: 'retry', parent_id: made.id, preview: { total: { value: 1 } } } } })
  t.match(await call('jobs_retry', { id: made.id }), { status: 200, body: { data: { id: retry.body.data.id } } })
  t.match((await send('GET', `/v1/jobs?parent_id=${made.id}`)).body.data.items, [{ id: retry.body.data.id }])
  t.same((await send('GET', `/v1/jobs/${made.id}`)).body.data.child_ids, [retry.body.data.id])
})

test('impossible requests are refused', async t => {
  const { replace } = await files('refusals')
  const unknown = { status: 404, body: { success: false, error: { code: 'NOT_FOUND_ERROR', details: { reason: 'job_not_found' } } } }
  t.match(await send('GET', '/v1/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa'), unknown)
  t.match(await send('GET', '/v1/jobs/%2e%2e%2fother'), unknown)
  t.match(await send('GET', '/v1/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa/items'), unknown)
  t.match(await call('jobs_get', { id: 'jaaaaaaaaaaaaaaaaaaaaaaaaaa', wait: 41 }), { status: 400 })
  t.match(await call('filesystem_bulk_replace_in_files', { search: 'a', replacement: 'b' }), { status: 400 })
  t.match(await call('filesystem_bulk_replace_in_files', { ...replace, max_items: 5 }), {
    status: 201,
    body: { data: { status: 'failed', reason: 'too_many_items', error: { message: /60 items match, and max_items is 5/ } } }
  })
  t.match(await call('filesystem_bulk_replace_in_files', { ...replace, dry_run: true }), {
    status: 201,
    body: { data: { status: 'completed', dry_run: true, progress: { not_attempted: MANY } } }
  })
})

test('an id that no job can store is refused at once, at its position', async t => {
  const wrong = {
    'a\0b': /NUL/,
    '\ud83da': /unpaired surrogate/,
    '\udc00': /unpaired surrogate/,
    [`${'\u{1f600}'.repeat(600)}`]: /at most 1024 characters/
  }
  const ids = ['a.txt', ...Object.keys(wrong)]
  const answer = await send('POST', '/v1/filesystem/bulk/replace_in_files', { ids, search: 'a', replacement: 'b' })
  t.match(answer, {
    status: 400,
    body: { error: { code: 'VALIDATION_ERROR', details: { reason: 'invalid_field_value', outcome: 'not_executed' } } }
  })
  t.match(
    answer.body.error.details.issues,
    Object.values(wrong).map((message, at) => ({ path: `ids[${at + 1}]`, message }))
  )
  t.equal(answer.body.error.details.issues.length, 4)
})

test('each mistake in an id is reported once, with the other mistakes of the input', async t => {
  const { status, body } = await call('filesystem_bulk_replace_in_files', { ids: ['', 'a\0b', 'x'.repeat(1_025)], search: 'a' })
  t.equal(status, 400)
  const paths = body.error.details.issues.map(({ path }: { path: string }) => path)
  t.same(paths.toSorted(), ['ids[0]', 'ids[1]', 'ids[2]', 'replacement'])
})
