import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { makeStub } from '../../helpers/gcloud.ts'
import { startProcess } from '../../helpers/process.ts'
import { startTestRedis } from '../../helpers/redis.ts'

t.test(
  'a command that outlived its gateway is ended by the next one, and its job says that nobody knows',
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
    for (let tries = 0; pids.length < 2 && tries < 300; tries++) {
      const { data } = JSON.parse(await (await fetch(`${first.url}/v1/jobs/${job.id}/output`)).text())
      pids = data.items.map(({ text }: { text: string }) => text)
      await sleep(50)
    }
    await first.kill('SIGKILL')
    t.strictSame(pids.filter(isAlive).length, 2, 'both have outlived it')

    const second = await startProcess(t, environment)
    t.strictSame(pids.filter(isAlive), [], 'and are gone once another runs')
    // Every change of the job answers the wait, also those on the way to its end.
    const read = async () => JSON.parse(await (await fetch(`${second.url}/v1/jobs/${job.id}?wait=20`)).text()).data
    let ended = await read()
    while (ended.status !== 'completed') ended = await read()
    t.match(second.output(), /outlived its gateway/)
    t.match(ended, { status: 'completed', progress: { unknown: 1, succeeded: 0 }, errors: [{ reason: 'worker_lost', count: 1 }] })
  }
)

/** A process that has ended and that nobody reaped is as good as gone. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid.trim()}/status`, 'utf8'))
  } catch {
    return false
  }
}
