import path from 'node:path'
import type { Test } from 'tap'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'
import { startApp } from '../../helpers/app.ts'
import { startBulk } from '../../helpers/bulk.ts'
import { ADAPTERS, DEFINITIONS } from './catalog.ts'
import { beside, SECRET } from './scenario-fixtures.ts'

/** A gateway with the tools of the suites, including jobs, listening on loopback without keys. */
export async function serveFixtures(t: Test): Promise<string> {
  const fixture = await startBulk(t, ADAPTERS)
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))
  const verbs = operations.filter(({ tool }) => tool.name === 'jobs')
  const { app } = await startApp(t, {
    definitions: [...verbs, ...DEFINITIONS],
    jobs: fixture.jobs,
    mcp: { around: beside, secret: SECRET }
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}
