import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { seedFiles } from '../../../sandbox/filesystem/files.ts'
import type { BulkItem, BulkResult, Finding } from '../../../src/contract/bulk.ts'
import adapter from '../../../src/tools/filesystem/bulk/replace-in-files.ts'
import { nextFiles } from '../../../src/tools/filesystem/client/replace-in-files/plan.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { asUnprivilegedUser, type Files, memoryDisk, newFolder, openDesk, putFiles, snapshot } from '../../helpers/filesystem.ts'
import { silentCall } from '../../helpers/silent-call.ts'

/** The prototype of every open file of node:fs/promises. */
const FILES = await open(import.meta.filename).then(async handle => {
  await handle.close()
  return Object.getPrototypeOf(handle)
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Bench {
  root: string
  warnings: string[]
  prepare: (input?: Record<string, unknown>) => Promise<{ query: unknown; action: unknown }>
  list: (query: unknown, size?: number) => Promise<BulkItem[]>
  lookUp: (ids: string[], query: unknown) => Promise<BulkItem[]>
  count: (query: unknown) => Promise<unknown>
  execute: (items: BulkItem[], action: unknown, signal?: AbortSignal) => Promise<BulkResult[]>
  reconcile: (items: BulkItem[], action: unknown) => Promise<Finding[]>
  /** Undoes these results. */
  undo: (items: BulkItem[], results: Pick<BulkResult, 'item_id' | 'before'>[], action: unknown) => Promise<BulkResult[]>
}

/** Calls the adapter like the engine, over a new root. */
async function openBench(t: Test, files: Files | undefined): Promise<Bench> {
  const root = await newFolder(t, memoryDisk())
  if (files) await putFiles(root, files)
  else await seedFiles(root)
  const warnings: string[] = []
  const client = await openVolume(root)
  // biome-ignore lint/suspicious/noExplicitAny: only what the adapter uses
  const call = (more = {}): any => ({ ...silentCall({ warn: text => warnings.push(text), ...more }), client })
  const defaults = { path: '.', glob: '**/*', search: 'old', replacement: 'new', exclude: [], include_hidden: false }
  return {
    root,
    warnings,
    prepare: (input = {}) => adapter.prepare({ ...defaults, ...input }, call()),
    count: query => adapter.count(query, call()),
    lookUp: async (ids, query) => (await adapter.lookUp?.(ids, query, call())) ?? [],
    execute: (items, action, signal) => Array.fromAsync(adapter.executeBatch(items, action, call(signal && { signal }))),
    reconcile: (items, action) => Array.fromAsync(adapter.reconcile?.(items, action, call()) ?? []),
    undo: (items, results, action) => {
      const images = new Map(results.map(({ item_id, before }) => [item_id, before]))
      const done = items.map(item => ({ ...item, before: images.get(item.id) ?? null }))
      return Array.fromAsync(adapter.undo?.executeBatch(done, action, call()) ?? [])
    },
    async list(query, size = 100) {
      const items: BulkItem[] = []
      let cursor: string | undefined
      do {
        const batch = await adapter.nextBatch(query, { size, offset: items.length, cursor }, call())
        if (batch.items.length > size) throw new Error('more than requested')
        items.push(...batch.items)
        cursor = batch.next
      } while (cursor !== undefined)
      return items
    }
  }
}

const ids = (items: BulkItem[]): string[] => items.map(({ id }) => id)
const outcomes = (results: BulkResult[]): string[] => results.map(({ outcome, error }) => error?.reason ?? outcome)

t.test('lists the files that contain the text, with hashes before and after and a diff', async t => {
  const { prepare, list } = await openBench(t, { 'a.txt': 'old old\n', 'b/c.txt': 'an old one\n', 'none.txt': 'nothing\n' })
  const { query, action } = await prepare()
  t.strictSame(action, { search: 'old', replacement: 'new' })
  t.strictSame(await list(query), [
    {
      id: 'a.txt',
      display_name: 'a.txt',
      data: {
        before_sha256: hashOf('old old\n'),
        after_sha256: hashOf('new new\n'),
        replacements: 2,
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-old old\n+new new\n'
      }
    },
    {
      id: 'b/c.txt',
      display_name: 'b/c.txt',
      data: {
        before_sha256: hashOf('an old one\n'),
        after_sha256: hashOf('an new one\n'),
        replacements: 1,
        diff: '--- a/b/c.txt\n+++ b/b/c.txt\n@@ -1,1 +1,1 @@\n-an old one\n+an new one\n'
      }
    }
  ])
})

t.test('all pages together are the list, whatever their size', async t => {
  const { prepare, list } = await openBench(
    t,
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index % 6}/f${index}`, index % 2 ? 'old' : 'x']))
  )
  const { query } = await prepare()
  const all = ids(await list(query))
  t.equal(all.length, 20)
  for (const size of [1, 3, 20, 21]) t.strictSame(ids(await list(query, size)), all)
})

t.test('lists only files that match glob and not exclude', async t => {
  const { prepare, list } = await openBench(t, {
    'a.md': 'old',
    'docs/b.md': 'old',
    'docs/c.txt': 'old',
    'docs/skip/d.md': 'old',
    '.h/e.md': 'old'
  })
  t.strictSame(ids(await list((await prepare({ glob: '**/*.md', exclude: ['skip'] })).query)), ['a.md', 'docs/b.md'])
  t.strictSame(ids(await list((await prepare({ glob: '*', path: 'docs' })).query)), ['docs/b.md', 'docs/c.txt'])
  t.strictSame(ids(await list((await prepare({ glob: '**/*.md', include_hidden: true, exclude: ['docs'] })).query)), ['.h/e.md', 'a.md'])
})

t.test('skips links, binary files, and text that is not UTF-8', async t => {
  const { prepare, list, root } = await openBench(t, { 'a.txt': 'old', 'b.bin': 'old\0', 'c.txt': Buffer.from('old \xe9', 'latin1') })
  await symlink('a.txt', path.join(root, 'link.txt'))
  t.strictSame(ids(await list((await prepare()).query)), ['a.txt'])
})

t.test('the total is an estimate from the number of matching names', async t => {
  const { prepare, count } = await openBench(t, { 'a.txt': 'old', 'b.txt': '', 'c.md': '' })
  t.strictSame(await count((await prepare({ glob: '*.txt' })).query), { value: 2, relation: 'estimate' })
})

t.test('replaces literally, keeps line endings and modes', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old.\r\nold\r\n', 'run.sh': 'o.d old\n' })
  await chmod(path.join(root, 'run.sh'), 0o755)
  const { query, action } = await prepare({ search: 'old', replacement: '$& $1' })
  t.strictSame(outcomes(await execute(await list(query), action)), ['succeeded', 'succeeded'])
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), '$& $1.\r\n$& $1\r\n')
  t.equal(await readFile(path.join(root, 'run.sh'), 'utf8'), 'o.d $& $1\n')
  t.equal((await stat(path.join(root, 'run.sh'))).mode & 0o777, 0o755)
})

t.test('in a CRLF file, line breaks of both texts are CRLF', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'one\r\ntwo\r\n', 'b.txt': 'one\ntwo\n' })
  const { query, action } = await prepare({ search: 'one\ntwo', replacement: 'x\ny' })
  t.strictSame(outcomes(await execute(await list(query), action)), ['succeeded', 'succeeded'])
  t.strictSame(await snapshot(root), { 'a.txt': 'x\r\ny\r\n', 'b.txt': 'x\ny\n' })
})

t.test('a file that would exceed 10 MB is skipped with a warning', async t => {
  const { prepare, list, warnings } = await openBench(t, { 'a.txt': 'a'.repeat(1_000_000), 'b.txt': 'a' })
  const { query } = await prepare({ search: 'a', replacement: 'b'.repeat(100) })
  t.strictSame(ids(await list(query)), ['b.txt'])
  t.match(warnings, [/^a\.txt would become .* was skipped/])
})

t.test('a listed file that would exceed 10 MB fails and is left unchanged', async t => {
  const { prepare, lookUp, execute, root } = await openBench(t, { 'a.txt': 'a'.repeat(1_000_000) })
  const { query, action } = await prepare({ glob: undefined, search: 'a', replacement: 'b'.repeat(100) })
  t.strictSame(outcomes(await execute(await lookUp(['a.txt'], query), action)), ['file_too_large'])
  t.equal((await stat(path.join(root, 'a.txt'))).size, 1_000_000)
})

t.test('a second execution skips finished files: it is idempotent, even if the new text contains the old one', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old', 'b.txt': 'old' })
  const { query, action } = await prepare({ replacement: 'older' })
  const items = await list(query)
  t.strictSame(outcomes(await execute(items.slice(0, 1), action)), ['succeeded'])
  t.strictSame(outcomes(await execute(items, action)), ['skipped', 'succeeded'])
  t.strictSame(outcomes(await execute(items, action)), ['skipped', 'skipped'])
  t.strictSame(await snapshot(root), { 'a.txt': 'older', 'b.txt': 'older' })
})

t.test('a file that changed since is left alone; a deleted one is not found', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old', 'b.txt': 'old', 'c.txt': 'old', 'd.txt': 'old' })
  const { query, action } = await prepare()
  const items = await list(query)
  await writeFile(path.join(root, 'a.txt'), 'old, and theirs')
  await rm(path.join(root, 'b.txt'))
  await rm(path.join(root, 'c.txt'))
  await mkdir(path.join(root, 'c.txt'))
  const results = await execute(items, action)
  t.strictSame(outcomes(results), ['version_conflict', 'file_not_found', 'not_a_file', 'succeeded'])
  t.match(results[0], { item_id: 'a.txt', outcome: 'failed', error: { code: 'CONFLICT_ERROR' } })
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'old, and theirs')
})

t.test('files listed by ID are all included, and each gets its outcome', async t => {
  const { prepare, lookUp, execute, root } = await openBench(t, { 'a.txt': 'old', 'none.txt': 'x', 'b.bin': 'old\0' })
  const { query, action } = await prepare({ glob: undefined })
  const named = ['a.txt', './a.txt', 'none.txt', 'b.bin', 'absent.txt', '../secret', '.', path.join(root, 'none.txt')]
  const items = await lookUp(named, query)
  t.strictSame(ids(items), named)
  t.strictSame(outcomes(await execute(items, action)), [
    'succeeded',
    'skipped',
    'skipped',
    'not_text',
    'file_not_found',
    'outside_roots',
    'not_a_file',
    'skipped'
  ])
})

t.test('ids are relative to path', async t => {
  const { prepare, lookUp, execute, root } = await openBench(t, { 'a.txt': 'old', 'docs/a.txt': 'old' })
  const { query, action } = await prepare({ glob: undefined, path: 'docs' })
  const items = await lookUp(['a.txt'], query)
  t.strictSame(ids(items), ['a.txt'])
  t.strictSame(outcomes(await execute(items, action)), ['succeeded'])
  t.strictSame(await snapshot(root), { 'a.txt': 'old', docs: '(directory)', 'docs/a.txt': 'new' })
})

t.test('exclude and include_hidden are refused with ids', async t => {
  const { call } = await openDesk(t, { 'a.txt': 'old' })
  for (const more of [{ exclude: ['b'] }, { include_hidden: true }]) {
    const { status, error } = await call('bulk/replace_in_files', { search: 'old', replacement: 'new', ids: ['a.txt'], ...more })
    t.equal(status, 400)
    t.match(error.message, /can be combined with glob only/)
  }
})

t.test('an item without its plan is not changed', async t => {
  const { prepare, execute, root } = await openBench(t, { 'a.txt': 'old' })
  const { action } = await prepare()
  t.strictSame(outcomes(await execute([{ id: 'a.txt', display_name: 'a.txt' }], action)), ['version_conflict'])
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'old')
})

t.test("an item's stored data is at most 2 KB, and only the first ones have a diff", async t => {
  const wide = `${'\u0001"語'.repeat(500)} old\n`.repeat(30)
  const { prepare, list } = await openBench(
    t,
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${String(index).padStart(2, '0')}`, wide]))
  )
  const items = await list((await prepare()).query, 7)
  t.ok(items.every(({ data }) => Buffer.byteLength(JSON.stringify(data)) <= 2048))
  t.strictSame(
    items.map(({ data }) => typeof data === 'object' && data !== null && 'diff' in data),
    items.map((_, index) => index < 20)
  )
})

