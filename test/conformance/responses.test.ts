import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { startGateway } from '../helpers/gateway.ts'
import { installCheckers } from './install.ts'
import { type Answer, readDocument } from './oracle.ts'

await installCheckers()

t.test('responses of the gateway', async t => {
  const folder = t.testdir({ root: { 'a.txt': 'one\ntwo old\n', docs: { 'b.md': 'old\n' } } })
  const { url } = await startGateway(t, { roots: path.join(folder, 'root'), dataDirectory: path.join(folder, 'data') })
  const { operations, judge } = await readDocument(await (await fetch(`${url}/openapi.json`)).json())

  /** Calls it and checks the response against the document. */
  async function call(t: Test, id: string, place: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
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

  t.test('each form of a response conforms to the document', async t => {
    const good = { file_path: 'a.txt' }
    const bad = { file_path: 'none.txt' }
    for (const accept of ['application/json', 'application/problem+json', 'text/markdown', 'text/event-stream']) {
      t.equal((await call(t, 'filesystem_read_file', '/v1/filesystem/read_file', good, { accept })).status, 200)
      await call(t, 'filesystem_read_file', '/v1/filesystem/read_file', bad, { accept })
      await call(t, 'toolgate_call', '/v1/operations/grz_read_file', { filePath: 'a.txt' }, { accept })
    }
    t.equal((await call(t, 'filesystem_list_directory', '/v1/filesystem/list_directory', { fields: ['name'], limit: 1 })).status, 200)
    t.equal((await call(t, 'toolgate_check', '/v1/operations/filesystem_delete_file/check', { path: 'a.txt' })).status, 200)
    t.equal((await call(t, 'toolgate_check', '/v1/operations/filesystem_delete_file/check', { paht: 1 })).status, 200)
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
      t.equal((await call(t, id, place)).status, 200, id)
  })

  t.test('responses of a job conform to the document, from its preview to its end', async t => {
    const read = async (id: string, place: string, body?: object) => JSON.parse((await call(t, id, place, body)).text).data
    const input = { glob: '**/*', search: 'old', replacement: 'new' }
    const made = await call(t, 'filesystem_bulk_replace_in_files', '/v1/filesystem/bulk/replace_in_files', input)
    const streamed = { ...input, dry_run: true }
    const events = { accept: 'text/event-stream' }
    const stream = await call(t, 'filesystem_bulk_replace_in_files', '/v1/filesystem/bulk/replace_in_files', streamed, events)
    t.match(stream, { status: 201, text: /event: result/ }, 'a stream has the status of a success')
    const { id } = JSON.parse(made.text).data
    const place = `/v1/jobs/${id}`
    t.match([String(made.status), made.headers.get('location')], [/201|202/, new RegExp(`${place}$`)])
    let job = await read('jobs_get', `${place}?wait=5`)
    while (job.status === 'snapshotting') job = await read('jobs_get', `${place}?wait=5`)
    t.match(job, { status: 'awaiting_confirmation', preview: { total: { value: 2 } } })
    await call(t, 'jobs_confirm', `${place}/confirm`, { confirm_token: job.confirm_token })
    while (job.status !== 'completed') job = await read('jobs_get', `${place}?wait=5`)
    t.match(job.progress, { succeeded: 2, percent: 100 })
    t.equal((await read('jobs_list_items', `${place}/items?limit=1`)).items.length, 1)
    t.equal((await read('jobs_list', '/v1/jobs')).items.length, 2)
    t.equal(readFileSync(path.join(folder, 'root/docs/b.md'), 'utf8'), 'new\n')
  })
})
