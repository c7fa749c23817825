import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { startGateway } from '../helpers/gateway.ts'
import { installCheckers } from './install.ts'
import { type Answer, readDocument } from './oracle.ts'

await installCheckers()

t.test('what the gateway answers is what its document says, in every form', async t => {
  const folder = t.testdir({ root: { 'a.txt': 'one\ntwo old\n', docs: { 'b.md': 'old\n' } } })
  const root = path.join(folder, 'root')
  const { url } = await startGateway(t, { roots: root, dataDirectory: path.join(folder, 'data') })
  const { operations, judge } = await readDocument(await (await fetch(`${url}/openapi.json`)).json())

  async function call(id: string, place: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const operation = operations.find(candidate => candidate.id === id)
    if (!operation) throw new Error(`${id} is not in the document`)
    const response = await fetch(url + place, {
      method: operation.method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const answer = { status: response.status, headers: response.headers, text: await response.text() }
    t.strictSame(judge(operation, answer), [], `${id} ${JSON.stringify(headers)} ${answer.status}`)
    return answer
  }

  const good = { file_path: 'a.txt' }
  const bad = { file_path: 'none.txt' }
  for (const accept of ['application/json', 'application/problem+json', 'text/markdown', 'text/event-stream']) {
    t.equal((await call('filesystem_read_file', '/v1/filesystem/read_file', good, { accept })).status, 200)
    await call('filesystem_read_file', '/v1/filesystem/read_file', bad, { accept })
    await call('toolgate_call', '/v1/operations/grz_read_file', { filePath: 'a.txt' }, { accept })
  }
  t.equal((await call('filesystem_list_directory', '/v1/filesystem/list_directory', { fields: ['name'], limit: 1 })).status, 200)
  t.equal((await call('toolgate_check', '/v1/operations/filesystem_delete_file/check', { path: 'a.txt' })).status, 200)
  t.equal((await call('toolgate_check', '/v1/operations/filesystem_delete_file/check', { paht: 1 })).status, 200)
  for (const [id, place] of [
    ['toolgate_list_operations', '/v1/catalog?limit=2'],
    ['toolgate_get_operation', '/v1/catalog/filesystem_read_file'],
    ['toolgate_list_systems', '/v1/tools'],
    ['toolgate_get_system', '/v1/tools/filesystem'],
    ['toolgate_list_instances', '/v1/instances'],
    ['toolgate_explain_error', '/errors/NOT_FOUND_ERROR'],
    ['toolgate_health', '/healthz'],
    ['toolgate_readiness', '/readyz'],
    ['toolgate_openapi', '/openapi.json']
  ] as const)
    t.equal((await call(id, place)).status, 200, id)
})

t.test('a job is as the document says, from its preview to its end', async t => {
  const folder = t.testdir({ root: { 'a.txt': 'one\ntwo old\n', docs: { 'b.md': 'old\n' } } })
  const { url } = await startGateway(t, { roots: path.join(folder, 'root'), dataDirectory: path.join(folder, 'data') })
  const { operations, judge } = await readDocument(await (await fetch(`${url}/openapi.json`)).json())
  async function call(id: string, place: string, body?: object) {
    const response = await fetch(
      url + place,
      body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    )
    const text = await response.text()
    const operation = operations.find(candidate => candidate.id === id)
    t.strictSame(operation && judge(operation, { status: response.status, headers: response.headers, text }), [], id)
    return { location: response.headers.get('location'), status: response.status, data: JSON.parse(text).data }
  }
  const made = await call('filesystem_bulk_replace_in_files', '/v1/filesystem/bulk/replace_in_files', {
    glob: '**/*',
    search: 'old',
    replacement: 'new'
  })
  t.match(made, { status: /201|202/, location: new RegExp(`/v1/jobs/${made.data.id}$`) })
  const place = `/v1/jobs/${made.data.id}`
  let job = await call('jobs_get', `${place}?wait=5`)
  while (job.data.status === 'snapshotting') job = await call('jobs_get', `${place}?wait=5`)
  t.match(job.data, { status: 'awaiting_confirmation', preview: { total: { value: 2 } } })
  await call('jobs_confirm', `${place}/confirm`, { confirm_token: job.data.confirm_token })
  while (job.data.status !== 'completed') job = await call('jobs_get', `${place}?wait=5`)
  t.match(job.data.progress, { succeeded: 2, percent: 100 })
  t.equal((await call('jobs_list_items', `${place}/items?limit=1`)).data.items.length, 1)
  t.equal((await call('jobs_list', '/v1/jobs')).data.items.length, 1)
  t.equal(readFileSync(path.join(folder, 'root/docs/b.md'), 'utf8'), 'new\n')
})