t.test('stops between two files when aborted', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old' })
  const { query, action } = await prepare()
  const stopped = await execute(await list(query), action, AbortSignal.abort(new Error('stop'))).catch(error => error)
  t.match(stopped, { name: 'OperationError', details: { outcome: 'not_executed' } }, 'no file was started')
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'old')
})

t.test('parameters are checked before anything is listed', async t => {
  const { prepare } = await openBench(t, { 'docs/a.txt': '' })
  const reason = (input: Record<string, unknown>): Promise<string> =>
    prepare(input).then(
      () => 'well',
      error => error.reason
    )
  t.equal(await reason({}), 'well')
  t.equal(await reason({ path: 'absent' }), 'file_not_found')
  t.equal(await reason({ path: '../elsewhere' }), 'outside_roots')
  t.equal(await reason({ path: 'docs/a.txt' }), 'not_a_directory')
  t.equal(await reason({ glob: '../*' }), 'invalid_field_value')
  t.equal(await reason({ replacement: '\ud800' }), 'invalid_field_value')
})

t.test('the pipeline refuses an input without glob and ids, one with both, and a replacement equal to the search text', async t => {
  const { call } = await openDesk(t)
  const texts = { search: 'old', replacement: 'new' }
  for (const input of [
    texts,
    { ...texts, glob: '*', ids: ['a'] },
    { glob: '*', search: 'x', replacement: 'x' },
    { ...texts, glob: '*', search: '' }
  ])
    t.equal((await call('bulk/replace_in_files', input)).status, 400)
})

