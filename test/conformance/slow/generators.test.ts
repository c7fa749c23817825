import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'
import { EXHAUSTIVE } from '../../helpers/exhaustive.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { installSlowCheckers } from '../install.ts'
import { runChecker, runNode, runSlowChecker } from '../run.ts'

const folder = path.join(import.meta.dirname, '../generated/clients')
const TSC =
  '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable'.split(' ')

t.before(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'openapi.json'), (await generateFiles()).get('openapi/openapi.json') ?? '')
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
})

const compiled = async file => await runChecker('tsc', [...TSC, file], folder)

t.test('the client of hey-api compiles', { timeout: 300_000 }, async t => {
  t.match(await runSlowChecker('openapi-ts', ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch', '--no-log-file'], folder), {
    code: 0
  })
  t.strictSame(await compiled('hey/index.ts'), { code: 0, output: '' })
})

t.test('the client of orval compiles', { timeout: 300_000, skip: !EXHAUSTIVE && 'only with EXHAUSTIVE=1' }, async t => {
  const options = { gate: { input: './openapi.json', output: { target: './orval/gate.ts', client: 'fetch', override: { fetch: {} } } } }
  writeFileSync(path.join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(options)}\n`)
  t.match(await runSlowChecker('orval', ['--config', 'orval.config.mjs'], folder), { code: 0 })
  t.strictSame(await compiled('orval/gate.ts'), { code: 0, output: '' })
})

/** Clients that import packages are generated in the folder that has the packages of the slow tests. */
const callers = path.join(import.meta.dirname, '../generated/callers')
const CALLERS_TSC = [
  ...TSC,
  '--allowImportingTsExtensions',
  '--types',
  'node',
  '--typeRoots',
  path.join(import.meta.dirname, '../../../node_modules/@types')
]

t.test('clients of swagger-typescript-api, oazapfts, RTK Query and openapi-zod-client compile and call', { timeout: 900_000 }, async t => {
  const bin = await installSlowCheckers()
  rmSync(callers, { recursive: true, force: true })
  cpSync(path.join(import.meta.dirname, 'callers'), callers, { recursive: true })
  symlinkSync(path.dirname(bin), path.join(callers, 'node_modules'))
  const files = await generateFiles()
  // TypeScript takes minutes for four clients of the whole document.
  const document = EXHAUSTIVE ? 'openapi/openapi.json' : 'openapi/systems/filesystem.json'
  writeFileSync(path.join(callers, 'openapi.json'), files.get(document) ?? '')
  const rtk = { schemaFile: './openapi.json', apiFile: './empty-api.ts', apiImport: 'emptyApi', outputFile: './rtk.ts', exportName: 'api' }
  writeFileSync(path.join(callers, 'rtk.config.cjs'), `module.exports = ${JSON.stringify(rtk)}\n`)
  for (const [program, ...args] of [
    ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger-typescript-api.ts'],
    ['oazapfts', 'openapi.json', 'oazapfts.ts'],
    ['rtk-query-codegen-openapi', 'rtk.config.cjs'],
    ['openapi-zod-client', 'openapi.json', '-o', 'zodios.ts']
  ] as const)
    t.match(await runSlowChecker(program, args, callers), { code: 0 }, program)
  t.strictSame(await runChecker('tsc', [...CALLERS_TSC, 'calls.ts'], callers), { code: 0, output: '' })

  const bundle = await rolldown({ input: path.join(callers, 'calls.ts'), platform: 'node', logLevel: 'silent' })
  await bundle.write({ file: path.join(callers, 'calls.mjs') })
  const folder = t.testdir({ root: { 'hello.txt': 'Hello\n' } })
  const { url } = await startGateway(t, { roots: path.join(folder, 'root'), dataDirectory: path.join(folder, 'data') })
  const { output } = await runNode(process.execPath, ['calls.mjs', url], callers)
  for (const [name, calls] of Object.entries(JSON.parse(output)))
    t.match(calls, { text: /Hello/, path: `${name}.txt`, job: /^j/, reason: 'file_not_found' }, name)
})
