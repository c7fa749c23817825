import path from 'node:path'
import type { Test } from 'tap'
import { loadCatalog } from '../../../src/catalog.ts'
import { startApp } from '../../helpers/app.ts'
import { startBulk } from '../../helpers/bulk.ts'
import { beside, SECRET } from './beside.ts'
import { ADAPTERS, DEFINITIONS } from './catalog.ts'

/** A gateway with what the suites call, jobs and all, listening on loopback without keys. */
export async function serveFixtures(t: Test): Promise<string> {
  const house = await startBulk(t, ADAPTERS)
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))
  const verbs = operations.filter(({ tool }) => tool.name === 'jobs')
  const { app } = await startApp(t, {
    definitions: [...verbs, ...DEFINITIONS],
    jobs: house.jobs,
    mcp: { around: beside, secret: SECRET }
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}
