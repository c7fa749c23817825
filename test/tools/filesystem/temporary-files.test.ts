import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { isTemporary } from '../../../src/tools/filesystem/client/temporary-files.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { openDesk } from '../../helpers/filesystem.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const LEFT = '.toolgate-0123456789abcdef.tmp'
const WRITER = path.join(import.meta.dirname, '../../helpers/file-writer.ts')

const temporariesIn = (folder: string): string[] => readdirSync(folder).filter(isTemporary)

/** Waits until nothing is left, up to a minute. */
async function left(folder: string): Promise<string[]> {
  for (let times = 0; times < 600 && temporariesIn(folder).length > 0; times++) await sleep(100)
  return temporariesIn(folder)
}

t.test('temporary files of a process killed while writing are removed at the next start', { timeout: 120_000 }, async t => {
  const folder = t.testdir({ root: { docs: {} } })
  const [root, notes] = [path.join(folder, 'root'), path.join(folder, 'notes')]
  const docs = path.join(root, 'docs')
  const writer = fork(WRITER, [root, notes])
  t.teardown(() => writer.kill('SIGKILL'))
  await once(writer, 'message')
  await waitUntil(() => temporariesIn(docs).length > 0, 'a temporary file exists')
  writer.kill('SIGSTOP') // so that it cannot finish
  const exit = once(writer, 'exit')
  if (temporariesIn(docs).length === 0) return t.comment('the write ended before the process was stopped')
  const volume = await openVolume(root, notes)
  await sleep(300)
  t.equal(temporariesIn(docs).length, 1, 'another process leaves files in use alone')
  writer.kill('SIGKILL')
  await exit
  t.equal(temporariesIn(docs).length, 1, 'the kill left it')
  await volume.temporaries.sweep()
  t.strictSame(temporariesIn(docs), [])
  t.strictSame(readdirSync(notes), [])
})

t.test('unreadable records, and those of other hosts, do no harm', async t => {
  const folder = t.testdir({ root: { [LEFT]: 'x', 'a.txt': 'x', '.toolgate-1111111111111111.tmp': 'x' }, notes: {} })
  const [root, notes] = [path.join(folder, 'root'), path.join(folder, 'notes')]
  const note = (id: string, entry: unknown): void => writeFileSync(path.join(notes, `${id}.json`), JSON.stringify(entry))
  note('0123456789abcdef', { host: `${hostname()}-other`, pid: 1, started: '1', path: path.join(root, LEFT) })
  note('1111111111111111', { host: hostname(), pid: 2 ** 30, started: '1', path: path.join(root, 'a.txt') })
  writeFileSync(path.join(notes, '2222222222222222.json'), '{"host"')
  const { temporaries } = await openVolume(root, notes)
  await temporaries.sweep()
  t.strictSame(
    readdirSync(root).toSorted(),
    [LEFT, '.toolgate-1111111111111111.tmp', 'a.txt'].toSorted(),
    'a record removes only a temporary file'
  )
  t.strictSame(readdirSync(notes), ['0123456789abcdef.json'])
  const old = new Date(Date.now() - 2 * 24 * 3_600_000)
  utimesSync(path.join(notes, '0123456789abcdef.json'), old, old)
  await temporaries.sweep()
  t.notOk(readdirSync(root).includes(LEFT))
})

t.test('no operation lists, reads or changes a temporary file', async t => {
  const { call, inRoot } = await openDesk(t, { 'docs/a.txt': 'text', [`docs/${LEFT}`]: 'text', [LEFT]: 'text' })
  mkdirSync(inRoot('.toolgate-fedcba9876543210.tmp'))
  for (const [operation, input] of [
    ['list_directory', { path: 'docs' }],
    ['list_directory', { path: '.' }],
    ['directory_tree', { path: '.' }],
    ['search_files', { text: 'text', include_hidden: true }],
    ['search_files', { glob: '**/*', include_hidden: true }]
  ] as const) {
    const { status, text, data } = await call(operation, input)
    t.equal(status, 200, operation)
    t.notMatch(text, /\.toolgate-/, operation)
    if (operation === 'list_directory') t.equal(data.total.value, data.items.length)
  }
  for (const [operation, input] of [
    ['read_file', { file_path: LEFT }],
    ['read_file', { file_path: `docs/../docs/${LEFT}` }],
    ['get_file_info', { path: LEFT }],
    ['get_file_info', { file_path: LEFT }],
    ['write_file', { file_path: LEFT, content: 'x' }],
    ['write_file', { file_path: '.toolgate-fedcba9876543210.tmp/x', content: 'x' }],
    ['edit_file', { file_path: LEFT, old_string: 'text', new_string: 'x' }],
    ['delete_file', { file_path: LEFT, confirm: true }],
    ['move_file', { source: LEFT, destination: 'b.txt', confirm: true }],
    ['move_file', { source: 'docs/a.txt', destination: '.toolgate-aaaaaaaaaaaaaaaa.tmp', confirm: true }],
    ['create_directory', { path: '.toolgate-aaaaaaaaaaaaaaaa.tmp' }]
  ] as const)
    t.ok((await call(operation, input)).status >= 400, `${operation} ${JSON.stringify(input)}`)
  t.match((await call('read_file', { file_path: LEFT })).error, { details: { reason: 'cannot_be_honoured', outcome: 'not_executed' } })
  t.equal(
    (await call('delete_file', { file_path: 'docs', recursive: true, confirm: true })).status,
    200,
    'a directory that contains one can be deleted'
  )
})

t.test('a gateway removes what an earlier one left when it first uses the files', async t => {
  const { call, root, inRoot } = await openDesk(t, { 'a.txt': 'x', [LEFT]: 'x' })
  const notes = inRoot('.data/filesystem/temporary')
  mkdirSync(notes, { recursive: true })
  writeFileSync(
    path.join(notes, '0123456789abcdef.json'),
    JSON.stringify({ host: hostname(), pid: 2 ** 30, started: '1', path: inRoot(LEFT) })
  )
  t.equal((await call('read_file', { file_path: 'a.txt' })).status, 200)
  t.strictSame(await left(root), [])
})