t.test('over a thousand sandbox files, every one ends up right', async t => {
  const { root, prepare, list, execute } = await openBench(t, undefined)
  const before = await snapshot(root)
  t.equal(Object.values(before).filter(content => content !== '(directory)').length, 1201)
  const { query, action } = await prepare({ search: 'http://old.example.com', replacement: 'https://new.example.com' })
  const items = await list(query, 500)
  t.ok(items.length >= 1000)
  for (let at = 0; at < items.length; at += 50) {
    const results = await execute(items.slice(at, at + 50), action)
    if (results.some(({ outcome }) => outcome !== 'succeeded')) t.fail('not all succeeded')
  }
  const after = await snapshot(root)
  t.strictSame(Object.keys(after), Object.keys(before))
  t.ok(
    Object.entries(before).every(
      ([name, content]) => after[name] === content.replaceAll('http://old.example.com', 'https://new.example.com')
    )
  )
  t.strictSame(await list(query), [])
  t.notOk((await readdir(root, { recursive: true })).some(name => name.endsWith('.tmp')))
})

for (const [code, reason] of [
  ['ENOSPC', 'storage_full'],
  ['EMFILE', 'server_error'],
  ['EIO', 'server_error']
] as const)
  t.test(`${code} is not the failure of one file: it ends the turn`, async t => {
    const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old', 'b.txt': 'old' })
    const { query, action } = await prepare()
    const items = await list(query)
    const write = t.intercept(FILES, 'sync', { value: () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'fsync' })) })
    const error = await execute(items, action).catch(error => error)
    write.restore()
    t.match(error, { reason, details: { outcome: 'not_executed' } })
    t.strictSame(await snapshot(root), { 'a.txt': 'old', 'b.txt': 'old' })
  })

