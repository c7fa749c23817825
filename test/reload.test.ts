import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { newKey } from '../src/keys.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'

const { key, entry } = newKey({ id: 'ann', scopes: ['*'] })
const withKey = JSON.stringify({ keys: [entry] })

/** A gateway whose config file a test may write anew. */
async function house(t: Test, first: string) {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.yaml')
  await writeFile(file, first)
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, FILESYSTEM_ROOTS: folder, TOOLGATE_CONFIG: file })
  const status = async (headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${gateway.url}/v1/catalog`, { headers })).status
  const said = async (words: string): Promise<void> => {
    while (!gateway.output().includes(words)) await pause(20)
  }
  return { ...gateway, status, said, change: (text: string) => writeFile(file, text) }
}

t.test('keys added while it runs close the door to callers without one', async t => {
  const { status, said, change } = await house(t, 'policy: []\n')
  t.equal(await status(), 200)
  await change(withKey)
  await said('has changed and is in force')
  t.equal(await status(), 401)
})

t.test('a change that takes the last key away is refused, and said', async t => {
  const { status, said, change, output } = await house(t, withKey)
  await change('')
  await said('stays in force')
  t.equal(await status(), 401)
  t.equal(await status({ 'x-api-key': key }), 200)
  t.match(output(), /takes the last key away/)
})

t.test('a change that leaves a key is taken', async t => {
  const { status, said, change } = await house(t, withKey)
  const other = newKey({ id: 'bob', scopes: ['*'] })
  await change(JSON.stringify({ keys: [other.entry] }))
  await said('has changed and is in force')
  t.equal(await status({ 'x-api-key': key }), 401)
  t.equal(await status({ 'x-api-key': other.key }), 200)
})
