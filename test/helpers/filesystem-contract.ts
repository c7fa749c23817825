import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Test } from 'tap'
import type { Received } from '../../sandbox/control/requests.ts'
import adapter from '../../src/tools/filesystem/bulk/replace-in-files.ts'
import { openVolume } from '../../src/tools/filesystem/client/volume.ts'
import type { AdapterContract, TestSystem } from '../jobs/adapter-contract.ts'
import { memoryDisk, newFolder, putFiles, snapshot } from './filesystem.ts'

const NO_TRACE = 'files need no upstream'

/** Replaces text in files. */
export const FILES: AdapterContract = {
  adapter,
  open,
  classify: ({ path }) => ({ kind: 'write', ids: [path] }),
  good: { path: 'docs', glob: '**/*.txt', search: 'old', replacement: 'new' },
  named: { search: 'old', replacement: 'new' },
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
    'count does not read item bodies': NO_TRACE,
    'count sends no more requests than the listing': NO_TRACE,
    'nextBatch never fetches all items at once': NO_TRACE,
    'executeBatch never retries: a failed write is one request': NO_TRACE,
    'a rate limit is thrown, and items without a result were not sent':
      'a file system has no rate limit; a full disk is tested in replace-in-files.test.ts',
    'a refused credential is thrown, and items without a result were not sent': 'a file system needs no credential',
    'a write whose response was lost is unknown and never sent again': 'the operating system always responds',
    'a failed count is reported on the job': 'prepare finds the cause first, so no job is created'
  }
}

async function open(t: Test): Promise<TestSystem> {
  const root = await newFolder(t, memoryDisk())
  const names = ['a.txt', 'b.txt', 'sub/c.txt', 'sub/d.txt', 'sub/e.txt']
  await putFiles(root, Object.fromEntries(names.map(name => [`docs/${name}`, `an old ${name}\n`])))
  await putFiles(root, { 'docs/none.txt': 'nothing\n', 'beside.txt': 'old\n' })
  const fileOf = (id: string): string => path.join(root, id)
  return {
    client: await openVolume(root),
    settings: { roots: root },
    grow: many =>
      putFiles(root, Object.fromEntries(Array.from({ length: many }, (_, n) => [`docs/more/${n}.txt`, `an old ${n}\n`.repeat(500)]))),
    requestLog: await requestLogOf(root),
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

/** Returns the changed files, one write each. */
async function requestLogOf(root: string): Promise<TestSystem['requestLog']> {
  let before = await settledSnapshot(root)
  return {
    async clear() {
      before = await settledSnapshot(root)
    },
    async requests() {
      const changed = Object.entries(await settledSnapshot(root)).filter(([name, content]) => content !== before[name])
      return changed.map(
        ([path], at): Received => ({ number: at + 1, method: 'PUT', path, query: '', body: null, status: 200, done: true, fault: false })
      )
    }
  }
}

/** Ignores temporary files, which may disappear while they are read. */
async function settledSnapshot(root: string): Promise<Record<string, string>> {
  for (;;) {
    const seen = await snapshot(root).catch((error: unknown) => {
      if (Object(error).code === 'ENOENT') return undefined
      throw error
    })
    if (seen) return Object.fromEntries(Object.entries(seen).filter(([name]) => !path.basename(name).startsWith('.toolgate-')))
  }
}
