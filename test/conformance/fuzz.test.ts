import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { makeCatalog } from '../../src/contract/catalog.ts'
import { openapiDocument } from '../../src/surfaces/openapi/document.ts'
import { startGateway } from '../helpers/gateway.ts'
import { LIBRARY } from '../helpers/library.ts'
import { type Case, caseOf, plansFor } from './cases.ts'
import { installCheckers } from './install.ts'
import { type Answer, type Described, readDocument } from './oracle.ts'
import { shortened } from './shortened.ts'

await installCheckers()
const { generateSync } = await import('json-schema-faker')
const generate = (schema: object, { seed }: { seed: number }): unknown =>
  generateSync(shortened(schema), { seed, maxItems: 4, maxLength: 200, optionalsProbability: 0.4 })

const SEED = 20_260_101
const CALLS = 200
const CALLS_OF_PROCESSES = 20
const AT_ONCE = 8
const STARTS_A_PROCESS = /^gcloud_|_execute_command$/

/** They succeed on a job that runs; those made here are over at once. */
const UNDER_WAY = ['jobs_pause', 'jobs_resume']

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'docs/b.md': '# Title\n\nold text, old text\n',
  'docs/deep/c.json': '{"old":1}\n',
  'src/d.ts': 'export const old = 1\r\n',
  'empty.txt': '',
  'picture.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
}
const PATHS = [...Object.keys(FILES), '.', 'docs', 'docs/deep', 'new/file.txt', 'a.txt/x', '../out', 'docs/../a.txt']

