import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { openMemory } from '../../helpers/memory.ts'

t.test('a memory file that could not be opened is opened once nothing is in the way', async t => {
  const roots = await temporaryFolder(t)
  const folder = path.join(roots, '.data', 'memory')
  const file = path.join(folder, 'default.sqlite')
  await mkdir(folder, { recursive: true })
  await writeFile(file, 'This is no database, but somebody put it here.'.repeat(100))
  const { call } = await openMemory(t, { roots })
  const add = () => call('add_link', { from: 'A', relation: 'uses', to: 'B' })
  for (const attempt of ['at first', 'again'])
    t.match(await add(), { status: 503, error: { details: { reason: 'configuration_invalid' } } }, attempt)
  await rm(file)
  t.match(await add(), { status: 201 })
  t.match(await call('get_object', { name: 'A' }), { status: 200 })
})
