import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Test } from 'tap'
import { listen } from './listen.ts'

/** How a desktop client starts a server. */
export interface DesktopServer {
  command: string
  args: string[]
  cwd?: string
  env: Record<string, string>
}

/** Starts a server as a desktop client does; it exits with the test. */
export async function connectDesktop(t: Test, { env, ...server }: DesktopServer): Promise<Client> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const transport = new StdioClientTransport({ ...server, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env }, stderr: 'pipe' })
  let log = ''
  transport.stderr?.on('data', data => {
    log += String(data)
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  t.teardown(() => client.close())
  await client.connect(transport).catch(error => {
    throw new Error(`${error.message}\n${log}`)
  })
  return client
}

/** Calls operations that use threads: memory, the web reader, large pages of Confluence. */
export async function useThreads(t: Test, server: DesktopServer): Promise<Client> {
  const page = await listen(t, response =>
    response.setHeader('content-type', 'text/html').end(`<title>A page</title><article><p>${'Text of a page. '.repeat(40)}</p></article>`)
  )
  const client = await connectDesktop(t, { ...server, env: { TOOLGATE_ALLOW_PRIVATE: new URL(page.url).host, ...server.env } })
  const call = async (name: string, input: Record<string, unknown>): Promise<unknown> =>
    (await client.callTool({ name, arguments: input })).structuredContent
  t.match(await call('memory_add_link', { from: 'Ada', relation: 'works at', to: 'Northwind' }), { created: true }, 'memory is written')
  t.match(JSON.stringify(await call('memory_search', { query: 'Northwind' })), /Northwind/, 'memory is searched')
  t.match(await call('web_read_url', { url: page.url }), { content: /Text of a page/ }, 'a web page is read')
  const content = `# Heading\n\n${'Some *words* of a page.\n\n'.repeat(400)}` // long enough for a thread, when written and when read
  const created = await call('confluence_create_page', { title: 'Large', space_key: 'PLAY', content, content_format: 'markdown' })
  t.match(created, { id: String }, 'a large Confluence page is written')
  const read = await call('confluence_get_page', { page_id: Object(created).id, content_format: 'markdown' })
  t.match(JSON.stringify(read), /Some [*_]words[*_] of a page/, 'a large Confluence page is read')
  return client
}
