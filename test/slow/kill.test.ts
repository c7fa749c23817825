import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type { Job } from '../../src/contract/job.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { type GatewayProcess, startProcess } from '../helpers/process.ts'
import { readUntil } from '../helpers/wait-until.ts'

const json = { 'content-type': 'application/json' }

async function jobFrom(work: Promise<Response>): Promise<Job> {
  const { data } = (await (await work).json()) as { data: Job }
  return data
}

const post = ({ url }: GatewayProcess, route: string, body: unknown): Promise<Response> =>
  fetch(`${url}/v1/${route}`, { method: 'POST', headers: json, body: JSON.stringify(body) })

const jobOf = ({ url }: GatewayProcess, id: string): Promise<Job> => jobFrom(fetch(`${url}/v1/jobs/${id}`))

async function pidOfRedis(data: string): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-f', path.join(data, 'redis')])
  return Number(stdout.trim().split('\n')[0])
}

const until = (gateway: GatewayProcess, id: string, holds: (job: Job) => boolean): Promise<Job> =>
  readUntil(() => jobOf(gateway, id), holds, String(holds), 300_000)

t.test(
  'after gateway and Redis are killed in the middle of a job over a thousand files, the job continues and every file is correct',
  async t => {
    const data = await temporaryFolder(t)
    const files = path.join(data, 'sandbox/files')
    const first = await startProcess(t, { TOOLGATE_DATA: data }, ['--sandbox'])
    const { id } = await jobFrom(
      post(first, 'filesystem/bulk/replace_in_files', { glob: '**/*', search: 'old.example.com', replacement: 'new.example.com' })
    )
    const planned = await until(first, id, job => job.status === 'awaiting_confirmation')
    const total = planned.preview?.total.value ?? 0
    t.ok(total >= 1000, `${total} files`)
    await post(first, `jobs/${id}/confirm`, { confirm_token: planned.confirm_token })
    const before = await until(first, id, job => job.progress.done >= 1)
    const redis = await pidOfRedis(data)
    process.kill(redis, 'SIGKILL')
    await first.kill('SIGKILL')
    t.equal(before.status, 'running')

    const second = await startProcess(t, { TOOLGATE_DATA: data }, ['--sandbox'])
    const survived = await jobOf(second, id)
    t.ok(survived.progress.done < total, `killed with ${survived.progress.done} of ${total} done`)
    const { progress } = await until(second, id, job => job.status === 'completed')
    t.equal(progress.succeeded + progress.skipped, total, 'every item is done, none failed, none unknown')
    const texts = await Promise.all(
      globSync('**/*', { cwd: files, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => readFile(path.join(entry.parentPath, entry.name), 'latin1'))
    )
    t.notOk(
      texts.some(text => text.includes('old.example.com')),
      'no file contains the old text'
    )
    t.equal(texts.filter(text => text.includes('new.example.com')).length, total, 'and each of them contains the new one')
  }
)
