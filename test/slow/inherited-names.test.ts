import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { runCommand } from '../../src/cli.ts'
import { loadConfig } from '../../src/config/config.ts'
import { FileConfig } from '../../src/config/file.ts'
import { ConfigError } from '../../src/config/problems.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'
import { INHERITED, inputsWith, own } from '../helpers/inherited-names.ts'
import { rpc } from '../helpers/mcp.ts'
import { nodesOf } from '../helpers/schema-walk.ts'

const AT_ONCE = 4
t.setTimeout(300_000)

const errors: Record<string, unknown>[] = []
const { url, catalog } = await startGateway(t, {
  dataDirectory: await temporaryFolder(t),
  onLog: line => void (Number(line['level']) >= 50 && errors.push(line))
})

/** Text that results from a lookup which found an inherited property. */
const WRONG_HIT = /\[native code\]|\[object \w+\]/

interface Sent {
  place: string
  init?: { method: string; headers?: Record<string, string>; body?: string }
}

/** Requests whose response is neither a result nor a refusal. 503 is a refusal: a setting is missing, or the machine is busy. */
async function misread(requests: Iterable<Sent>): Promise<string[]> {
  const wrong: string[] = []
  const left = [...requests]
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const response = await fetch(url + next.place, { ...next.init, redirect: 'manual' })
      const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream')
      const text = isEndless ? '' : await response.text()
      if (isEndless) await response.body?.cancel()
      if ((response.status >= 500 && response.status !== 503) || WRONG_HIT.test(text))
        wrong.push(`${next.init?.method ?? 'GET'} ${next.place} ${next.init?.body ?? ''}: ${response.status} ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

const posted = (place: string, body: unknown): Sent => ({
  place,
  init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
})

t.test('as a text in the input of any operation', { timeout: 300_000 }, async t => {
  const requests = catalog.operations.flatMap(operation =>
    [...inputsWith(operation, 'constructor')].map(input => posted(`/v1/operations/${operation.id}`, input))
  )
  t.ok(requests.length > catalog.operations.length)
  t.comment(`${requests.length} calls`)
  t.strictSame(await misread(requests), [])
})

t.test('as a property of any input', async t => {
  for (const { id, tool } of catalog.operations) {
    const response = await fetch(
      `${url}/v1/operations/${id}/check`,
      posted('', Object.fromEntries(INHERITED.map(name => [name, 'x']))).init
    )
    const { data } = JSON.parse(await response.text())
    const named = new Set<string>(data?.issues.map(({ path }: { path: string }) => path))
    t.strictSame(
      INHERITED.filter(name => !named.has(name)),
      [],
      `${id} of ${tool.name} names each as unknown`
    )
  }
})

/** Every path of the document with one segment replaced, for each segment. */
function* strangePaths(paths: Record<string, object>, word: string): Generator<Sent> {
  const known = new Set<string>()
  for (const [template, item] of Object.entries(paths))
    for (const method of Object.keys(item)) {
      const segments = template.replaceAll(/\{\w+\}/g, 'x').split('/')
      for (const place of segments.map((_, at) => segments.toSpliced(at, at === 0 ? 0 : 1, ...(at === 0 ? [] : [word])).join('/')))
        if (!known.has(method + place) && known.add(method + place)) yield { place, init: { method: method.toUpperCase() } }
    }
}

t.test('as a segment of any path, in any query string, and in headers', { timeout: 120_000 }, async t => {
  const { paths } = JSON.parse(await (await fetch(`${url}/openapi.json`)).text())
  const plain = Object.keys(paths).filter(place => !place.includes('{'))
  const words = INHERITED.flatMap(word => [
    ...['/docs', '/openapi', '/openapi/systems', '/openapi/gpt', '/gpt/v1', '/v1', '/console', ''].map(place => ({
      place: `${place}/${word}`
    })),
    ...['query', 'system', 'cursor', 'pack', 'tag', 'limit'].map(name => ({ place: `/v1/catalog?${name}=${word}` })),
    ...['pack', 'system', 'tag', word].map(name => ({ place: `/v1/dialects/mcp?${name}=${word}` })),
    ...[
      'accept',
      'prefer',
      'authorization',
      'content-type',
      'idempotency-key',
      'x-request-id',
      'if-none-match',
      'range',
      word.replaceAll('_', '')
    ].map(header => ({ place: '/v1/catalog?limit=1', init: { method: 'GET', headers: { [header]: word } } })),
    posted('/v1/operations', {
      calls: [
        { operation: word, arguments: {} },
        { operation: 'filesystem_read_file', arguments: own({}, word, 1) }
      ]
    })
  ])
  const requests = [
    ...strangePaths(paths, 'constructor'),
    ...plain.flatMap(place => INHERITED.slice(0, 2).map(word => ({ place: `${place}?${word}=1` }))),
    ...words
  ]
  t.comment(`${requests.length} requests`)
  t.strictSame(await misread(requests), [])
})

t.test('as a name that a route looks up, it finds nothing', async t => {
  for (const word of INHERITED) {
    const status = async (place: string, body?: unknown) =>
      (await fetch(url + place, body === undefined ? {} : posted(place, body).init)).status
    for (const place of ['/v1/catalog/', '/v1/tools/', '/v1/dialects/', '/errors/', '/v1/jobs/', '/openapi/gpt/', '/docs/'])
      t.match(await status(place + word), 404, place + word)
    for (const place of [
      `/v1/operations/${word}`,
      `/v1/operations/${word}/check`,
      `/v1/instances/${word}/x/test`,
      `/v1/instances/gitlab/${word}/test`
    ])
      t.equal(await status(place, {}), 404, place)
    t.equal(await status(`/v1/catalog?query=${word}`), 200, 'a search may find similar words, such as photo')
    t.equal(JSON.parse(await (await fetch(`${url}/v1/catalog?system=${word}`)).text()).data?.items.length ?? 0, 0)
  }
})

/** No such method, wrong parameters, no such resource. */
const REFUSALS = [-32601, -32602, -32002]
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

t.test('as a method, tool, prompt, resource or completion of MCP', async t => {
  for (const word of INHERITED) {
    for (const [method, params] of [
      [word, {}],
      ['tools/call', { name: word, arguments: {} }],
      ['tools/call', { name: 'filesystem_read_file', arguments: own({}, word, 'x') }],
      ['prompts/get', { name: word }],
      ['resources/read', { uri: word }],
      ['resources/read', { uri: `toolgate://${word}/${word}` }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: word }, argument: { name: word, value: word } }],
      ['tasks/get', { taskId: word }]
    ] as const) {
      const answer = await rpc(url, method, params, { capabilities: TASKS })
      const isRefused = answer.result?.isError === true || REFUSALS.includes(answer.error?.code)
      t.ok(isRefused || method.startsWith('completion'), `${method} ${JSON.stringify(params)}: ${JSON.stringify(answer).slice(0, 300)}`)
      t.notMatch(JSON.stringify(answer), WRONG_HIT)
    }
  }
})

