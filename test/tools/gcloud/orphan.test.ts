import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { makeStub } from '../../helpers/gcloud.ts'
import { startProcess } from '../../helpers/process.ts'
import { startTestRedis } from '../../helpers/redis.ts'

t.test(
  'a command that outlived its gateway is ended by the next one, and its job reports an unknown outcome',
  { timeout: 120_000 },
  async t => {
    const folder = await temporaryFolder(t)
    const redis = await startTestRedis(t)
    const stub = makeStub(path.join(folder, 'bin'))
    stub.does('(sleep 300 & echo $!; wait) & echo $$; wait')
    mkdirSync(path.join(folder, 'root'))
    const environment = {
      REDIS_URL: redis.url,
      TOOLGATE_DATA: path.join(folder, 'data'),
      GCLOUD_PATH: stub.path,
      FILESYSTEM_ROOTS: path.join(folder, 'root')
    }
    const first = await startProcess(t, environment)
    const body = JSON.stringify({ args: ['projects', 'list'], format: 'raw' })
    const made = await fetch(`${first.url}/v1/gcloud/start`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { data: job } = JSON.parse(await made.text())
    let pids: string[] = []
    for (let tries = 0; pids.length < 2 && tries < 2_400; tries++) {
      const { data } = JSON.parse(await (await fetch(`${first.url}/v1/jobs/${job.id}/output`)).text())
      pids = data.items.map(({ text }: { text: string }) => text)
      await sleep(50)
    }
    const gone = fetch(`${first.url}/v1/gcloud/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ args: ['config', 'list'] })
    }).catch(() => 'the gateway was killed')
    const history = async (url: string) => JSON.parse(await (await fetch(`${url}/v1/gcloud/history`)).text()).data.items
    const commands = [{ command: /^gcloud config list/ }, { command: /^gcloud projects list/ }]
    let listed = await history(first.url)
    for (let tries = 0; listed.length < 2 && tries < 2_400; tries++) {
      await sleep(50)
      listed = await history(first.url)
    }
    t.match(
      listed,
      commands.map(command => ({ ...command, state: 'running', success: false, exit_code: null }))
    )
    await first.kill('SIGKILL')
    t.equal(await gone, 'the gateway was killed')
    t.strictSame(pids.filter(isAlive).length, 2, 'both have outlived it')

    const second = await startProcess(t, environment)
    t.strictSame(pids.filter(isAlive), [], 'and are gone once another gateway runs')
    const interrupted = commands.map(command => ({ ...command, state: 'interrupted', success: false, exit_code: null, changes: false }))
    t.match(await history(second.url), interrupted, 'the history lists what it ran')
    // Every change of the job ends the wait, including those on the way to its end.
    const read = async () => JSON.parse(await (await fetch(`${second.url}/v1/jobs/${job.id}?wait=20`)).text()).data
    let ended = await read()
    while (ended.status !== 'completed') ended = await read()
    t.match(second.output(), /outlived its gateway/)
    t.match(ended, { status: 'completed', progress: { unknown: 1, succeeded: 0 }, errors: [{ reason: 'worker_lost', count: 1 }] })
  }
)

/** A process that ended and was not reaped counts as ended. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'))
  } catch {
    return false
  }
}
