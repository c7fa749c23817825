import { cpSync, globSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import t from 'tap'
import { OPEN_PORTS } from '../src/pipeline/ports.ts'
import type * as App from '../src/server/app.ts'
import type * as Connections from '../src/systems/connections.ts'
import type * as Catalog from '../src/systems/load-catalog.ts'
import { unavailableJobs } from './helpers/app.ts'
import { unavailableRedis } from './helpers/redis.ts'
import { testSecrets } from './helpers/secrets.ts'

const DEFINITION = `
import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'count_letters',
  summary: 'Count the letters of a word',
  description: 'Returns the number of letters. Use it to test how an operation is added.',
  permission: 'read',
  http: 'GET /words/:word/letters',
  input: Type.Object({ word: Type.String({ description: 'Word to count' }) }),
  output: Type.Object({ letters: Type.Integer({ description: 'Number of letters' }) }),
  errors: {},
  aliases: ['count'],
  examples: [{ name: 'short', summary: 'A short word', input: { word: 'gate' }, output: { letters: 4 } }],
  handler: async ({ word }) => ({ letters: word.length })
})
`

/** One system is enough, and loads in a tenth of the time. */
const OTHERS = /src\/tools\/(?!filesystem\b)\w/

t.test('a new operation is one file, and every surface has it', async t => {
  const folder = t.testdir({ 'count-letters.ts': DEFINITION, root: {} })
  const src = path.join(folder, 'src')
  cpSync(path.join(import.meta.dirname, '../src'), src, { recursive: true, filter: file => !OTHERS.test(file) })
  const before = globSync('**/*.ts', { cwd: src }).length
  cpSync(path.join(folder, 'count-letters.ts'), path.join(src, 'tools/filesystem/operations/count-letters.ts'))
  t.equal(globSync('**/*.ts', { cwd: src }).length, before + 1)

  const { buildApp }: typeof App = await import(path.join(src, 'server/app.ts'))
  const { loadCatalog }: typeof Catalog = await import(path.join(src, 'systems/load-catalog.ts'))
  const { createConnections }: typeof Connections = await import(path.join(src, 'systems/connections.ts'))
  const catalog = await loadCatalog(path.join(src, 'tools'))
  const [jobs, log] = [unavailableJobs(), pino({ level: 'silent' })]
  const source = { environment: { FILESYSTEM_ROOTS: path.join(folder, 'root') }, systems: {}, sandbox: undefined }
  const connections = createConnections({
    secrets: testSecrets,
    source: () => source,
    log,
    dataDirectory: path.join(folder, 'data'),
    redis: unavailableRedis(t)
  })
  const auth = { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'] } }
  const app = await buildApp({ webhookSecrets: () => [], catalog, connections, jobs, ports: OPEN_PORTS, auth, log, checks: [] })
  t.teardown(() => app.close())

  const get = async (url: string) => (await app.inject(url)).json()
  const byName = async (name: string) =>
    (await app.inject({ method: 'POST', url: `/v1/operations/${name}`, payload: { word: 'gate' } })).json()
  t.match(await get('/v1/filesystem/words/gate/letters'), { data: { letters: 4 }, metadata: { operation: 'filesystem_count_letters' } })
  t.match(await byName('filesystem_count_letters'), { data: { letters: 4 } })
  t.match(await byName('count'), { data: { letters: 4 } })
  t.match(await get('/v1/catalog/filesystem_count_letters'), { data: { method: 'GET', path: '/v1/filesystem/words/{word}/letters' } })
  t.ok((await get('/v1/catalog')).data.items.some(({ id }: { id: string }) => id === 'filesystem_count_letters'))
  t.ok((await get('/v1/tools/filesystem')).data.operations.includes('filesystem_count_letters'))
  t.match((await get('/openapi.json')).paths['/v1/filesystem/words/{word}/letters'].get, { operationId: 'filesystem_count_letters' })
})
