import { spawn as launch } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import t from 'tap'
import type { ProgramResult, SpawnRequest } from '../../../src/contract/runtime.ts'
import { createRegistry } from '../../../src/lib/process/registry.ts'
import { createSpawn } from '../../../src/lib/process/spawn.ts'
import { MARK } from '../../../src/lib/process/tree.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { silentLog } from '../../helpers/bulk.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const folder = await temporaryFolder(t)
const register = createRegistry(path.join(folder, 'processes'), silentLog)
const spawn = createSpawn(register)

/** Runs a shell script of the test. */
const sh = (script: string, more: Partial<SpawnRequest> = {}): Promise<ProgramResult> =>
  spawn({
    program: '/bin/sh',
    args: ['-c', script],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal,
    ...more
  })

const texts = ({ lines }: ProgramResult, stream: string): string[] => lines.filter(line => line.stream === stream).map(({ text }) => text)

t.test('a program that ends by itself returns its exit code and its lines in order', async t => {
  const end = await sh('echo one; echo two >&2; sleep 0.1; echo three; exit 3')
  t.strictSame([end.exit_code, end.signal, end.ended, end.omitted_bytes], [3, null, 'itself', 0])
  t.strictSame(texts(end, 'stdout'), ['one', 'three'])
  t.strictSame(texts(end, 'stderr'), ['two'])
})

t.test('the output shows no secret of the arguments, even where nothing names it', async t => {
  const ticks: string[] = []
  const end = await sh('echo "Bad syntax: [s3cret-word]." >&2; printf "unfinished s3cret"; sleep 1.5; echo "-word"', {
    secrets: ['s3cret-word'],
    onTick: (_elapsed, tail) => void ticks.push(tail)
  })
  t.strictSame(texts(end, 'stderr'), ['Bad syntax: [[redacted]].'])
  t.strictSame(texts(end, 'stdout'), ['unfinished [redacted]'])
  t.notMatch(ticks.join(), 's3cret')
})

t.test('arguments reach the program byte for byte, without a shell', async t => {
  const hostile = ['; rm -rf x', '$(touch pwned)', '`id`', '*', '$HOME', "'", '"', '\\', 'a b', '', '|', '&&', 'ü\n\t']
  const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
  const end = await spawn({
    program: process.execPath,
    args: ['-e', script, '--', ...hostile],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal
  })
  t.strictSame(JSON.parse(texts(end, 'stdout')[0] ?? ''), hostile)
  t.notOk(existsSync(path.join(folder, 'pwned')))
})

t.test('neither lines nor characters that span chunks are split', async t => {
  const end = await sh("printf 'h\\303'; sleep 0.1; printf '\\251llo\\nwor'; sleep 0.1; printf 'ld\\r\\nlast'")
  t.strictSame(texts(end, 'stdout'), ['héllo', 'world', 'last'])
})

t.test('output over 10 MB is truncated and reported', async t => {
  const end = await sh('yes 0123456789012345678901234567890123456789012345678901234567890 | head -c 12000000; echo done >&2')
  const kept = texts(end, 'stdout').reduce((sum, text) => sum + text.length + 1, 0)
  t.ok(kept <= 10 * 1024 * 1024)
  t.equal(
    kept + end.omitted_bytes,
    12_000_000 + 2,
    'kept and omitted bytes add up; a truncated line ends separately, and so does the last one'
  )
  t.strictSame(texts(end, 'stderr'), ['done'])
  t.equal(end.exit_code, 0)
})

t.test('of an endless line, the start is kept, the rest counted, and only its end reported in the meantime', async t => {
  const tails: string[] = []
  const script = 'head -c 30000000 /dev/zero | tr "\\0" x; sleep 1.3'
  const { lines, omitted_bytes } = await sh(script, { onTick: (_, tail) => tails.push(tail) })
  const [line] = lines
  t.ok(line && line.text.length > 8_000_000 && line.text.length <= 10 * 1024 * 1024, `${line?.text.length}`)
  t.equal((line?.text.length ?? 0) + omitted_bytes, 30_000_001)
  t.ok(tails.length > 0 && tails.every(tail => tail.length <= 200), `${tails.map(tail => tail.length)}`)
})

