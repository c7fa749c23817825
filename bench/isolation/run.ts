import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey } from '../../src/access/keys.ts'
import { startProcess } from '../../test/helpers/process.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { median, startServer } from '../lib/measure.ts'

const ROUNDS = 5
const CLIENTS = 4
const CALLS = 500
const PAUSE_MS = 2

/** What others do in the meantime. */
const CROWDS = {
  'half-open': '1,500 half-open sockets without a key, opened again when they are closed',
  streams: '1,500 event streams of one key',
  flood: '400 calls a second of a key at its limit'
} as const

/** The p50 and p99 of one key's calls while others misbehave, compared with before, in rounds. */
export async function benchIsolation(): Promise<string> {
  const ends: (() => unknown)[] = []
  const t = { teardown: (end: () => unknown) => void ends.unshift(end) }
  const root = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'a.txt'), 'old')
  const keys = {
    client: newKey({ id: 'client', scopes: ['filesystem:read'] }),
    wide: newKey({ id: 'wide', scopes: ['filesystem:write'], limits: { open_streams: 2_000 } }),
    spent: newKey({ id: 'spent', scopes: ['filesystem:read'], limits: { requests_per_minute: 1 } })
  }
  try {
    const redis = await startTestRedis(t)
    const { url } = await startProcess(t, {
      REDIS_URL: redis.url,
      TOOLGATE_DATA: mkdtempSync(path.join(tmpdir(), 'toolgate-bench-')),
      TOOLGATE_KEYS: JSON.stringify(Object.values(keys).map(({ entry }) => entry)),
      FILESYSTEM_ROOTS: root
    })
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    t.teardown(() => agent.destroy())
    const post = async (route: string, key: string, input: object): Promise<string> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const sent = request(`${url}${route}`, { method: 'POST', headers, agent }).end(JSON.stringify(input))
      const [response] = await once(sent, 'response')
      let text = ''
      for await (const chunk of response) text += String(chunk)
      return text
    }
    const times = async (): Promise<number[]> => {
      const all: number[] = []
      const client = async (): Promise<void> => {
        for (let number = 0; number < CALLS; number += 1) {
          const began = performance.now()
          await post('/v1/filesystem/read_file', keys.client.key, { file_path: 'a.txt' })
          all.push(performance.now() - began)
          await pause(PAUSE_MS)
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      return all.toSorted((a, b) => a - b)
    }
    const job = await post('/v1/filesystem/bulk/replace_in_files', keys.wide.key, { glob: '*', search: 'old', replacement: 'new' })
    const events = `/v1/jobs/${JSON.parse(job).data.id}/events`
    const crowd = await startServer(new URL('crowd.ts', import.meta.url), [url, events, keys.wide.key, keys.spent.key])
    t.teardown(crowd.close)
    for (let number = 0; number < 3; number += 1) await times()
    const figures: string[] = []
    for (const [name, what] of Object.entries(CROWDS)) {
      const rounds: { p50: number; p99: number; before: number; during: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await times()
        await crowd.perform(name)
        const during = await times()
        await crowd.perform('end')
        const [p50, p99] = [0.5, 0.99].map(part => [before, during].map(all => all[Math.floor(all.length * part)] ?? Number.NaN))
        const [quiet = 0, busy = 0] = p99 ?? []
        rounds.push({ p50: (p50?.[1] ?? 0) / (p50?.[0] ?? 1), p99: busy / quiet, before: quiet, during: busy })
      }
      const of = (key: keyof (typeof rounds)[number]): number => median(rounds.map(one => one[key]))
      figures.push(
        `${what}: p99 × ${of('p99').toFixed(2)} (${of('before').toFixed(1)} → ${of('during').toFixed(1)} ms; rounds ` +
          `${rounds.map(({ p99 }) => p99.toFixed(2)).join(' ')}), p50 × ${of('p50').toFixed(2)}`
      )
    }
    return `isolation: latency of another key: ${figures.join('; ')}`
  } finally {
    for (const end of ends) await end()
  }
}
