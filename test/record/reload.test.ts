import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { loadConfig } from '../../src/config/config.ts'
import { recordFiles } from '../../src/record/head.ts'
import { openGateway } from '../../src/server/gateway.ts'
import { createLog } from '../../src/server/log.ts'
import { openJobStore } from '../../src/server/redis.ts'
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