t.test('nothing that is sent makes the gateway fail, or answer what its document does not say', { timeout: 110_000 }, async t => {
  const folder = t.testdir({ root: {} })
  const root = path.join(folder, 'root')
  restore(root)
  const log: Record<string, unknown>[] = []
  const { url, catalog } = await startGateway(t, {
    roots: root,
    dataDirectory: path.join(folder, 'data'),
    onLog: line => void log.push(line)
  })
  const { operations, judge } = await readDocument(await (await fetch(`${url}/openapi.json`)).json())
  t.ok(operations.length > catalog.operations.length, 'the served document has them all')

  const memory = remember(catalog.operations.map(({ id }) => id))
  const findings = new Map<string, string>()
  const seen = new Map<string, number>()
  let calls = 0

  async function attempt(operation: Described, { url: place, init }: Case): Promise<void> {
    const answer = await send(`${url}${place}`, init)
    calls++
    const streamed = answer.headers.get('content-type') === 'text/event-stream'
    const status = `${operation.id} ${streamed ? 'stream' : answer.status}`
    seen.set(status, (seen.get(status) ?? 0) + 1)
    memory.learn(answer)
    for (const problem of judge(operation, answer)) {
      const what = `${operation.id}: ${problem}`
      if (!findings.has(what))
        findings.set(what, JSON.stringify({ place: place.slice(0, 300), ...init, body: String(init.body).slice(0, 500) }))
    }
  }

  for (const operation of operations) {
    restore(root)
    if (operation.id.startsWith('jobs_'))
      for (let job = 0; job < 4; job++) memory.learn(await send(`${url}/v1/filesystem/bulk/replace_in_files`, REPLACE))
    const plans = await plansFor(STARTS_A_PROCESS.test(operation.id) ? CALLS_OF_PROCESSES : CALLS, SEED)
    const cases = plans.map(
      plan => () =>
        attempt(
          operation,
          caseOf(operation, plan, generate, name => memory.recall(operation.id, name))
        )
    )
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = cases.pop(); next; next = cases.pop()) await next()
      })
    )
  }

  t.comment(`${calls} calls; ${[...seen].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  t.strictSame([...findings].slice(0, 20), [])
  t.strictSame(
    log.filter(({ level }) => Number(level) >= 50),
    [],
    'nothing is logged as an error'
  )
  const away = await unavailable(url)
  const quiet = operations.filter(({ id }) => {
    const [system = ''] = id.split('_')
    return !UNDER_WAY.includes(id) && !away.includes(system) && ![...seen.keys()].some(status => status.startsWith(`${id} 2`))
  })
  t.strictSame(
    quiet.map(({ id }) => id),
    [],
    'each was also called so that it succeeded'
  )
})

const REPLACE: Case['init'] = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ glob: '**/*', search: 'old', replacement: 'older' })
}

/** What answers held that later calls can use, beside what is worth trying anyway. */
function remember(operations: string[]) {
  const jobs: string[] = []
  const tokens: string[] = []
  const cursors: string[] = []
  return {
    learn({ text, headers }: Answer): void {
      const job = headers.get('location')?.split('/').at(-1)
      if (job !== undefined) jobs.push(job)
      tokens.push(...wordsAfter('confirm_token', text))
      cursors.push(...wordsAfter('next_cursor', text))
    },
    recall(operation: string, name: string): readonly unknown[] {
      if (name === 'destination') return [...PATHS].reverse()
      if (/path$|^source$/.test(name)) return PATHS
      if (name === 'id') return operation.startsWith('jobs_') ? jobs.slice(-4) : [...operations, 'grz_read_file']
      return { confirm_token: tokens.slice(-4), cursor: cursors }[name] ?? DICTIONARY[name] ?? []
    }
  }
}

const wordsAfter = (name: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, word = '']) => word)

const DICTIONARY: Record<string, readonly unknown[]> = {
  glob: ['**/*', '**/*.md', '*.txt', '{a,b}.*', '[', '**/../**'],
  pattern: ['**/*', '*.md', '['],
  search: ['old', 'one', ''],
  old_string: ['old', 'one', 'o'],
  new_string: ['new', ''],
  replace_all: [true],
  system: ['filesystem'],
  code: ['VALIDATION_ERROR', 'file_not_found', 'FILESYSTEM_SERVER_ERROR'],
  wait: [0, 1],
  name: ['default'],
  instance: ['default', undefined],
  on_timeout: ['partial', 'error']
}

/** Systems without settings: what they are asked, they cannot do. */
async function unavailable(url: string): Promise<string[]> {
  const { data } = JSON.parse((await send(`${url}/v1/tools`, { method: 'GET', headers: {} })).text)
  return data.items.filter(({ available }: { available: boolean }) => !available).map(({ name }: { name: string }) => name)
}

async function send(url: string, init: Case['init']): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** What the calls before deleted or changed. */
function restore(root: string): void {
  for (const [file, content] of Object.entries(FILES)) {
    try {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), content)
    } catch {
      // A call made a directory of its name; others find files enough.
    }
  }
}

t.test('the judge would have seen it', async t => {
  const { operations, judge } = await readDocument(openapiDocument(makeCatalog(LIBRARY), { version: '0', serverUrl: 'http://x' }))
  const operation = operations.find(({ id }) => id === 'library_get_book')
  if (!operation) throw new Error('the library has no such operation')
  const book = { id: '1', title: 'Emma', pages: null }
  const metadata = { operation: 'library_get_book', instance: null, request_id: 'r', execution_time_ms: 1 }
  const answer = (data: unknown, status = 200, type = 'application/json'): Answer => ({
    status,
    headers: new Headers({ 'x-request-id': 'r', 'content-type': type }),
    text: typeof data === 'string' ? data : JSON.stringify({ success: true, data, metadata })
  })
  t.strictSame(judge(operation, answer(book)), [])
  t.match(judge(operation, answer({ ...book, title: 1 })), [/title must be string/])
  t.match(judge(operation, answer({ ...book, colour: 'red' })), [/must NOT have additional properties/])
  t.match(judge(operation, answer({ id: '1' })), [/must have required property/])
  t.match(judge(operation, answer(book, 418)), [/status 418 is not declared/])
  t.match(judge(operation, answer(book, 200, 'text/plain')), [/media type text.plain is not declared/])
  t.match(judge(operation, answer(book, 500)), [/a failure of the gateway/])
  t.match(judge(operation, answer(book, 404)), [/body of 404 does not fit/])
  t.match(judge(operation, answer('event: progress\ndata: {}\n\n', 200, 'text/event-stream')), [/ends with progress/])
  t.match(judge(operation, answer('event: result\ndata: {}\n\n', 200, 'text/event-stream')), [/event result does not fit/])
  t.match(judge(operation, { ...answer(book), headers: new Headers({ 'content-type': 'application/json' }) }), ['there is no X-Request-Id'])
})