t.test('the confirmation message contains the shortened texts', async t => {
  const long = '😀'.repeat(2500)
  const text = adapter.message?.({ path: '.', glob: '*', search: long, replacement: `${long}x`, exclude: [], include_hidden: false }) ?? ''
  t.ok(text.length < 200)
  t.ok(text.isWellFormed())
})

t.test('undo restores every file, even if the new text occurred before, is empty, spans lines or occurs thousands of times', async t => {
  const files: Files = {
    'both.txt': 'new old new old new\n',
    'many.txt': 'old,'.repeat(5_000),
    'crlf.txt': 'old\r\nold\r\n',
    'bom.txt': '\ufeffold\n',
    'empty.txt': 'old'
  }
  for (const [search, replacement] of [
    ['old', 'new'],
    ['old', ''],
    ['old', 'o\nl\nd'],
    ['o', 'oo']
  ]) {
    const { root, prepare, list, execute, undo } = await openBench(t, files)
    const before = await snapshot(root)
    const { query, action } = await prepare({ search, replacement })
    const items = await list(query)
    const results = await execute(items, action)
    t.notSame(await snapshot(root), before)
    const kept = results.filter(({ before }) => JSON.stringify(before).length <= 2_048) // like the engine
    const left = ids(items).filter(id => !kept.some(({ item_id }) => item_id === id))
    t.strictSame(left, replacement === '' ? ['many.txt'] : [], `${search} with "${replacement}": too large to store`)
    const undone = await undo(
      items.filter(({ id }) => !left.includes(id)),
      kept,
      action
    )
    t.ok(undone.every(({ outcome }) => outcome === 'succeeded'))
    const now = await snapshot(root)
    for (const [name, text] of Object.entries(before)) if (!left.includes(name)) t.equal(now[name], text, name)
    t.same(outcomes(await undo(items.slice(0, 1), kept, action)), ['skipped'], 'a second undo changes nothing')
  }
})

t.test('undo leaves a file alone that changed since', async t => {
  const { root, prepare, list, execute, undo } = await openBench(t, { 'a.txt': 'old\n', 'b.txt': 'old\n' })
  const { query, action } = await prepare()
  const items = await list(query)
  const results = await execute(items, action)
  await writeFile(path.join(root, 'a.txt'), 'new, and more\n')
  t.same(outcomes(await undo(items, results, action)), ['version_conflict', 'succeeded'])
  t.same(await snapshot(root), { 'a.txt': 'new, and more\n', 'b.txt': 'old\n' })
})

