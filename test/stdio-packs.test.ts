import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { dataFolder } from './helpers/private-redis.ts'

const root = path.join(import.meta.dirname, '..')
const program = path.join(root, 'script/toolgate')

const ERAS: readonly string[] = ['legacy', 'modern']

/** The environment of one gateway, and its config file. */
function machine(t: Test, config: object) {
  const data = dataFolder(t)
  mkdirSync(data, { recursive: true })
  const file = path.join(data, 'toolgate.json')
  const configure = (changed: object): void => writeFileSync(file, JSON.stringify(changed))
  configure(config)
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { configure, env: { PATH, NODE_COMPILE_CACHE, TOOLGATE_DATA: data, TOOLGATE_CONFIG: file } }
}

async function start(t: Test, env: Record<string, string>, args: string[], onChanged: (what: string) => void = () => undefined) {
  const modern = args.includes('modern')
  const changed = (what: string) => ({ autoRefresh: false, debounceMs: 0, onChanged: () => onChanged(what) })
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      listChanged: { tools: changed('tools'), prompts: changed('prompts'), resources: changed('resources') },
      ...(modern && { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    }
  )
  await client.connect(
    new StdioClientTransport({
      command: program,
      args: ['mcp', ...args.filter(arg => arg.startsWith('--') || !ERAS.includes(arg))],
      env,
      stderr: 'ignore'
    })
  )
  t.teardown(() => client.close())
  return client
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools({}, { cacheMode: 'refresh' })).tools.map(({ name }) => name)

t.test('--pack limits the tools of a desktop client, and can be repeated', async t => {
  const { env } = machine(t, { packs: { notes: ['memory_search', 'memory_add_link'], pages: ['web_read_url'] } })
  const client = await start(t, env, ['--pack', 'notes', '--pack', 'pages'])
  t.strictSame(
    (await namesOf(client)).filter(name => !name.startsWith('jobs_')), // which come with tools that create jobs
    ['memory_add_link', 'memory_search', 'web_read_url']
  )
  t.strictSame(
    (await client.listPrompts()).prompts.map(({ name }) => name),
    ['jobs', 'memory', 'web']
  )
  await t.rejects(client.callTool({ name: 'web_search', arguments: { query: 'x' } }), { message: /limited to the packs notes, pages/ })
})

t.test('an unknown pack exits with 1 and lists the existing ones', async t => {
  const { env } = machine(t, { packs: { notes: ['memory_search'] } })
  const child = spawn(program, ['mcp', '--pack', 'notse'], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  t.equal(child.exitCode ?? (await once(child, 'exit'))[0], 1)
  t.equal(out, '')
  t.match(err, /There is no pack notse\. Available packs: .*notes/)
})

for (const era of ERAS) {
  t.test(`a change of the configuration is announced to the client and takes effect (${era})`, async t => {
    const { env, configure } = machine(t, { mcp: { discovery: 'all' } })
    const announced = new Set<string>()
    const all = Promise.withResolvers<void>()
    const client = await start(t, env, [era], what => {
      announced.add(what)
      if (announced.size === 3) all.resolve()
    })
    t.ok(client.getServerCapabilities()?.tools?.listChanged)
    t.notOk((await namesOf(client)).some(name => name.startsWith('filesystem_')))
    configure({ systems: { filesystem: { instances: { default: { roots: t.testdir() } } } }, mcp: { discovery: 'all' } })
    await all.promise
    t.ok((await namesOf(client)).includes('filesystem_read_file'))
  })
}
