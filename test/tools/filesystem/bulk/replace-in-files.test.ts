import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import type { BulkAdapter } from '../../../../src/contract/bulk.ts'
import adapter from '../../../../src/tools/filesystem/bulk/replace-in-files.ts'
import { openVolume } from '../../../../src/tools/filesystem/client/volume.ts'
import { adapterContract, type Bench } from '../../../bulk/adapter-contract.ts'
import { alice, startBulk, until } from '../../../helpers/bulk.ts'
import { memoryDisk, newFolder, putFiles, snapshot } from '../../../helpers/filesystem.ts'

const NO_TRACE = 'a disk keeps no ledger of what was read, or tried in vain'

adapterContract(t, {
  adapter,
  open,
  about: ({ path }) => ({ kind: 'write', ids: [path] }),
  good: { path: 'docs', glob: '**/*.txt', search: 'old', replacement: 'new' },
  nothing: { path: 'docs', glob: '*.none', search: 'old', replacement: 'newer' },
  names: [],
  unknown_names: [],
  refused: [
    { input: { glob: '../*', search: 'old', replacement: 'new' }, path: 'glob' },
    { input: { glob: '*', search: 'old', replacement: '\ud800' }, path: 'replacement' },
    { input: { glob: '*', search: 'old', replacement: 'old' }, path: '' },
    { input: { path: 'absent', glob: '*', search: 'old', replacement: 'new' }, path: 'path', reason: 'file_not_found' },
    { input: { path: '../out', glob: '*', search: 'old', replacement: 'new' }, path: 'path', reason: 'outside_roots' }
  ],
  without: {
    'prepare fetches no items': NO_TRACE,
    'count reads no item bodies': NO_TRACE,
    'count takes no more requests than the listing': NO_TRACE,
    'nextBatch never fetches all items at once': NO_TRACE,
    'executeBatch never retries: a write that fails is one request': NO_TRACE,
    'a rate limit is thrown, and what has no result was not sent': 'a disk has none; a full one is in replace-in-files.test.ts above',
    'a refused credential is thrown, and what has no result was not sent': 'a disk asks for none',
    'a write whose answer was lost is unknown, and never sent again': 'the operating system always answers',
    'a count that fails is told on the job': 'what makes it fail is met by prepare before, so that no job is made'
  }
})

t.test('a cancelled job counts the files that it changed and those that it did not, and knows of each', async t => {
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

async function open(t: Test): Promise<Bench> {
  const root = await newFolder(t, memoryDisk())
  const names = ['a.txt', 'b.txt', 'sub/c.txt', 'sub/d.txt', 'sub/e.txt']
  await putFiles(root, Object.fromEntries(names.map(name => [`docs/${name}`, `an old ${name}\n`])))
  await putFiles(root, { 'docs/none.txt': 'nothing\n', 'beside.txt': 'old\n' })
  const fileOf = (id: string): string => path.join(root, id)
  return {
    client: await openVolume(root),
    ledger: await ledgerOf(root),
    state: () => snapshot(root),
    fail: {
      async item(id) {
        await rm(fileOf(id))
        await mkdir(fileOf(id))
      },
      changed: id => writeFile(fileOf(id), 'theirs, and old'),
      async count() {
        await rm(path.join(root, 'docs'), { recursive: true })
        return 'docs does not exist'
      }
    }
  }
}

/** What is other than it was, as if each file had been put. */
async function ledgerOf(root: string): Promise<Bench['ledger']> {
  let before = await snapshot(root)
  return {
    async clear() {
      before = await snapshot(root)
    },
    async requests() {
      const changed = Object.entries(await snapshot(root)).filter(([name, content]) => content !== before[name])
      return changed.map(
        ([path], at): Received => ({ number: at + 1, method: 'PUT', path, query: '', body: null, status: 200, fault: false })
      )
    }
  }
}
