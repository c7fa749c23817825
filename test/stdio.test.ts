import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t from 'tap'
import { findGcloud } from '../src/tools/gcloud/client/installation.ts'
import { dataFolder, isAlive, pidOf } from './helpers/private-redis.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const root = path.join(import.meta.dirname, '..')
const folder = t.testdir({ files: { 'a.txt': 'one', 'b.txt': 'two' }, 'toolgate.yaml': 'mcp: { discovery: all }' })
const files = path.join(folder, 'files')

const transport = new StdioClientTransport({
  command: path.join(root, 'script/toolgate'),
  args: ['mcp'],
  env: {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    TOOLGATE_DATA: dataFolder(t),
    TOOLGATE_CONFIG: path.join(folder, 'toolgate.yaml'),
    FILESYSTEM_ROOTS: files
  },
  stderr: 'pipe'
})
let log = ''
transport.stderr?.on('data', data => {
  log += String(data)
})
const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } })
const asked: string[] = []
let answer = true
client.setRequestHandler('elicitation/create', ({ params }) => {
  asked.push(params.message)
  return { action: 'accept', content: { confirm: answer } }
})
await client.connect(transport)
t.teardown(() => client.close())

t.test('a desktop client that starts the gateway lists every tool of the configured systems if discovery is all, page by page', async t => {
  const all: { tools: { name: string }[] } = JSON.parse(readFileSync(path.join(root, 'openapi/dialects/mcp.json'), 'utf8'))
  const { tools } = await client.listTools()
  const configured = [
    'approvals',
    'calls',
    'filesystem',
    'jobs',
    'keys',
    'memory',
    'usage',
    'web',
    ...(findGcloud(undefined) ? ['gcloud'] : [])
  ]
  t.strictSame(
    tools.map(({ name }) => name),
    all.tools.map(({ name }) => name).filter(name => configured.includes(name.split('_', 1)[0] ?? ''))
  )
})

t.test('it calls tools with the configuration of the gateway', async t => {
  const { structuredContent } = await client.callTool({ name: 'filesystem_list_directory', arguments: { path: files } })
  t.match(structuredContent, { items: [{ name: 'a.txt' }, { name: 'b.txt' }] })
})

t.test('over a connection of the older version the user is asked, too', async t => {
  const erase = (name: string) => client.callTool({ name: 'filesystem_delete_file', arguments: { file_path: path.join(files, name) } })
  t.not((await erase('a.txt')).isError, true)
  t.match(asked, [/a\.txt/])
  t.notOk(existsSync(path.join(files, 'a.txt')))
  answer = false
  t.match((await erase('b.txt')).structuredContent, { error: { code: 'CONFIRMATION_REQUIRED', details: { declined: true } } })
  t.ok(existsSync(path.join(files, 'b.txt')))
})

t.test('an image is shown, and read as the resource of its link', async t => {
  const png = Buffer.from(PNG, 'base64')
  writeFileSync(path.join(files, 'logo.png'), png)
  const { content, structuredContent } = await client.callTool({ name: 'filesystem_read_file', arguments: { file_path: 'logo.png' } })
  t.match(content, [
    { type: 'text', text: /logo\.png/ },
    { type: 'image', mimeType: 'image/png', data: png.toString('base64') },
    { type: 'resource_link', name: 'logo.png', mimeType: 'image/png' }
  ])
  t.notMatch(JSON.stringify(structuredContent), png.toString('base64'), 'once')
  const uri = String(Object(Array.isArray(content) ? content.at(-1) : {}).uri)
  t.match(await client.readResource({ uri }), { contents: [{ uri, mimeType: 'image/png', blob: png.toString('base64') }] })
})

t.test('a job is created and read only with tools', async t => {
  writeFileSync(path.join(files, 'c.txt'), 'needle')
  const { structuredContent } = await client.callTool({
    name: 'filesystem_bulk_replace_in_files',
    arguments: { path: files, glob: '*', search: 'needle', replacement: 'pin', dry_run: true }
  })
  t.match(structuredContent, { id: String, kind: 'bulk' })
})

t.test('it logs to standard error', async t => t.match(log, 'Tool execution completed'))

// Without a client, since that of the SDK terminates a server that does not exit by itself.
t.test('it exits with everything that it started when its input ends, even if the client sends a signal in the meantime', async t => {
  const data = dataFolder(t)
  const program = spawn(path.join(root, 'script/toolgate'), ['mcp'], {
    env: { PATH: process.env['PATH'], TOOLGATE_DATA: data, FILESYSTEM_ROOTS: files },
    stdio: ['pipe', 'pipe', 'ignore']
  })
  t.teardown(() => program.kill('SIGKILL'))
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  const [said] = await once(program.stdout, 'data')
  t.match(JSON.parse(String(said)), { id: 1, result: { serverInfo: { name: 'toolgate' } } })
  const redis = pidOf(data)
  t.ok(isAlive(redis))
  program.stdin.end()
  const exited = once(program, 'exit')
  await pause(50)
  program.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
  t.notOk(isAlive(redis))
})
