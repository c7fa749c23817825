import t from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { memoryStorm } from '../helpers/memory-storm.ts'
import { newDatabase, noPostgres } from '../helpers/postgres.ts'

t.test('30 seconds of two gateways and eight writers over one file, one gateway killed', { timeout: 180_000 }, async t =>
  memoryStorm(t, { seconds: 30, folder: await temporaryFolder(t) })
)

t.test('30 seconds of the same over PostgreSQL', noPostgres === undefined ? { timeout: 180_000 } : { skip: noPostgres }, async t =>
  memoryStorm(t, { seconds: 30, folder: await temporaryFolder(t), database: await newDatabase() })
)
