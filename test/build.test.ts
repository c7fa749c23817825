import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { EMAIL, TOKEN } from '../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../sandbox/confluence/server.ts'
import { seedSite } from '../sandbox/confluence/state/seed.ts'
import { bundle } from '../script/build.ts'
import { buildConsole } from '../script/build-console.ts'
import { createClient } from '../src/client/client.ts'
import { definitionFiles } from '../src/systems/load-catalog.ts'
import { linkDependencies } from './helpers/dependencies.ts'
import { useThreads } from './helpers/desktop.ts'
import { listen } from './helpers/listen.ts'
import { makePdf } from './helpers/pdf.ts'
import { dataFolder } from './helpers/private-redis.ts'
import { startProcess } from './helpers/process.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')
const read = async (...parts: string[]): Promise<string> => await readFile(path.join(...parts), 'utf8')

// The build, and its installation by npm, in a temporary folder: elsewhere it would find the packages of this one.
const temporary = mkdtempSync(path.join(tmpdir(), 'toolgate-build-'))
t.teardown(() => rmSync(temporary, { recursive: true, force: true }))
const built = path.join(temporary, 'built')
for (const part of ['package.json', 'README.md', 'LICENSE', 'script/toolgate'])
  cpSync(path.join(root, part), path.join(built, part), { recursive: true })
linkDependencies(path.join(built, 'node_modules'))
const chunks = await bundle(path.join(built, 'dist'))
await buildConsole(path.join(built, 'dist/console'))

const packages = path.join(temporary, 'app/node_modules')
const installed = path.join(packages, 'toolgate')
mkdirSync(installed, { recursive: true })
linkDependencies(packages)
const { stdout: report } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', temporary], { cwd: built })
const [packed] = JSON.parse(report)
await run('tar', ['-xzf', path.join(temporary, packed.filename), '-C', installed, '--strip-components=1'])

const pages = await listen(t, (response, { url }) => {
  if (url === '/pdf')
    response.setHeader('content-type', 'application/pdf').end(makePdf([['Words of a document that is long enough to be read']]))
  else
    response.setHeader('content-type', 'text/html').end(`<title>A page</title><article><p>${'Words of a page. '.repeat(40)}</p></article>`)
})
const wiki = confluenceServer(seedSite('cloud'))
const wikiAddress = await wiki.listen({ host: '127.0.0.1', port: 0 })
t.teardown(() => wiki.close())
const data = path.join(temporary, 'data')
mkdirSync(data)
const confluence = {
  CONFLUENCE_URL: `${wikiAddress}/wiki`,
  CONFLUENCE_TYPE: 'cloud',
  CONFLUENCE_EMAIL: EMAIL,
  CONFLUENCE_TOKEN: TOKEN
}
const gateway = await startProcess(
  t,
  {
    TOOLGATE_DATA: path.join(temporary, 'private'),
    FILESYSTEM_ROOTS: data,
    TOOLGATE_ALLOW_PRIVATE: new URL(pages.url).host,
    ...confluence
  },
  [],
  path.join(built, 'dist/main.js')
)

const client = createClient({ url: gateway.url })

t.test('a build has every definition, each with its path', async t => {
  const text = await read(built, 'dist/tools.js')
  const paths = [...text.matchAll(/ as "([^"]+\.ts)"/g)].map(([, path]) => path)
  t.strictSame(paths.sort(), await definitionFiles(path.join(root, 'src/tools')))
})

t.test('the code of a build is ASCII, so that a process keeps it with one byte per character', t => {
  t.strictSame(
    chunks.filter(({ code }) => /[^\0-\x7f]/.test(code)).map(({ fileName }) => fileName),
    []
  )
  t.end()
})

// Logs contain the class of an error. If two classes in a file of the build have the same name, one is renamed.
t.test('every error class of a build has the name of its source', t => {
  const renamed = chunks.flatMap(({ code }) => code.match(/\b\w+\$\d+ (?:= class )?extends \w*Error\b/g) ?? [])
  t.strictSame(renamed, [])
  t.end()
})

t.test('a build imports only packages that are installed with it', async t => {
  const ours = new Set(chunks.map(({ fileName }) => fileName))
  const names = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter(name => !ours.has(name))
  const imported = new Set(names.filter(name => !isBuiltin(name)).map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
  const { dependencies } = JSON.parse(await read(root, 'package.json'))
  t.strictSame(
    [...imported].filter(name => !(name in dependencies)),
    []
  )
  t.ok(imported.has('nodemailer'), 'some are imported')
})

t.test('the installed package contains the console, and its gateway serves it', async t => {
  const page = await fetch(`${gateway.url}/console`)
  t.equal(page.status, 200)
  const [script = ''] = /\/console\/assets\/console-[^"]+\.js/.exec(await page.text()) ?? []
  t.equal((await fetch(`${gateway.url}${script}`)).status, 200)
  const home = await fetch(gateway.url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  t.equal(home.headers.get('location'), '/console')
})

t.test('the built gateway finds what it loads on demand: its threads, large libraries, files of packages', async t => {
  t.match(await client.call('web_read_url', { url: `${pages.url}/page` }), { content: /Words of a page/ })
  t.match(await client.call('web_read_url', { url: `${pages.url}/pdf` }), { content: /Words of a document/ })
  await client.call('memory_add_link', { from: 'Ada', relation: 'works at', to: 'Northwind' })
  writeFileSync(path.join(data, 'a.bin'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0]))
  t.match(await client.call('filesystem_read_file', { file_path: 'a.bin' }), { type: 'image' })
  for (const url of ['/docs/swagger-ui.css', '/v1/dialects/openai-responses', '/openapi.json'])
    t.equal((await fetch(gateway.url + url)).status, 200, url)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  t.match(await (await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body })).text(), /"tools":/)
})

