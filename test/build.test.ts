import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { bundle } from '../script/build.ts'
import { definitionFiles } from '../src/catalog.ts'
import { createClient } from '../src/client/client.ts'
import { listen } from './helpers/listen.ts'
import { makePdf } from './helpers/pdf.ts'
import { startProcess } from './helpers/process.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')

// What is built, and what npm would install of it, far from this folder: else it would find its packages here.
const house = mkdtempSync(path.join(tmpdir(), 'toolgate-build-'))
t.teardown(() => rmSync(house, { recursive: true, force: true }))
const built = path.join(house, 'built')
for (const part of ['package.json', 'README.md', 'LICENSE', 'script/toolgate', 'openapi/client.d.ts'])
  cpSync(path.join(root, part), path.join(built, part), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(built, 'node_modules'))
await bundle(path.join(built, 'dist'))

const pages = await listen(t, (response, { url }) => {
  if (url === '/pdf')
    response.setHeader('content-type', 'application/pdf').end(makePdf([['Words of a document that is long enough to be read']]))
  else
    response.setHeader('content-type', 'text/html').end(`<title>A page</title><article><p>${'Words of a page. '.repeat(40)}</p></article>`)
})
const data = path.join(house, 'data')
mkdirSync(data)
const gateway = await startProcess(
  t,
  { TOOLGATE_DATA: data, FILESYSTEM_ROOTS: data, TOOLGATE_ALLOW_PRIVATE: new URL(pages.url).host },
  [],
  path.join(built, 'dist/main.js')
)

const client = createClient({ url: gateway.url })

t.test('a build has every definition, each under its place', async t => {
  const text = await readFile(path.join(built, 'dist/tools.js'), 'utf8')
  const places = [...text.matchAll(/ as "([^"]+\.ts)"/g)].map(([, place]) => place)
  t.strictSame(places.sort(), await definitionFiles(path.join(root, 'src/tools')))
})

t.test('the built gateway finds what is read only when it is needed: its threads, large libraries, files of packages', async t => {
  t.match(await client.call('web_read_url', { url: `${pages.url}/page` }), { content: /Words of a page/ })
  t.match(await client.call('web_read_url', { url: `${pages.url}/pdf` }), { content: /Words of a document/ })
  await client.call('memory_add_link', { from: 'Ada', relation: 'works at', to: 'Northwind' })
  writeFileSync(path.join(data, 'a.bin'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0]))
  t.match(await client.call('filesystem_read_file', { file_path: 'a.bin' }), { type: 'image' })
  for (const place of ['/docs/swagger-ui.css', '/v1/dialects/openai-responses', '/openapi.json'])
    t.equal((await fetch(gateway.url + place)).status, 200, place)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  t.match(await (await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body })).text(), /"tools":/)
})

t.test('jobs run in the built gateway', async t => {
  writeFileSync(path.join(data, 'a.txt'), 'one')
  const input = { glob: '*.txt', search: 'one', replacement: 'two', confirm: 'auto' } as const
  const { id } = await client.call('filesystem_bulk_replace_in_files', input)
  await client.waitForJob(id)
  t.equal(await readFile(path.join(data, 'a.txt'), 'utf8'), 'two')
})

t.test('installed as a package, it has the client and the command', async t => {
  const packages = path.join(house, 'app/node_modules')
  const installed = path.join(packages, 'toolgate')
  mkdirSync(installed, { recursive: true })
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', house], { cwd: built })
  await run('tar', ['-xzf', path.join(house, 'toolgate-0.1.0.tgz'), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(packages, name)), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  }
  const program = `import { createClient } from 'toolgate/client'
const gate = createClient({ url: '${gateway.url}' })
console.log((await gate.call('filesystem_read_file', { file_path: 'a.txt' })).type)`
  const { stdout: told } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: path.join(house, 'app') })
  t.equal(told, 'text\n')
  const words = ['call', 'filesystem_read_file', '--arg', 'file_path=a.txt', '--json']
  const { stdout } = await run(path.join(installed, 'script/toolgate'), words, { env: { ...process.env, TOOLGATE_URL: gateway.url } })
  t.match(JSON.parse(stdout), { success: true })
})
