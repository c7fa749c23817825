import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Test } from 'tap'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import type { JobSettings } from '../../src/jobs/settings.ts'
import { alice, type BulkFixture, startBulk, until } from './bulk.ts'
import { countedActions } from './bulk-actions.ts'

/**
 * Counts, for each item, how often it was requested. It responds a little later, so that kills occur in between. It refuses the first
 * request of each item in `refused`, and does not count it.
 */
export async function countingServer(t: Test, refused = new Set<string>()): Promise<{ base: string; counts: Map<string, number> }> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    if (refused.delete(id)) return void response.writeHead(503).end()
    counts.set(id, (counts.get(id) ?? 0) + 1)
    setTimeout(() => response.end(), 3)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const address = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${address.port}`, counts }
}

export async function startProcess(
  t: Test,
  redisUrl: string,
  base: string,
  settings: Partial<JobSettings> = {},
  webhookPort?: number,
  nodeOptions: string[] = []
): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, 'bulk-worker.ts')
  const words = [redisUrl, base, JSON.stringify(settings), ...(webhookPort === undefined ? [] : [String(webhookPort)])]
  const child = spawn(process.execPath, [...nodeOptions, program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

export async function setUp(
  t: Test,
  name: string,
  many: number,
  refused?: Set<string>
): Promise<BulkFixture & { id: string; base: string; counts: Map<string, number>; action: BulkAdapter }> {
  const { base, counts } = await countingServer(t, refused)
  const actions = countedActions(base)
  const action = actions.find(one => one.name === name)
  if (!action) throw new Error(`There is no action ${name}`)
  const fixture = await startBulk(t, actions, { worker: false })
  const lister = fixture.startWorker()
  const { id } = await fixture.jobs.create(fixture.request(action, { input: { many } }))
  await until(fixture.jobs, id, ['awaiting_confirmation'])
  await lister.close()
  return { ...fixture, base, counts, action, id }
}

export const confirm = async ({ jobs, id }: Pick<BulkFixture, 'jobs'> & { id: string }): Promise<void> => {
  const { confirm_token } = await jobs.get(alice, id)
  await jobs.confirm(alice, id, confirm_token ?? '')
}

export const doneTwice = (counts: Map<string, number>): string[] => [...counts].filter(([, times]) => times > 1).map(([id]) => id)
