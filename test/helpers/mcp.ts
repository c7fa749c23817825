import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Test } from 'tap'

export const ERAS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const

export interface ConnectOptions {
  key?: string
  capabilities?: ClientCapabilities
  /** The newest that both sides speak, by default. */
  era?: (typeof ERAS)[number]
}

/** The official client, connected to the gateway at that URL; closed with the test. */
export async function connect(
  t: Pick<Test, 'teardown'>,
  url: string,
  { key, capabilities = {}, era = '2026-07-28' }: ConnectOptions = {}
): Promise<Client> {
  const modern = era === '2026-07-28'
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, ...(modern ? { versionNegotiation: { mode: { pin: era } } } : { supportedProtocolVersions: [era] }) }
  )
  await client.connect(transportTo(url, key))
  t.teardown(() => client.close())
  return client
}

export const transportTo = (url: string, key?: string): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(
    new URL('/mcp', url),
    key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  )
