import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { temporaryFolder } from './helpers/app.ts'
import { type GatewayProcess, startProcess } from './helpers/process.ts'

const READ = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"file_path":"README.md"}' }

async function house(t: Test, environment: Record<string, string>) {
  const gateway = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), ...environment }, ['--sandbox'])
  return { ...gateway, read: async () => await fetch(`${gateway.url}/v1/filesystem/read_file`, READ) }
}

const warningsOf = ({ output }: Pick<GatewayProcess, 'output'>): unknown[] =>
  output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
    .filter(({ level }) => level === 40)

t.test('a file of a setting that cannot be read is a problem of the instance; no stand-in answers in its place', async t => {
  const { read } = await house(t, { FILESYSTEM_ROOTS_FILE: '/nonexistent' })
  const answer = await read()
  t.equal(answer.status, 503)
  t.match(await answer.json(), {
    error: { code: 'CONFIGURATION_ERROR', message: /FILESYSTEM_ROOTS_FILE.*ENOENT/, details: { reason: 'configuration_invalid' } }
  })
})

t.test('the stand-in may still be named', async t => {
  const { url } = await house(t, { FILESYSTEM_ROOTS_FILE: '/nonexistent' })
  const answer = await fetch(`${url}/v1/filesystem/read_file`, { ...READ, body: '{"file_path":"README.md","instance":"sandbox"}' })
  t.match(await answer.json(), { success: true, metadata: { instance: 'sandbox' } })
})

t.test('a setting that is given by value and by file is a problem of the instance', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(path.join(folder, 'roots'), folder)
  const { read } = await house(t, { FILESYSTEM_ROOTS: folder, FILESYSTEM_ROOTS_FILE: path.join(folder, 'roots') })
  t.match(await (await read()).json(), {
    error: { message: /FILESYSTEM_ROOTS is set as well/, details: { reason: 'configuration_invalid' } }
  })
})

t.test('what does not stop the start is logged as a warning', async t => {
  const gateway = await house(t, { FILESYSTEM_ROOTS_FILE: '/nonexistent' })
  t.match(warningsOf(gateway), [{ where: 'FILESYSTEM_ROOTS_FILE', msg: /cannot be read/ }])
})

t.test('so is what a change brings', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.yaml')
  await writeFile(file, '')
  const gateway = await house(t, { TOOLGATE_CONFIG: file })
  t.strictSame(warningsOf(gateway), [])
  await writeFile(file, `keys: [{ id: old, hash: ${'a'.repeat(64)}, scopes: ['*'], expires: 2020-01-01 }]`)
  while (!gateway.output().includes('is in force')) await pause(20)
  t.match(warningsOf(gateway), [{ where: 'key old', msg: /has expired/ }])
})
