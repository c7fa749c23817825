import { startGateway } from '../lib/gateway.ts'
import { getThing } from './definition.ts'

const [, , hash = '', url = ''] = process.argv
await startGateway([getThing], hash, { BENCH_URL: url, BENCH_TOKEN: 'secret' })
