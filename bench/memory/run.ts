import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { newKey } from '../../src/access/keys.ts'
import { median, type Server, startServer } from '../lib/measure.ts'
import { anyObject, commonWord, fillGraph, rareWord, writeAnchorFile } from './graph.ts'
import { startReferenceServer } from './reference-server.ts'

const LINKS = 1_000_000
const REFERENCE_LINKS = 100_000
const WRITERS = 64
const ADDED = 6000

interface Graph {
  get: (path: string) => Promise<number>
  /** Adds links by simultaneous callers. Returns links per second, and CPU milliseconds of the gateway per link. */
  add: (count: number) => Promise<{ rate: number; cpu: number }>
  memory: () => Promise<number>
}

/** Reads, searches and adds with a million links; then reads with a hundred thousand, compared with the reference server on the same graph. */
export async function benchMemory(): Promise<string> {
  const many = await withGraph(LINKS, measure)
  const few = await withGraph(REFERENCE_LINKS, compareWithReference)
  return `memory: ${many}\nmemory: ${few}`
}

async function withGraph(links: number, work: (graph: Graph, folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-memory-'))
  await fillGraph(folder, 'bench', links)
  const { key, entry } = newKey({ id: 'bench', scopes: ['memory:write'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, folder])
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const timed = async (path: string, init: object): Promise<number> => {
    const started = performance.now()
    const response = await fetch(`${server.url}${path}`, { headers, ...init })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return performance.now() - started
  }
  const graph: Graph = {
    get: path => timed(path, {}),
    add: count => addLinks(server, headers, count),
    memory: server.memory
  }
  try {
    return await work(graph, folder)
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const object = (links: number): string => `/v1/memory/object?name=${encodeURIComponent(anyObject(links))}`
const search = (word: string): string => `/v1/memory/search?query=${word}`

async function measure(graph: Graph, folder: string): Promise<string> {
  const times = async (count: number, path: () => string): Promise<number> => median(await inTurn(count, () => graph.get(path())))
  await times(50, () => object(LINKS))
  const get = await times(500, () => object(LINKS))
  const rare = await times(100, () => search(rareWord()))
  const common = await times(100, () => search(commonWord()))
  const free = await healthWhile(graph, () => Promise.all([1, 2, 3, 4].map(() => inTurn(40, () => graph.get(search(commonWord()))))))
  const { rate, cpu } = await graph.add(ADDED)
  const size = statSync(path.join(folder, 'memory/default.sqlite')).size
  return [
    `at 1,000,000 links get_object p50 ${get.toFixed(1)} ms`,
    `search p50 ${rare.toFixed(1)} ms (1,000 matches), ${common.toFixed(1)} ms (20,000 matches)`,
    `/healthz p99 ${free.toFixed(1)} ms while four callers search`,
    `add_link ${rate.toFixed(0)}/s by ${WRITERS} callers, ${cpu.toFixed(2)} ms CPU each`,
    `file ${(size / 1024 ** 2).toFixed(0)} MB, process ${((await graph.memory()) / 1024 ** 2).toFixed(0)} MB`
  ].join('; ')
}

async function compareWithReference(graph: Graph, folder: string): Promise<string> {
  const file = path.join(folder, 'reference.jsonl')
  writeAnchorFile(file, REFERENCE_LINKS)
  const reference = await startReferenceServer(folder, file)
  try {
    const [ours, theirs]: [number[], number[]] = [[], []]
    await inTurn(20, () => graph.get(object(REFERENCE_LINKS)))
    for (let round = 0; round < 25; round++) {
      ours.push(...(await inTurn(10, () => graph.get(object(REFERENCE_LINKS)))))
      const started = performance.now()
      await reference.openNode(anyObject(REFERENCE_LINKS))
      theirs.push(performance.now() - started)
    }
    const [a, b] = [median(ours), median(theirs)]
    return `at 100,000 links get_object takes ${a.toFixed(1)} ms, open_nodes of @modelcontextprotocol/server-memory ${b.toFixed(0)} ms: ${(b / a).toFixed(0)} × as fast`
  } finally {
    reference.close()
  }
}

async function inTurn<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let at = 0; at < count; at++) done.push(await work(at))
  return done
}

async function addLinks(server: Server, headers: Record<string, string>, amount: number) {
  let number = 0
  const setupRequest = (request: object) => {
    number++
    const link = { from: `new ${number % WRITERS}`, relation: 'is beside', to: `thing ${number}` }
    return { ...request, body: JSON.stringify(link) }
  }
  const before = await server.cpu()
  const requests = [{ method: 'POST' as const, path: '/v1/memory/links', headers, setupRequest }]
  const { duration, errors, non2xx } = await autocannon({ url: server.url, connections: WRITERS, amount, requests })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} links were not added`)
  return { rate: amount / duration, cpu: ((await server.cpu()) - before) / 1000 / amount }
}

/** The 99th percentile of the response time of /healthz. */
async function healthWhile(graph: Graph, work: () => Promise<unknown>): Promise<number> {
  let over = false
  const times: number[] = []
  const asking = (async () => {
    for (; !over; await sleep(5)) times.push(await graph.get('/healthz'))
  })()
  await work()
  over = true
  await asking
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
