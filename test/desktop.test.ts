// A desktop client starts the gateway itself: as docs/mcp.md describes, and with npx. Child processes and threads must work there, too.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { EMAIL, TOKEN } from '../sandbox/confluence/credentials.ts'
import { confluenceServer } from '../sandbox/confluence/server.ts'
import { seedSite } from '../sandbox/confluence/state/seed.ts'
import { connectDesktop, type DesktopServer, useThreads } from './helpers/desktop.ts'
import { dataFolder } from './helpers/private-redis.ts'

const root = path.join(import.meta.dirname, '..')

/** The configuration of docs/mcp.md, for this checkout and a data folder of the test. */
function documented(data: string): DesktopServer {
  const [, json = ''] = /```json\n(\{[\s\S]*?"command"[\s\S]*?)```/.exec(readFileSync(path.join(root, 'docs/mcp.md'), 'utf8')) ?? []
  const { mcpServers } = JSON.parse(json.replaceAll('/path/to/toolgate/.data', data).replaceAll('/path/to/toolgate', root))
  return mcpServers.toolgate
}

t.test('the desktop configuration of docs/mcp.md works as printed', async t => {
  const client = await connectDesktop(t, documented(dataFolder(t)))
  const { structuredContent } = await client.callTool({ name: 'gitlab_search_projects', arguments: { search: 'a', limit: 1 } })
  t.match(structuredContent, { items: [{}] }, 'the sandbox')
})

t.test('without --pack it also serves memory, the web and large pages', async t => {
  const printed = documented(dataFolder(t))
  t.strictSame(printed.args.slice(0, 2), ['mcp', '--sandbox'])
  await useThreads(t, { ...printed, args: printed.args.slice(0, 2) })
})

t.test('`npx toolgate mcp` in a clone does the same with a configured system', async t => {
  const wiki = confluenceServer(seedSite('cloud'))
  const address = await wiki.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => wiki.close())
  const confluence = { CONFLUENCE_URL: `${address}/wiki`, CONFLUENCE_TYPE: 'cloud', CONFLUENCE_EMAIL: EMAIL, CONFLUENCE_TOKEN: TOKEN }
  const env = { TOOLGATE_DATA: dataFolder(t), ...confluence }
  await useThreads(t, { command: 'npx', args: ['toolgate', 'mcp'], cwd: root, env })
})
