import { startGateway } from '../lib/gateway.ts'
import { listThings } from './definition.ts'

await startGateway([listThings], process.argv[2] ?? '', { BENCH_FLAVOUR: 'vanilla' })
