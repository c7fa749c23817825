import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { openGateway } from '../../src/server/gateway.ts'
import { createLog } from '../../src/server/log.ts'
import { openJobStore } from '../../src/server/redis.ts'
import { environmentNames } from '../../src/systems/instances.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { silentLog } from '../helpers/bulk.ts'
import { dataFolder, kill9PrivateRedis } from '../helpers/private-redis.ts'

const CANARY = 'canary-of-the-erasure'
const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))

/** A gateway with its own Redis, in a folder whose files can be read. */
async function started(dataDir: string) {
  const roots = path.join(dataDir, 'roots')
  mkdirSync(roots, { recursive: true })
  writeFileSync(path.join(roots, `${CANARY}-file.txt`), `${CANARY}-content`)
  const known = { systems: catalog.tools.map(tool => tool.name), environment: catalog.tools.flatMap(environmentNames) }
  const env = { PORT: '0', TOOLGATE_DATA: path.join(dataDir, 'data'), FILESYSTEM_ROOTS: roots, FILESYSTEM_COMMANDS: 'sh' }
  const config = { ...loadConfig(env, known), port: 0 }
  const store = await openJobStore(config, silentLog)
  const log = createLog('error', { write: () => undefined })
  const gateway = await openGateway({ config, catalog, store, log, sandbox: undefined, version: '0.0.0' })
  const url = await gateway.listen()
  const close = async (): Promise<void> => {
    await gateway.close()
    await store.close()
  }
  const call = async (method: string, to: string, input?: object) => {
    const body = input && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
    const text = await (await fetch(url + to, { method, ...body })).text()
    return text === '' ? {} : JSON.parse(text)
  }
  return { close, call, store }
}

/** Redis may replace a file after the folder is listed. */
function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** The texts that the files of Redis contain. */
function onDisk(dataDir: string, texts: readonly string[]): string[] {
  const folder = path.join(dataDir, 'data/redis')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const bytes = files.map(({ parentPath, name }) => readIfPresent(path.join(parentPath, name)))
  return texts.filter(text => bytes.some(file => file.includes(text)))
}

async function becomesClean(dataDir: string, texts: readonly string[]): Promise<string[]> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(100)) if (onDisk(dataDir, texts).length === 0) return []
  return onDisk(dataDir, texts)
}

/** A program, a call and a bulk job, each with its own canaries; their ids, and the canaries that are on disk. */
async function jobsWithCanaries({ call, store }: Awaited<ReturnType<typeof started>>) {
  const program = await call('POST', '/v1/filesystem/execute_command', {
    args: ['sh', '-c', `echo ${CANARY}-output; sleep 1; exit 1`],
    confirm: true,
    yield_time_ms: 300
  })
  const read = await call('POST', '/v1/operations/filesystem_read_file', { path: `${CANARY}-file.txt`, mode: 'async' })
  const bulk = await call('POST', '/v1/filesystem/bulk/replace_in_files', {
    glob: `${CANARY}-*`,
    search: `${CANARY}-content`,
    replacement: `${CANARY}-replaced`
  })
  const ids: string[] = [program.data.job_id, read.data.id ?? read.metadata?.job_id, bulk.data.id]
  for (const id of ids) await call('GET', `/v1/jobs/${id}?wait=20&until=idle`)
  const sealed = await store.client.get(`tg:{job:${program.data.job_id}}:payload`)
  return { ids, texts: [CANARY, String(sealed)] }
}

t.test('the data of a deleted job is erased from the files of the private Redis', async t => {
  const dataDir = dataFolder(t)
  const redisFolder = path.join(dataDir, 'data')
  const gateway = await started(dataDir)
  t.teardown(() => kill9PrivateRedis(redisFolder))
  t.teardown(gateway.close)
  const { ids, texts } = await jobsWithCanaries(gateway)
  t.strictSame(onDisk(dataDir, texts), texts, 'it was there')
  for (const id of ids) await gateway.call('POST', `/v1/jobs/${id}/cancel`, {})
  for (const id of ids) t.notOk((await gateway.call('DELETE', `/v1/jobs/${id}`)).error)
  t.strictSame(await becomesClean(dataDir, texts), [])

  const again = await jobsWithCanaries(gateway)
  for (const id of again.ids) await gateway.call('POST', `/v1/jobs/${id}/cancel`, {})
  for (const id of again.ids) await gateway.call('DELETE', `/v1/jobs/${id}`)
  await gateway.close()
  t.strictSame(onDisk(dataDir, again.texts), [], 'a gateway that stops at once erases it first')

  const other = await started(dataDir)
  t.teardown(other.close)
  const third = await jobsWithCanaries(other)
  for (const id of third.ids) await other.call('POST', `/v1/jobs/${id}/cancel`, {})
  for (const id of third.ids) await other.call('DELETE', `/v1/jobs/${id}`)
  await kill9PrivateRedis(redisFolder)
  t.strictSame(await becomesClean(dataDir, third.texts), [], 'after Redis was killed and restarted')
  await other.close()
  t.strictSame(onDisk(dataDir, [...texts, ...again.texts, ...third.texts]), [])
})
