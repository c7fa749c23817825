import pino from 'pino'
import { createAccess } from '../../src/access/access.ts'
import { LOCAL_CALLER } from '../../src/access/keys.ts'
import { createLimiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import { openKeyStore } from '../../src/access/managed/key-store.ts'
import { loadConfig } from '../../src/config/config.ts'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { revocationsOf } from '../../src/server/gateway.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { startGateway } from '../lib/gateway.ts'
import { listThings } from '../pipeline/definition.ts'

// The gateway of the pipeline bench, whose identity, policy and limits can be turned on and off while it runs: if they are off, every request is one of the
// local caller, which may do everything. Its Redis ends with this process.
const log = pino({ level: 'silent' })
const server = await startTestRedis({ teardown: () => undefined })
const connect = () => connectRedis({ kind: 'single', options: server.options }, 'http', log)
const [redis, subscriber] = [connect(), connect()]
await Promise.all([redis, subscriber].map(client => whenReady(client, 5_000)))
const config = loadConfig({ TOOLGATE_CONFIG: process.argv[2] ?? '' })
const access = createAccess(config, await openKeyStore({ redis, subscriber, log }), log)
const own = createPorts({ policy: () => config.policy })
const limits = createLimits(createLimiter(redis, log))
const whenRevoked = revocationsOf(access)
let isOn = false
const now = () => (isOn ? own : OPEN_PORTS)

await startGateway([listThings], '', { BENCH_FLAVOUR: 'vanilla' }, undefined, {
  auth: { ...access.auth, identify: key => (isOn ? access.auth.identify(key) : LOCAL_CALLER) },
  ports: {
    policy: query => now().policy(query),
    visible: (operation, caller) => now().visible(operation, caller),
    limits: { ...limits, admit: (caller, system) => (isOn ? limits.admit(caller, system) : undefined) },
    whenRevoked: (caller, listener) => (isOn ? whenRevoked(caller, listener) : () => undefined)
  },
  commands: {
    on: async () => {
      isOn = true
    },
    off: async () => {
      isOn = false
    }
  }
})
