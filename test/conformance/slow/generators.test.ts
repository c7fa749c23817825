import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'
import { runChecker, runSlowChecker } from '../run.ts'

const folder = path.join(import.meta.dirname, '../generated/clients')
const TSC =
  '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable'.split(' ')

t.before(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'openapi.json'), (await generateFiles()).get('openapi/openapi.json') ?? '')
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
})

const compiled = async file => await runChecker('tsc', [...TSC, file], folder)

t.test('what hey-api makes of the document compiles', { timeout: 300_000 }, async t => {
  t.match(await runSlowChecker('openapi-ts', ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch', '--no-log-file'], folder), {
    code: 0
  })
  t.strictSame(await compiled('hey/index.ts'), { code: 0, output: '' })
})

t.test('what orval makes of the document compiles', { timeout: 300_000 }, async t => {
  const options = { gate: { input: './openapi.json', output: { target: './orval/gate.ts', client: 'fetch', override: { fetch: {} } } } }
  writeFileSync(path.join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(options)}\n`)
  t.match(await runSlowChecker('orval', ['--config', 'orval.config.mjs'], folder), { code: 0 })
  t.strictSame(await compiled('orval/gate.ts'), { code: 0, output: '' })
})
