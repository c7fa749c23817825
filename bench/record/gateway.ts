import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import v8 from 'node:v8'
import vm from 'node:vm'
import pino from 'pino'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { startSdk } from '../../src/lib/telemetry/sdk.ts'
import { openRecord } from '../../src/record/record.ts'
import { RECORD_DEFAULTS } from '../../src/record/settings.ts'
import { withReplay } from '../../src/server/replay.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { testSecrets } from '../../test/helpers/secrets.ts'
import { startGateway } from '../lib/gateway.ts'
import { listThings } from '../pipeline/definition.ts'

// The gateway of the pipeline bench, whose record and metrics can be turned on and off while it runs. Its Redis ends with this process.
const log = pino({ level: 'silent' })
const server = await startTestRedis({ teardown: () => undefined })
const redis = connectRedis({ kind: 'single', options: server.options }, 'http', log)
await whenReady(redis, 5_000)
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'toolgate-bench-'))
const calls = openRecord({ dataDirectory, hostId: 'bench', redis, secrets: testSecrets, log, settings: RECORD_DEFAULTS })
const record = withReplay(calls, { get: () => undefined })
const sdk = () => startSdk({ otlpEndpoint: undefined, sampleRatio: 1, version: '0.0.0', log })
const isOn = { record: false, metrics: false }

async function turn(to: Partial<typeof isOn>): Promise<void> {
  const { record: recorded = false, metrics = false } = to
  record.enabled = recorded
  if (metrics !== isOn.metrics) await (metrics ? sdk() : (await sdk()).close())
  Object.assign(isOn, { record: recorded, metrics })
}

v8.setFlagsFromString('--expose-gc')
const collect: () => void = vm.runInNewContext('gc')

const commands = {
  off: () => turn({}),
  metrics: () => turn({ metrics: true }),
  record: () => turn({ record: true }),
  both: () => turn({ record: true, metrics: true }),
  collect: async () => collect(),
  /** Writes what waits, so that its cost is that of the calls before. */
  settle: async () => {
    if (isOn.record) await calls.calls.get({ id: 'bench', scopes: [] }, 'none').catch(() => undefined)
  }
}
await turn({})
await startGateway([listThings], process.argv[2] ?? '', { BENCH_FLAVOUR: 'vanilla' }, undefined, { ports: { record }, commands })
