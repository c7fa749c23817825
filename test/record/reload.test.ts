import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { loadConfig } from '../../src/config/config.ts'
import { recordFiles } from '../../src/record/location.ts'
import { openGateway } from '../../src/server/gateway.ts'
import { createLog } from '../../src/server/log.ts'
import { openJobStore } from '../../src/server/redis.ts'
import getCard from '../../src/tools/trello/operations/cards/get-card.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { startTestRedis } from '../helpers/redis.ts'

t.test('a changed configuration leaves a row once it is in force, and one with a problem leaves a failed row', async t => {
  const [folder, redis] = [await temporaryFolder(t), await startTestRedis(t)]
  const config = loadConfig({ PORT: '0', REDIS_URL: redis.url, TOOLGATE_DATA: folder })
  const log = createLog('error', { write: () => undefined })
  const store = await openJobStore(config, log)
  const catalog = createCatalog([fakeOperation('look', {})])
  const gateway = await openGateway({ config, catalog, store, log, sandbox: undefined, version: '0.0.0' })
  gateway.reconfigure({ ...config, policy: [{ permission: 'write', decision: 'deny' }] })
  gateway.reportFault(undefined)
  gateway.reportFault('The changed configuration has 1 problem')
  await gateway.close()
  await store.close()
  const database = new DatabaseSync(recordFiles(folder).database)
  const rows = database.prepare('select principal, operation, outcome, reason, body from calls order by seq').all()
  database.close()
  const reload = { principal: 'config', operation: 'toolgate_reload_configuration', body: /"summary":\{"keys":0,"policy_rules":1\}/ }
  t.match(rows, [
    { ...reload, outcome: 'succeeded', reason: null },
    { ...reload, outcome: 'failed', reason: 'configuration_invalid' }
  ])
  t.equal(rows.length, 2)
})

t.test('a circuit that opens leaves a row of the gateway', async t => {
  const [folder, data, redis] = [await temporaryFolder(t), await temporaryFolder(t), await startTestRedis(t)]
  const file = path.join(folder, 'toolgate.json')
  const instance = { url: 'http://127.0.0.1:9/1', key: 'a'.repeat(32), token: 'b'.repeat(64), max_retries: 0 }
  const systems = { trello: { instances: { default: instance } } }
  await writeFile(file, JSON.stringify({ circuit_breaker: { min_requests: 1 }, systems }))
  const config = loadConfig({ PORT: '0', REDIS_URL: redis.url, TOOLGATE_DATA: data, TOOLGATE_CONFIG: file })
  const log = createLog('error', { write: () => undefined })
  const store = await openJobStore(config, log)
  const gateway = await openGateway({ config, catalog: createCatalog([getCard]), store, log, sandbox: undefined, version: '0.0.0' })
  await gateway.app.inject({ method: 'POST', url: '/v1/operations/trello_get_card', payload: { card_id: '697a6ac05eed000000000234' } })
  t.match((await gateway.app.inject('/v1/instances')).json(), { data: { items: [{ name: 'default', circuit: 'open' }] } })
  await gateway.close()
  await store.close()
  const database = new DatabaseSync(recordFiles(data).database)
  const [row] = database.prepare("select principal, operation, outcome, body from calls where system = 'toolgate'").all()
  database.close()
  t.match(row, { principal: 'gateway', operation: 'toolgate_open_circuit', outcome: 'succeeded' })
  t.match(JSON.parse(String(row?.['body'])), {
    ...{ surface: 'gateway', instance: 'default', permission: 'write' },
    summary: { system: 'trello', host: '127.0.0.1:9', requests: Number, failed: Number }
  })
})
