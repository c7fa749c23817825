import path from 'node:path'
import { loadCatalog } from '../../src/catalog.ts'
import { startGateway } from '../lib/gateway.ts'

const { operations, adapters } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const definitions = [...operations.filter(({ kind }) => kind === 'operation'), ...adapters.filter(({ kind }) => kind !== 'process')]
await startGateway(definitions, process.argv[2] ?? '', {}, '*')