t.test('threads convert large Confluence pages from and to Markdown', async t => {
  const content = `# Heading\n\n${'Some *words* of a page.\n\n'.repeat(400)}` // long enough for a thread
  const { id } = await client.call('confluence_create_page', { title: 'Built', space_key: 'PLAY', content, content_format: 'markdown' })
  const { body } = await client.call('confluence_get_page', { page_id: id, content_format: 'markdown' })
  t.match(JSON.stringify(body), /Some [*_]words[*_] of a page/)
})

t.test('jobs run in the built gateway', async t => {
  writeFileSync(path.join(data, 'a.txt'), 'one')
  const input = { glob: '*.txt', search: 'one', replacement: 'two', confirm: 'auto' } as const
  const { id } = await client.call('filesystem_bulk_replace_in_files', input)
  await client.waitForJob(id)
  t.equal(await read(data, 'a.txt'), 'two')
})

t.test('the installed package has the command', async t => {
  const args = ['call', 'filesystem_read_file', '--arg', 'file_path=a.txt', '--json']
  const { stdout } = await run(path.join(installed, 'script/toolgate'), args, { env: { ...process.env, TOOLGATE_URL: gateway.url } })
  t.match(JSON.parse(stdout), { success: true })
})

t.test('`npx toolgate mcp` of the installed package works over stdio, with memory, web and large pages', async t => {
  mkdirSync(path.join(packages, '.bin'))
  symlinkSync('../toolgate/script/toolgate', path.join(packages, '.bin/toolgate')) // as npm links it
  const env = { TOOLGATE_DATA: dataFolder(t), ...confluence }
  await useThreads(t, { command: 'npx', args: ['toolgate', 'mcp'], cwd: path.join(temporary, 'app'), env })
})

t.test('the package has every file of the build', async t => {
  const files = new Set(packed.files.map((file: { path: string }) => file.path))
  const missing = globSync('dist/**/*.*', { cwd: built }).filter(file => !files.has(file))
  t.strictSame(missing, [])
})

t.test('the package has the license of each package whose code it contains, and none of development packages', async t => {
  const lock: { packages: Record<string, { version: string; dev?: true }> } = JSON.parse(await read(root, 'package-lock.json'))
  const sections = (await read(installed, 'dist/THIRD-PARTY-LICENSES.txt')).split(`\n\n${'-'.repeat(80)}\n\n`)
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map(id => path.relative(root, id))
  const folders = new Set(modules.flatMap(id => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  t.ok(folders.has('node_modules/bullmq'), 'some are bundled')
  for (const folder of folders) {
    const { version, dev } = lock.packages[folder] ?? {}
    const title = `${folder.split('node_modules/').at(-1)} ${version}\n`
    t.equal(dev, undefined, `${folder} is not a development package`)
    t.match(
      sections.find(section => section.startsWith(title)),
      /permission is hereby granted|permission to use, copy|redistribution and use|apache license/i,
      folder
    )
  }
})

const OLD = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
require('node:module').enableCompileCache = undefined`

t.test('on a Node that is too old the command and the gateway exit with a message', async t => {
  const old = path.join(t.testdir({ 'old.cjs': OLD }), 'node')
  const start = `#!/bin/sh\nunset NODE_OPTIONS\nexec '${process.execPath}' --require '${path.dirname(old)}/old.cjs' "$@"\n`
  writeFileSync(old, start, { mode: 0o755 })
  const env = { PATH: `${path.dirname(old)}:${process.env['PATH']}` }
  const refusal = { code: 1, stdout: '', stderr: /^toolgate: this is Node 20\.20\.2, and Node 26 or newer is needed\. .+\n$/ }
  await t.rejects(run(path.join(installed, 'script/toolgate'), ['config', 'check'], { env }), refusal)
  await t.rejects(run(old, [path.join(installed, 'dist/main.js')], { env }), refusal)
  // Named imports of Node modules are resolved before the first line runs, and cannot be removed from the Node of this test.
  for (const file of ['main.js', 'node-version.js']) t.notMatch(await read(installed, 'dist', file), /^import [^;]*\{[^;]*["']node:/m, file)
})
