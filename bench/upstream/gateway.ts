import { startGateway } from '../lib/gateway.ts'
import { getThing } from './definition.ts'

const [, , hash = '', url = '', redis, units = '0'] = process.argv
await startGateway(
  [getThing],
  hash,
  { BENCH_URL: url, BENCH_TOKEN: 'secret', BENCH_UNITS: units },
  'bench:read',
  redis === undefined ? {} : { redis }
)
