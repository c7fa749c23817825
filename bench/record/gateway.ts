import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { openRecord } from '../../src/record/record.ts'
import { RECORD_DEFAULTS } from '../../src/record/settings.ts'
import { withReplay } from '../../src/server/replay.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { startGateway } from '../lib/gateway.ts'
import { listThings } from '../pipeline/definition.ts'

// The gateway of the pipeline bench, with a record. Its Redis ends with this process.
const log = pino({ level: 'silent' })
const server = await startTestRedis({ teardown: () => undefined })
const redis = connectRedis({ kind: 'single', options: server.options }, 'http', log)
await whenReady(redis, 5_000)
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
const record = openRecord({ dataDirectory, hostId: 'bench', redis, secrets: testSecrets, log, settings: RECORD_DEFAULTS })
const ports = { record: withReplay(record, { get: () => undefined }) }
await startGateway(
  [listThings],
  process.argv[2] ?? '',
  { BENCH_FLAVOUR: 'vanilla' },
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  ports
)
