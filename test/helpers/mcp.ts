import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Test } from 'tap'

export const ERAS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const

export interface ConnectOptions {
  key?: string
  /** Headers of each request. Default: `authorization` with the key. */
  headers?: Record<string, string>
  capabilities?: ClientCapabilities
  /** Default: the newest that both sides support. */
  era?: (typeof ERAS)[number]
  /** Query of the URL, such as `?pack=web`. */
  query?: string
  /** Called when the gateway notifies that its tools have changed. */
  onToolsChanged?: () => void
}

/** The official client, connected to the gateway at that URL; closed with the test. */
export async function connect(
  t: Pick<Test, 'teardown'>,
  url: string,
  { key, headers = bearer(key), capabilities = {}, era = '2026-07-28', query = '', onToolsChanged }: ConnectOptions = {}
): Promise<Client> {
  const modern = era === '2026-07-28'
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities,
      ...(onToolsChanged && { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } } }),
      ...(modern ? { versionNegotiation: { mode: { pin: era } } } : { supportedProtocolVersions: [era] })
    }
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, url), { requestInit: { headers } }))
  t.teardown(() => client.close())
  return client
}

const bearer = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` })

export interface RpcOptions {
  key?: string
  capabilities?: object
}

const META = 'io.modelcontextprotocol'

/** Sends one request of 2026-07-28 without the official client. */
// biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
export async function rpc(url: string, method: string, params: Record<string, unknown>, options: RpcOptions = {}): Promise<any> {
  const { key, capabilities = {} } = options
  const _meta = {
    [`${META}/protocolVersion`]: '2026-07-28',
    [`${META}/clientInfo`]: { name: 'test', version: '1' },
    [`${META}/clientCapabilities`]: capabilities
  }
  const named = params['name'] ?? params['taskId'] ?? params['uri']
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof named === 'string' && { 'mcp-name': named }),
    ...(key !== undefined && { authorization: `Bearer ${key}` })
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  return JSON.parse(await (await fetch(`${url}/mcp`, { method: 'POST', headers, body })).text())
}