t.test('a flood on stdout leaves room for the last lines of stderr', async t => {
  const flood = 'head -c 11000000 /dev/zero | tr "\\0" x | fold -w 100'
  const end = await sh(`${flood}; ${flood} >&2; echo >&2; echo "ERROR: boom" >&2; exit 1`)
  t.ok(end.omitted_bytes > 11_000_000)
  t.equal(texts(end, 'stderr').at(-1), 'ERROR: boom')
  t.ok(texts(end, 'stderr').length > 5_000, 'stderr has a share')
  t.ok(end.lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= 10 * 1024 * 1024)
})

t.test('a child that left the group and still prints is read for a while, and incomplete output is reported', async t => {
  const talker = (times: number): string =>
    `env -i setsid sh -c 'i=0; while [ $i -lt ${times} ]; do echo $i; i=$((i+1)); sleep 0.1; done' &`
  const heard = await sh(talker(8))
  t.strictSame([texts(heard, 'stdout').length, heard.cut_off], [8, false])
  const endless = await sh(talker(60))
  t.equal(endless.cut_off, true)
})

t.test('more than 64 KB of output do not block the program', async t => {
  const end = await sh('head -c 300000 /dev/zero | tr "\\0" x; echo')
  t.equal(texts(end, 'stdout')[0]?.length, 300_000)
})

t.test('a timeout keeps the output so far and ends the whole tree', async t => {
  const end = await sh('echo before; sleep 300 & sleep 300', { timeout_ms: 300 })
  t.equal(end.ended, 'timed_out')
  t.equal(end.exit_code, null)
  t.strictSame(texts(end, 'stdout'), ['before'])
})

t.test('cancelling a program ends its descendants, including those that left its group', async t => {
  const abort = new AbortController()
  const pids: string[] = []
  const script = 'echo $$; (sleep 300 & echo $!; wait) & setsid sh -c \'echo $$; trap "" TERM; sleep 300\' & wait'
  const ended = sh(script, {
    signal: abort.signal,
    onLine: ({ text }) => {
      if (pids.push(text) === 3) abort.abort()
    }
  })
  const end = await ended
  t.equal(end.ended, 'cancelled')
  t.equal(pids.length, 3)
  t.strictSame(pids.filter(isAlive), [])
})

t.test('a program that ignores SIGTERM is killed', async t => {
  const end = await sh('trap "" TERM; echo ready; while :; do sleep 0.05; done', { timeout_ms: 400 })
  t.strictSame([end.ended, end.signal], ['timed_out', 'SIGKILL'])
})

t.test('a program killed by another process has no exit code and no success', async t => {
  const end = await sh('kill -9 $$')
  t.strictSame([end.exit_code, end.signal, end.ended], [null, 'SIGKILL', 'killed'])
})

t.test('a process left behind with open pipes does not block the caller, and is ended', async t => {
  const end = await sh('sleep 300 & echo $!')
  t.equal(end.exit_code, 0)
  t.notOk(isAlive(texts(end, 'stdout')[0] ?? ''))
})

t.test('stdin is closed: a prompt gets end-of-file', async t => {
  const end = await sh('read -r word || echo "nobody answers"')
  t.strictSame(texts(end, 'stdout'), ['nobody answers'])
})

t.test('a missing program and a missing directory are reported differently', async t => {
  await t.rejects(sh('', { program: 'no-such-program-of-ours' }), { name: 'SpawnError', fault: 'program' })
  await t.rejects(sh('', { directory: path.join(folder, 'absent') }), { name: 'SpawnError', fault: 'directory' })
  await t.rejects(sh('', { program: folder }), { name: 'SpawnError', fault: 'program' }, 'a directory is not a program')
})

t.test('a NUL in an argument is refused before anything starts', async t => {
  await t.rejects(sh('', { args: ['a\0b'] }), { name: 'SpawnError', fault: 'arguments' })
})

t.test('a NUL in an environment variable is reported as one, not as a missing program', async t => {
  await t.rejects(sh('', { environment: { X: 'a\0b' } }), { name: 'SpawnError', fault: 'arguments' })
})

t.test('arguments that are too long are refused with a clear message', async t => {
  await t.rejects(sh('', { args: ['x'.repeat(3_000_000)] }), { name: 'SpawnError', fault: 'arguments' })
})

