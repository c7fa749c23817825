import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { createAccess } from '../../src/access/access.ts'
import { LOCAL_CALLER } from '../../src/access/keys.ts'
import { createLimiter } from '../../src/access/limits/limiter.ts'
import { createLimits } from '../../src/access/limits/limits.ts'
import { openKeyStore } from '../../src/access/managed/key-store.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Caller } from '../../src/contract/call.ts'
import { connectRedis, whenReady } from '../../src/lib/redis/connect.ts'
import { OPEN_PORTS } from '../../src/pipeline/ports.ts'
import { revocationsOf } from '../../src/server/gateway.ts'
import { createPorts } from '../../src/server/ports.ts'
import { startTestRedis } from '../../test/helpers/redis.ts'
import { startGateway } from '../lib/gateway.ts'
import { listThings } from '../pipeline/definition.ts'

// The gateway of the pipeline bench with identity, policy and limits. One key turns them off: each of its requests is one of the local caller, which may do
// everything. Its Redis ends with this process.
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
const off = process.argv[3]
const portsOf = (caller: Caller) => (caller === LOCAL_CALLER ? OPEN_PORTS : own)
v8.setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

await startGateway([listThings], '', { BENCH_FLAVOUR: 'vanilla' }, undefined, {
  auth: { ...access.auth, identify: key => (key === off ? LOCAL_CALLER : access.auth.identify(key)) },
  ports: {
    policy: query => portsOf(query.caller).policy(query),
    visible: (operation, caller) => portsOf(caller).visible(operation, caller),
    limits: { ...limits, admit: (caller, system) => (caller === LOCAL_CALLER ? undefined : limits.admit(caller, system)) },
    whenRevoked: (caller, listener) => (caller === LOCAL_CALLER ? OPEN_PORTS : { whenRevoked }).whenRevoked(caller, listener)
  },
  commands: {
    minor: async () => collect({ type: 'minor' }),
    major: async () => collect({ type: 'major' })
  }
})
