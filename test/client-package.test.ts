import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryFolder } from './helpers/app.ts'
import { startGateway } from './helpers/gateway.ts'

const root = path.join(import.meta.dirname, '..')

/** Runs a program without the hooks that the coverage tool adds to every Node process. */
const run = async (program: string, words: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  await promisify(execFile)('env', ['-u', 'NODE_OPTIONS', program, ...words], options)

const readme = readFileSync(path.join(root, 'packages/client/README.md'), 'utf8')
const examples = readme.split(/^## /m).flatMap(section => {
  const [, code] = /^```ts\n([\s\S]+?)^```$/m.exec(section) ?? []
  return code === undefined ? [] : [{ title: section.slice(0, section.indexOf('\n')), code }]
})

/** The machine's own Node if it has one, since the package supports Node 20, and the Node of this repository is newer. */
function ownNode(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(folder => !folder.includes('node_modules'))
  return folders.map(folder => path.join(folder, 'node')).find(isProgram) ?? process.execPath
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// In a temporary folder: in this one, packages of the repository would be found.
const user = await mkdtemp(path.join(tmpdir(), 'toolgate-client-'))
t.teardown(() => rm(user, { recursive: true, force: true }))
t.setTimeout(300_000)

const pack = async (folder: string): Promise<{ file: string; size: number }> => {
  const { stdout } = await run('npm', ['pack', path.join(root, folder), '--json', '--pack-destination', user], { cwd: root })
  const [{ filename, size }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  return { file: path.join(user, filename), size }
}

writeFileSync(path.join(user, 'package.json'), '{"private":true}')
const client = await pack('packages/client')
const parser = await pack('node_modules/eventsource-parser')
await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', client.file, parser.file], { cwd: user })

const { url } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
const env = { PATH: process.env['PATH'], TOOLGATE_URL: url }

t.test('it depends on one package, and is small', async t => {
  const packages = (await readdir(path.join(user, 'node_modules'))).filter(name => !name.startsWith('.'))
  t.strictSame(packages.toSorted(), ['eventsource-parser', 'toolgate-client'])
  t.ok(client.size < 200_000, `${client.size} bytes packed`)
  const code = path.join(user, 'node_modules/toolgate-client/dist/src/client')
  const sizes = await Promise.all(
    (await readdir(code)).filter(name => name.endsWith('.js')).map(async name => (await stat(path.join(code, name))).size)
  )
  t.ok(sizes.length > 0 && sizes.reduce((sum, size) => sum + size, 0) < 30_000, `${sizes} bytes of JavaScript`)
})

/** Output of each example of the README with the sandbox. */
const PRINTED: Record<string, RegExp> = {
  'Call an operation': /# Sandbox files[\s\S]*NOT_FOUND_ERROR file_not_found not_executed false/,
  'Run an operation as a job': /^completed true$/m,
  'Run a bulk job': /awaiting_confirmation \d+\n[\s\S]*completed \d+ 0 0\n[\s\S]*docs\/\S+ succeeded\n[\s\S]*undo completed \d+/
}

t.test('the examples of its README are type-checked under strict', async t => {
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: ['node'], skipLibCheck: false }
  const typeRoots = [path.join(root, 'node_modules/@types')]
  writeFileSync(
    path.join(user, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, include: ['*.mts'] })
  )
  for (const [at, { code }] of examples.entries()) writeFileSync(path.join(user, `example-${at}.mts`), code)
  writeFileSync(path.join(user, 'mistakes.mts'), MISTAKES)
  const { stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', user], { env }).catch((error: { stdout: string }) => error)
  t.equal(stdout, '')
})

const MISTAKES = `import { type BulkId, createClient, type StartId, ToolgateError } from 'toolgate-client'
const gate = createClient({ url: 'http://127.0.0.1' })
export const bulk: BulkId = 'filesystem_bulk_replace_in_files'
// @ts-expect-error: it is not a bulk operation
export const call: BulkId = 'filesystem_read_file'
export const either: StartId[] = ['filesystem_bulk_replace_in_files', 'filesystem_read_file']
// @ts-expect-error: it never runs as a job
await gate.start('jobs_get', { id: 'j' })
// @ts-expect-error: a bulk operation has no mode
await gate.start('filesystem_bulk_replace_in_files', { glob: '*', search: 'a', replacement: 'b', mode: 'async' })
// @ts-expect-error: the output has no such property
;(await gate.call('filesystem_read_file', { file_path: 'a' })).contents
// @ts-expect-error: the output of a bulk operation is a job
;(await gate.call('filesystem_bulk_replace_in_files', { glob: '*', search: 'a', replacement: 'b' })).content
export function outcomeOf(error: ToolgateError): 'not_executed' | 'executed' | 'unknown' {
  // @ts-expect-error: there is no such outcome
  if (error.outcome === 'done') return 'executed'
  return error.outcome
}
`

t.test('the examples of its README run', async t => {
  const node = ownNode()
  const { stdout: version } = await run(node, ['--version'])
  t.comment(`Node ${version.trim()}`)
  for (const [at, { title, code }] of examples.entries()) {
    writeFileSync(path.join(user, `example-${at}.mjs`), code)
    const { stdout } = await run(node, [`example-${at}.mjs`], { cwd: user, env })
    t.match(stdout, PRINTED[title] ?? `an entry of PRINTED for ${title}`, title)
  }
})

t.test('the bulk example succeeds if nothing is left to replace', async t => {
  const { code = '' } = examples.find(({ title }) => title === 'Run a bulk job') ?? {}
  writeFileSync(path.join(user, 'nothing-left.mjs'), code.replace('old.example.com', 'no file holds this text'))
  const { stdout, stderr } = await run(ownNode(), ['nothing-left.mjs'], { cwd: user, env })
  t.equal(stdout, 'completed 0\n')
  t.equal(stderr, '')
})
