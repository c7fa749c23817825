import { once } from 'node:events'
import t from 'tap'
import type { BulkAdapter } from '../../../../src/contract/bulk.ts'
import adapter from '../../../../src/tools/filesystem/bulk/replace-in-files.ts'
import { openVolume } from '../../../../src/tools/filesystem/client/volume.ts'
import { alice, startBulk, until } from '../../../helpers/bulk.ts'
import { memoryDisk, newFolder, putFiles, snapshot } from '../../../helpers/filesystem.ts'
import { FILES } from '../../../helpers/filesystem-contract.ts'
import { adapterContract } from '../../../jobs/adapter-contract.ts'

adapterContract(t, FILES)

t.test('a cancelled job reports exactly which files it changed', async t => {
  const root = await newFolder(t, memoryDisk())
  await putFiles(root, Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}.txt`, `an old ${n}\n`])))
  const first = Promise.withResolvers<void>()
  let done = 0
  const held: BulkAdapter = {
    ...adapter,
    async *executeBatch(items, action, call) {
      for await (const result of adapter.executeBatch(items, action, call)) {
        yield result
        if (++done === 30) first.resolve()
        if (done >= 30 && !call.signal.aborted) await once(call.signal, 'abort')
      }
    }
  }
  const { jobs, request } = await startBulk(t, [held], { client: await openVolume(root) })
  const input = { path: '.', glob: '**/*', search: 'old', replacement: 'new', exclude: [], include_hidden: false }
  const made = await jobs.create(request(held, { input }))
  const { id, confirm_token } = await until(jobs, made.id, ['awaiting_confirmation'])
  await jobs.confirm(alice, id, confirm_token ?? '')
  await first.promise
  await jobs.cancel(alice, id)
  const { progress } = await until(jobs, id, ['cancelled'])
  const changed = Object.values(await snapshot(root)).filter(content => content?.includes('new')).length
  t.ok(changed >= 30 && changed < 400, `${changed} files were changed`)
  t.match(progress, { succeeded: changed, unknown: 0, not_attempted: 400 - changed })
})