t.test('as an argument of the command', async t => {
  for (const word of INHERITED)
    for (const words of [
      [word],
      ['jobs', word],
      ['jobs', 'watch', word],
      ['call', word],
      ['call', 'filesystem_read_file', '--arg', `${word}=1`],
      ['call', 'filesystem_read_file', '--arg', `${word}=1`, '--arg', `${word}=2`],
      ['call', 'filesystem_read_file', `--${word}`],
      ['catalog', 'search', word],
      ['completion', word],
      ['keys', 'new', '--id', 'a', '--scopes', word],
      ['help', word]
    ]) {
      const { code, out = '', err = '' } = await runCommand(words, { TOOLGATE_URL: url })
      t.notMatch(out + err, WRONG_HIT, words.join(' '))
      t.ok(code > 0 || words[0] === 'help' || words[1] === 'search', `${words.join(' ')}: ${code} ${out}${err}`)
    }
})

/** Config files with the name as a key or a text, at each position of the schema. */
function* configsWith(schema: JsonSchema, word: string): Generator<unknown> {
  yield Object.fromEntries([[word, {}]])
  for (const { at, node } of nodesOf(schema)) {
    const whole = (value: unknown): unknown =>
      at.split('.').reduceRight<unknown>((inner, step) => {
        const name = step.replaceAll('[]', '')
        return Object.fromEntries([[name, step.endsWith('[]') ? [inner] : inner]])
      }, value)
    if (node.type === 'object') yield whole(Object.fromEntries([[word, { [word]: word }]]))
    if (node.type === 'string') yield whole(word)
  }
  for (const inside of [word, 'gitlab']) {
    yield { systems: Object.fromEntries([[inside, { default_instance: word }]]) }
    yield { packs: Object.fromEntries([[inside, [word]]]) }
  }
}

t.test('as a key or value of the config file, it is refused by its name', async t => {
  const known = { systems: catalog.tools.map(({ name }) => name), members: catalog.operations.map(({ id }) => id), scopes: ['*'] }
  const file = path.join(t.testdir({}), 'toolgate.json')
  for (const word of INHERITED)
    for (const config of configsWith(toJsonSchema(FileConfig), word)) {
      const text = JSON.stringify(config)
      writeFileSync(file, text)
      try {
        loadConfig({ TOOLGATE_CONFIG: file }, known)
        t.fail(`taken: ${text}`)
      } catch (error) {
        t.ok(error instanceof ConfigError, `${text}: ${error}`)
        t.notMatch(String(error), WRONG_HIT, text)
      }
    }
})

t.test('nothing was logged as an error', async t => t.strictSame(errors, []))
