import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { memoryStorm } from '../../helpers/memory-storm.ts'
import { newDatabase, noPostgres } from '../../helpers/postgres.ts'

t.test(
  'two gateways and eight writers over one file, one gateway killed: the graph equals the accepted writes',
  { timeout: 300_000 },
  async t => memoryStorm(t, { seconds: 1.5, folder: await temporaryFolder(t) })
)

t.test('the same over PostgreSQL', noPostgres === undefined ? { timeout: 300_000 } : { skip: noPostgres }, async t =>
  memoryStorm(t, { seconds: 1.5, folder: await temporaryFolder(t), database: await newDatabase() })
)