t.test('reconcile finds the outcome by hashes; for a changed or deleted file it is unknown', async t => {
  const { prepare, list, execute, reconcile, root } = await openBench(t, { 'a.txt': 'old', 'b.txt': 'old', 'c.txt': 'old', 'd.txt': 'old' })
  const { query, action } = await prepare()
  const items = await list(query)
  await execute(items.slice(0, 1), action)
  await writeFile(path.join(root, 'c.txt'), 'theirs')
  await rm(path.join(root, 'd.txt'))
  const found = await reconcile([...items, { id: 'never.txt', display_name: 'never.txt', data: null }], action)
  t.strictSame(
    found.map(({ item_id, outcome }) => [item_id, outcome]),
    [
      ['a.txt', 'succeeded'],
      ['b.txt', 'not_attempted'],
      ['c.txt', 'unknown'],
      ['d.txt', 'unknown'],
      ['never.txt', 'not_attempted']
    ]
  )
})

t.test('a result found by reconcile can be undone if the new text occurs nowhere else, including line endings', async t => {
  const files = { 'a.txt': 'an old\n', 'b.txt': 'an old\r\nold\r\n', 'c.txt': 'old and new\n' }
  const { prepare, list, execute, reconcile, undo, root } = await openBench(t, files)
  const { query, action } = await prepare({ search: 'old\n', replacement: 'new\n' })
  const more = await list(query)
  t.strictSame(outcomes(await execute(more, action)), ['succeeded', 'succeeded'])
  t.strictSame(outcomes(await undo(more, await reconcile(more, action), action)), ['succeeded', 'succeeded'])
  t.strictSame(await snapshot(root), files)
  const again = await prepare({ search: 'old ', replacement: 'new ' })
  const whole = await list(again.query)
  await execute(whole, again.action)
  t.match(await reconcile(whole, again.action), [{ outcome: 'succeeded', before: { gaps: null } }])
})

t.test('a file whose work is stopped before the write counts as not attempted', async t => {
  const { prepare, list, execute, root } = await openBench(t, { 'a.txt': 'old' })
  const { query, action } = await prepare()
  const items = await list(query)
  const stop = new AbortController()
  const end = execute(items, action, stop.signal)
  stop.abort(new Error('stop'))
  await t.rejects(end, { name: 'OperationError', details: { outcome: 'not_executed' } })
  t.equal(await readFile(path.join(root, 'a.txt'), 'utf8'), 'old')
})

t.test('the preview foresees files that the gateway cannot write', async t => {
  const root = await newFolder(t)
  await putFiles(root, { 'open/a.txt': 'old', 'open/b.txt': 'old', 'locked/c.txt': 'old' })
  for (const name of ['open/a.txt', 'locked/c.txt']) await chmod(path.join(root, name), 0o666)
  await chmod(path.join(root, 'open/b.txt'), 0o444)
  for (const [name, mode] of [
    ['.', 0o777],
    ['open', 0o777],
    ['locked', 0o755]
  ] as const)
    await chmod(path.join(root, name), mode)
  const query = { path: '.', glob: '**/*', search: 'old', replacement: 'new', exclude: [], include_hidden: false }
  const foreseen = { outcome: 'failed', reason: 'the gateway cannot write the file or its directory' }
  const expected = [
    { id: 'locked/c.txt', foreseen },
    { id: 'open/a.txt', foreseen: undefined },
    { id: 'open/b.txt', foreseen }
  ]
  t.match(asUnprivilegedUser(root, 'nextFiles', query), { data: { items: expected } })
  const ids = expected.map(({ id }) => id)
  t.match(asUnprivilegedUser(root, 'lookUpFiles', { ids, query: { ...query, glob: null } }), { data: expected })
})

t.test('a file that contains the text and is not UTF-8 is reported', async t => {
  const root = await newFolder(t)
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  await putFiles(root, { 'a.txt': 'old', 'b.txt': latin('\xe9 old'), 'c.txt': latin('\xe9'), 'd.bin': 'old\0' })
  const query = { path: '.', glob: '**', search: 'old', replacement: 'new', exclude: [], include_hidden: false }
  const warnings: string[] = []
  const call = silentCall({ warn: text => warnings.push(text) })
  const { items } = await nextFiles(await openVolume(root), query, { size: 10, offset: 0, cursor: undefined }, call)
  t.match(items, [{ id: 'a.txt' }])
  t.strictSame(warnings, ['b.txt contains the text and bytes that are not UTF-8, and was skipped: use edit_file with encoding.'])
})
