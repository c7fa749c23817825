import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { startApp } from '../helpers/app.ts'
import { runChecker, runNode } from './run.ts'

const folder = import.meta.dirname
const generated = path.join(folder, 'generated')

t.test('a client generated from the document compiles under strict, and calls the gateway', async t => {
  mkdirSync(generated, { recursive: true })
  // The checked-in document. test/openapi.test.ts checks that it is up to date.
  cpSync(path.join(folder, '../../openapi/openapi.json'), path.join(generated, 'openapi.json'))
  t.match(await runChecker('openapi-typescript', ['openapi.json', '-o', 'schema.d.ts'], generated), { code: 0 })
  t.match(await runChecker('tsc', ['--version'], folder), { output: /^Version 5\./ })
  t.strictSame(await runChecker('tsc', ['-p', 'client'], folder), { code: 0, output: '' })

  const { app } = await startApp(t, { system: 'filesystem', roots: t.testdir({ 'hello.txt': 'Hello\n' }) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ran = await runNode(process.execPath, ['client/client.ts', url], folder)
  t.match(JSON.parse(ran.output), {
    text: /Hello/,
    operation: 'filesystem_read_file',
    status: 404,
    code: 'NOT_FOUND_ERROR',
    reason: 'file_not_found',
    entries: ['hello.txt'],
    rows: 5,
    explained: 404
  })
})
