import path from 'node:path'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', dataDirectory = ''] = process.argv
const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
await startGateway(
  operations.filter(({ tool, kind }) => tool.name === 'memory' && kind === 'operation'),
  hash,
  {},
  'memory:write',
  { dataDirectory }
)
