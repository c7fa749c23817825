import path from 'node:path'
import t from 'tap'
import { loadCatalog } from '../src/catalog.ts'
import { HOUSE_RULES, SEED_RULES } from './helpers/catalog-rules.ts'

const catalog = await loadCatalog(path.join(import.meta.dirname, '../src/tools'))

for (const [name, rule] of Object.entries({ ...SEED_RULES, ...HOUSE_RULES })) {
  t.test(name, async t => {
    const broken = catalog.operations.flatMap(operation => rule(operation, catalog).map(problem => `${operation.id}: ${problem}`))
    t.strictSame(broken, [])
  })
}
