import pino from 'pino'
import { startSdk } from '../../src/lib/telemetry/sdk.ts'
import { startGateway } from '../lib/gateway.ts'
import { listThings } from './definition.ts'

// The gateway with metrics and, if a collector is given, with traces.
const [, , hash = '', otlpEndpoint] = process.argv
await startSdk({ otlpEndpoint, sampleRatio: 1, version: '0.0.0', log: pino({ level: 'silent' }) })
await startGateway([listThings], hash, { BENCH_FLAVOUR: 'vanilla' })
