import path from 'node:path'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', root = ''] = process.argv
const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
await startGateway(
  operations.filter(operation => operation.tool.name === 'filesystem' && operation.kind === 'operation'),
  hash,
  { FILESYSTEM_ROOTS: root },
  'filesystem:write'
)
