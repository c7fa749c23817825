import path from 'node:path'
import { neededNames } from '../../src/systems/instances.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startGateway } from '../lib/gateway.ts'

const { operations, adapters, tools } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const definitions = [...operations.filter(({ kind }) => kind === 'operation'), ...adapters.filter(({ kind }) => kind !== 'process')]
const needed = [...tools.flatMap(neededNames), 'GOOGLE_ACCESS_TOKEN']
const environment = Object.fromEntries(needed.map(name => [name, 'set'])) // only configured systems are listed
await startGateway(definitions, process.argv[2] ?? '', environment, '*')
