import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Test } from 'tap'
import { type Answer, createWriter, type Link } from './memory-writer.ts'

interface Gateway {
  url: string
  child: ChildProcess
}

const WRITERS = 8

/**
 * Two gateways over one graph, and eight writers that add, end and delete; one gateway is killed halfway. The graph equals the accepted
 * writes.
 */
export async function memoryStorm(
  t: Test,
  { seconds, folder, database = '' }: { seconds: number; folder: string; database?: string }
): Promise<void> {
  const gateways = await Promise.all([start(t, folder, database), start(t, folder, database)])
  let alive: Gateway[] = gateways
  const call = async (name: string, input: object): Promise<Answer> => {
    const { url } = alive[Math.floor(Math.random() * alive.length)] ?? { url: '' }
    const answer = await fetch(`${url}/v1/operations/memory_${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input)
    })
    const body = await answer.text()
    return { status: answer.status, ...(body.startsWith('{') ? JSON.parse(body) : { text: body }) }
  }
  await Promise.all(gateways.map(({ url }) => fetch(`${url}/v1/memory/export`).then(answer => answer.text()))) // each has opened the graph
  const until = performance.now() + seconds * 1000
  const writers = Array.from({ length: WRITERS }, (_, number) => createWriter(number, call))
  const writing = writers.map(async writer => {
    while (performance.now() < until) await writer.act()
  })
  await new Promise(resolve => setTimeout(resolve, (seconds * 1000) / 2))
  const [killed, survivor] = gateways
  alive = survivor ? [survivor] : []
  killed?.child.kill('SIGKILL')
  await Promise.all(writing)
  const accepted = writers
    .flatMap(writer => writer.links())
    .map(lineOf)
    .toSorted()
  const kept = (await exported(alive[0]?.url ?? '')).toSorted()
  const totals = writers.reduce((sum, { counts }) => ({ acts: sum.acts + counts.acts, lost: sum.lost + counts.lost }), { acts: 0, lost: 0 })
  t.comment(`${totals.acts} operations, ${totals.lost} of them under way when the gateway was killed; ${kept.length} links are left`)
  t.ok(totals.acts > WRITERS, 'something was written')
  t.strictSame(kept, accepted)
}

const lineOf = ({ from, relation, to, valid_at, invalid_at }: Link): string => `${from} ${relation} ${to} ${valid_at} ${invalid_at}`

async function exported(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/v1/memory/export`)).text()
  return text
    .split('\n')
    .filter(line => line.includes('"kind":"link"'))
    .map(line => JSON.parse(line))
    .map(lineOf)
}

async function start(t: Test, folder: string, database: string): Promise<Gateway> {
  const program = path.join(import.meta.dirname, 'memory-gateway.ts')
  const child = spawn(process.execPath, [program, folder, database], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}
