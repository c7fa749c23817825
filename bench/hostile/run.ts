import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { type Server, startServer } from '../lib/measure.ts'

const ROUNDS = 9
const TEN_MB = 10 * 1024 * 1024

const call = (input: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"filesystem_search_files","arguments":${input}}}`

/** Bodies that once blocked the gateway for seconds, and a large legitimate one. */
const BODIES: readonly [name: string, path: string, body: string, status: number][] = [
  ['5 million items, REST', '/v1/filesystem/search_files', `{"glob":"*","exclude":[${'1,'.repeat(TEN_MB / 2 - 20)}1]}`, 413],
  ['5 million items, MCP', '/mcp', call(`{"glob":"*","exclude":[${'1,'.repeat(TEN_MB / 2 - 200)}1]}`), 400],
  ['2 million levels, MCP', '/mcp', call(`{"glob":${'['.repeat(2_000_000)}}`), 400],
  ['49,000 items, REST', '/v1/filesystem/search_files', `{"glob":"*","exclude":[${'1,'.repeat(49_000)}1]}`, 400],
  ['12,000 unknown names, REST', '/v1/filesystem/search_files', unknownNames(12_000), 400],
  ['240 KB of text that is not a pattern, REST', '/v1/filesystem/search_files', `{"glob":"${'*'.repeat(240_000)}"}`, 400],
  ['10 MB without the scope, REST', '/v1/filesystem/delete_file', `{"file_path":"${'x'.repeat(TEN_MB - 100)}"}`, 403]
]

function unknownNames(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`name_${key}`, 1])))
}

/** `npm run bench -- hostile`: CPU milliseconds of the gateway's process for each body, median of nine. */
export async function benchHostile(): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'toolgate-hostile-'))
  const { key, entry } = newKey({ id: 'bench', scopes: ['filesystem:write'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, root])
  try {
    const rows: string[] = []
    for (const [name, route, body, status] of BODIES)
      rows.push(`${name}: ${(await costOf(server, key, route, body, status)).toFixed(0)} ms`)
    return `hostile bodies, CPU of the gateway: ${rows.join('; ')}`
  } finally {
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

async function costOf(server: Server, key: string, route: string, body: string, expected: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.cpu()
    const { status } = await fetch(`${server.url}${route}`, { method: 'POST', headers, body })
    if (status !== expected) throw new Error(`${route} responded ${status}, not ${expected}`)
    costs.push((await server.cpu()) - before)
  }
  return (costs.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0) / 1000
}