t.test('a program inherits PATH and HOME, and no secrets of the gateway', async t => {
  process.env['TRELLO_TOKEN'] = 'secret-of-the-gateway'
  const end = await sh('env', { environment: { GIVEN: 'yes' } })
  const names = texts(end, 'stdout').map(line => line.split('=')[0])
  t.ok(names.includes('PATH') && names.includes('HOME') && names.includes('GIVEN'))
  t.notMatch(texts(end, 'stdout').join('\n'), 'secret-of-the-gateway')
})

t.test('secrets are removed from the output', async t => {
  const secrets = [
    'ya29.a0AfH6SMBx-y_z',
    'refresh 1//0abcdefghijklmnop',
    '"access_token": "abc123"',
    'password=hunter2',
    'Authorization: Bearer abcdef'
  ]
  const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----\nafter'
  const end = await spawn({
    program: '/bin/cat',
    args: [await fileWith([...secrets, key].join('\n'))],
    directory: folder,
    timeout_ms: 60_000,
    signal: new AbortController().signal
  })
  const shown = texts(end, 'stdout').join('\n')
  for (const secret of ['a0AfH6', '0abcdefghij', 'abc123', 'hunter2', 'abcdef\n', 'MIIEvQ']) t.notMatch(shown, secret)
  t.match(shown, /password=\[redacted\]\n.*\n.*\n.*\n.*\nafter/)
})

t.test('output after the last line break is reported while the program runs', async t => {
  const tails: string[] = []
  await sh("printf 'Waiting for it...'; sleep 1.4; echo done", { onTick: (_, tail) => tails.push(tail) })
  t.equal(tails[0], 'Waiting for it...')
})

t.test('an aborted signal prevents the program from starting', async t => {
  const reason = new Error('too late')
  await t.rejects(sh('touch started', { signal: AbortSignal.abort(reason) }), reason)
  t.notOk(existsSync(path.join(folder, 'started')))
})

t.test('the registry lists a program while it runs', async t => {
  const running = sh('echo up; while [ ! -e listed ]; do sleep 0.05; done')
  await waitUntil(() => readdirSync(path.join(folder, 'processes')).length > 0, 'the program is registered')
  t.equal(readdirSync(path.join(folder, 'processes')).length, 1)
  writeFileSync(path.join(folder, 'listed'), '')
  await running
  t.equal(readdirSync(path.join(folder, 'processes')).length, 0)
})

t.test('a sweep leaves programs of a living gateway alone', async t => {
  const running = sh('echo up; while [ ! -e swept ]; do sleep 0.05; done; echo whole')
  await waitUntil(() => readdirSync(path.join(folder, 'processes')).length > 0, 'the program is registered')
  t.equal(await register.sweep(), 0)
  writeFileSync(path.join(folder, 'swept'), '')
  t.strictSame(texts(await running, 'stdout'), ['up', 'whole'])
})

t.test('a program whose gateway died before its pid was recorded is found by its mark', async t => {
  const mark = 'left-behind'
  const left = launch('sleep', ['300'], { env: { ...process.env, [MARK]: mark }, detached: true, stdio: 'ignore' })
  t.teardown(() => left.kill('SIGKILL'))
  const ended = once(left, 'exit')
  const owner = { pid: 2 ** 22 - 7, started: 'long ago' }
  await writeFile(path.join(folder, 'processes', `${mark}.json`), JSON.stringify({ host: hostname(), owner }))
  t.equal(await register.sweep(), 1)
  await ended
})

t.test('an entry of another host is removed once its program cannot run anymore', async t => {
  const file = path.join(folder, 'processes', 'foreign.json')
  await writeFile(file, JSON.stringify({ host: 'elsewhere', owner: { pid: 1, started: 'x' } }))
  await register.sweep()
  t.ok(existsSync(file), 'not yet')
  const past = new Date(Date.now() - 3 * 24 * 3_600_000)
  await utimes(file, past, past)
  await register.sweep()
  t.notOk(existsSync(file))
})

t.test('an invalid registry entry is skipped', async t => {
  const directory = path.join(folder, 'broken')
  await mkdir(directory)
  await writeFile(path.join(directory, 'x.json'), '{"host":')
  t.equal(await createRegistry(directory, silentLog).sweep(), 0)
  t.strictSame(await readdir(directory), ['x.json'])
})

let files = 0
async function fileWith(text: string): Promise<string> {
  const file = path.join(folder, `file-${files++}`)
  await writeFile(file, text)
  return file
}

/** A process that ended and was not reaped counts as ended. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
