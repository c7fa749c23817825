import path from 'node:path'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', program = ''] = process.argv
const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const own = operations.filter(({ tool }) => tool.name === 'gcloud')
await startGateway(
  own.filter(({ kind }) => kind === 'operation'),
  hash,
  { GCLOUD_PATH: program },
  'gcloud:read'
)
