import { newKey } from '../../src/access/keys.ts'
import { compare, type Load } from '../lib/compare.ts'
import { median, type Server, startServer } from '../lib/measure.ts'

const PIPELINE = new URL('../pipeline/gateway.ts', import.meta.url)
const INPUT = { project_id: 7, state: 'opened', limit: 50 }
const LISTS = 40

/** tools/call compared with a bare handler on the official low-level server, a call by name compared with plain REST, and the time of the whole list. */
export async function benchMcp(rounds: number): Promise<string> {
  const { key, entry } = newKey({ id: 'bench', scopes: ['*'] })
  const authorization = `Bearer ${key}`
  const [ours, bare, whole] = await Promise.all([
    startServer(PIPELINE, [entry.hash]),
    startServer(new URL('bare.ts', import.meta.url)),
    startServer(new URL('whole.ts', import.meta.url), [entry.hash])
  ])
  try {
    const named = await compare(ours, ours, { path: '/v1/operations/bench_list_things', ...posted(INPUT, { authorization }) }, rounds, {
      path: '/v1/bench/projects/7/things?state=opened&limit=50',
      headers: { authorization },
      connections: 10,
      requests: 10_000
    })
    const call = await compare(
      ours,
      bare,
      { path: '/mcp', ...rpc('tools/call', { name: 'bench_list_things', arguments: INPUT }, authorization) },
      rounds
    )
    const { p50, cpu, bytes, pages } = await listAll(whole, authorization)
    return [
      `mcp: call by name ${named.ratio.toFixed(2)} of plain REST's speed (${named.ours.toFixed(0)} µs compared with ${named.bare.toFixed(0)} µs of CPU per request)`,
      `mcp: tools/call ${call.ratio.toFixed(2)} of a bare handler's speed (${call.ours.toFixed(0)} µs compared with ${call.bare.toFixed(0)} µs of CPU per request)`,
      `mcp: tools/list of the whole catalog ${p50.toFixed(1)} ms (median; ${cpu.toFixed(1)} ms of CPU, ${pages} pages, ${(bytes / 1024).toFixed(0)} KiB)`
    ].join('\n')
  } finally {
    for (const server of [ours, bare, whole]) server.close()
  }
}

const posted = (body: object, headers: Record<string, string>): Omit<Load, 'path'> => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
  connections: 10,
  requests: 10_000
})

function rpc(method: string, params: Record<string, unknown>, authorization: string): Omit<Load, 'path'> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  return posted(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      authorization,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] })
    }
  )
}

/** Reads every page, one after the other, as a client does. */
async function listAll(whole: Server, authorization: string): Promise<{ p50: number; cpu: number; bytes: number; pages: number }> {
  const times: number[] = []
  let before = 0
  let [bytes, pages] = [0, 0]
  for (let run = -3; run < LISTS; run++) {
    if (run === 0) before = await whole.cpu()
    const started = performance.now()
    let cursor: string | undefined
    ;[bytes, pages] = [0, 0]
    do {
      const { body = '', headers = {} } = rpc('tools/list', cursor === undefined ? {} : { cursor }, authorization)
      const text = await (await fetch(`${whole.url}/mcp`, { method: 'POST', headers, body })).text()
      cursor = /"nextCursor":"(\w+)"/.exec(text)?.[1]
      bytes += text.length
      pages += 1
    } while (cursor !== undefined)
    if (run >= 0) times.push(performance.now() - started)
  }
  return { p50: median(times), cpu: ((await whole.cpu()) - before) / LISTS / 1000, bytes, pages }
}
