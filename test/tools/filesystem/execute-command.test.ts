import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'

const folder = await temporaryFolder(t)
const roots = path.join(folder, 'root')
await mkdir(path.join(roots, 'sub'), { recursive: true })
await mkdir(path.join(folder, 'root-evil'))
await symlink(path.join(folder, 'root-evil'), path.join(roots, 'link'))
const environment = { FILESYSTEM_COMMANDS: 'echo,sh,env,no-such-program-of-ours', TRELLO_TOKEN: 'secret-of-the-gateway' }
const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data'), environment })
const off = await startGateway(t, { roots, dataDirectory: path.join(folder, 'off') })

async function post(to: string, input: object, gateway = url, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${gateway}${to}`, { method: 'POST', headers, body: JSON.stringify(input), ...(signal && { signal }) })
  return { status: answer.status, ...JSON.parse(await answer.text()) }
}
const execute = (input: object) => post('/v1/filesystem/execute_command', { confirm: true, ...input })
const sh = (script: string, more: object = {}) => execute({ args: ['sh', '-c', script], ...more })

t.test('print: an allowed program runs and leaves no job behind', async t => {
  const { status, data } = await execute({ args: ['echo', 'hello'] })
  t.match({ status, data }, { status: 200, data: { running: false, success: true, exit_code: 0, output: 'hello', job_id: null } })
  const jobs = JSON.parse(await (await fetch(`${url}/v1/jobs`)).text())
  t.strictSame(jobs.data.items, [])
})

t.test('is disabled unless programs are configured', async t => {
  const { status, error } = await post('/v1/filesystem/execute_command', { args: ['echo'], confirm: true }, off.url)
  t.match({ status, error }, { status: 503, error: { code: 'CONFIGURATION_ERROR', details: { reason: 'configuration_missing' } } })
})

t.test('while disabled, no confirmation is requested, and check reports why', async t => {
  const { status, error } = await post('/v1/filesystem/execute_command', { args: ['echo'] }, off.url)
  t.match({ status, error }, { status: 503, error: { details: { reason: 'configuration_missing' } } })
  const { data } = await post('/v1/operations/filesystem_execute_command/check', { args: ['echo'] }, off.url)
  t.match(data, { allowed: false, needs_confirmation: false, refusal: /disabled/, message: 'Run `echo`.' })
  t.match((await post('/v1/operations/filesystem_execute_command/check', { args: ['echo'] })).data, {
    allowed: true,
    needs_confirmation: true
  })
})

t.test("the seed's alias accepts its JSON", async t => {
  const { data } = await post('/v1/operations/grz_execute_command', { command: "echo 'a  b' c", timeout_seconds: 5, confirm: true })
  t.match(data, { success: true, exit_code: 0, output: 'a  b c' })
})

t.test('a program that is not allowed is refused, however it is written', async t => {
  for (const program of ['ls', '/bin/echo', '../echo', 'echo ', './echo', 'ECHO'])
    t.match(await execute({ args: [program] }), { status: 403, error: { details: { reason: 'command_denied' } } }, program)
})

t.test('waits for a confirmation that shows the command', async t => {
  const { status, error } = await post('/v1/filesystem/execute_command', { args: ['echo', 'a b'] })
  t.match({ status, error }, { status: 428, error: { details: { would_do: "Run `echo 'a b'`." } } })
})

t.test('there is no shell: metacharacters are refused in command and literal in args', async t => {
  t.match(await execute({ command: 'echo a; touch pwned' }), { status: 400 })
  t.match(await execute({ args: ['echo', 'a; touch pwned', '$(id)', '*'] }), { data: { output: 'a; touch pwned $(id) *' } })
  t.notOk(existsSync(path.join(roots, 'pwned')))
})

t.test('the working directory must be inside the roots (command pitfall 10)', async t => {
  t.match(await sh('basename "$PWD"', { working_directory: 'sub' }), { data: { output: 'sub' } })
  for (const working_directory of ['..', '../root-evil', '/etc', 'link', path.join(folder, 'root-evil')]) {
    const { status, error } = await sh('echo in', { working_directory })
    t.match({ status, error }, { status: 403, error: { details: { reason: 'outside_roots' } } }, working_directory)
    t.notMatch(error.message, folder === working_directory ? 'x' : `${folder}/data`)
  }
  t.match(await sh('echo in', { working_directory: 'absent' }), { status: 404, error: { details: { reason: 'file_not_found' } } })
})

t.test('a missing program and a missing directory are reported differently', async t => {
  const { data } = await execute({ args: ['no-such-program-of-ours'] })
  t.match(data, { success: false, error: /not installed/ })
})

t.test('an exit code other than 0 is success false, not an error of the call', async t => {
  t.match(await sh('echo out; echo err >&2; exit 3'), { status: 200, data: { success: false, exit_code: 3, output: /err/ } })
  t.match(await sh('kill -9 $$'), { data: { success: false, exit_code: null, signal: 'SIGKILL' } })
})

t.test('more than 64 KB of output do not block the program (command pitfall 10)', async t => {
  const { data } = await sh('head -c 200000 /dev/zero | tr "\\0" x')
  t.equal(data.output.length, 200_000)
})

t.test('a timeout keeps the output so far and ends the whole process tree (command pitfall 10)', async t => {
  const { data } = await sh('echo $$; (sleep 300 & wait) & sleep 300', { timeout_seconds: 1 })
  t.match(data, { success: false, timed_out: true, exit_code: null })
  t.notOk(isAlive(data.output))
})

t.test('a program that exceeds yield_time_ms continues as a job that can be cancelled', async t => {
  const { data } = await sh('echo started; exec sleep 300', { yield_time_ms: 500, timeout_seconds: 300 })
  t.match(data, { running: true, success: null, output: /^(started)?$/, job_id: String })
  const printed = async () => (await fetch(`${url}/v1/jobs/${data.job_id}/output`)).text()
  while (!(await printed()).includes('started')) await sleep(100)
  const cancelled = await post(`/v1/jobs/${data.job_id}/cancel`, {})
  t.equal(cancelled.status, 200)
  const { data: job } = JSON.parse(await (await fetch(`${url}/v1/jobs/${data.job_id}?wait=10&until=ended`)).text())
  t.match(job, { status: 'cancelled', kind: 'process', operation: 'filesystem_execute_command' })
})

t.test('secrets of the gateway are not in the environment of the program (command pitfall 10)', async t => {
  process.env['TRELLO_TOKEN'] = 'secret-of-the-gateway'
  const { data } = await execute({ args: ['env'] })
  t.notMatch(data.output, 'secret-of-the-gateway')
})

t.test('a NUL is refused with a clear message (command pitfall 10)', async t => {
  t.match(await execute({ args: ['echo', 'a\0b'] }), { status: 400, error: { details: { reason: 'invalid_field_value' } } })
})

t.test('nothing is left in the registry of running programs', async t => {
  t.strictSame(readdirSync(path.join(folder, 'data/processes')), [])
})

function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'))
  } catch {
    return false
  }
}
