import path from 'node:path'
import t, { type Test } from 'tap'
import { bulkOperation } from '../../src/catalog/bulk-operation.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { HOUSE_RULES, SEED_RULES } from '../helpers/catalog-rules.ts'
import { adapterFiles, linkedOver } from '../helpers/documented-files.ts'
import { brokenAdapters } from './adapter-contract/broken-adapters.ts'
import { type AdapterContract, checkNames, makeCheck, whyNot } from './adapter-contract.ts'

// Runs the test of docs/contributing/bulk-adapter.md: each check passes on its adapter with its sandbox server.
const fixture = linkedOver(t, adapterFiles())
const { contract }: { contract: AdapterContract } = await import(path.join(fixture, 'test/tools/tasks/bulk/move.test.ts'))

for (const { what, caughtBy, ...parts } of brokenAdapters(contract.adapter))
  t.test(`the contract rejects an adapter that ${what}`, async t => {
    const broken = { ...contract, adapter: { ...contract.adapter, ...parts } }
    for (const name of caughtBy) await t.rejects(makeCheck(t, broken, name), { name: 'AssertionError' }, name)
  })

t.test('every check rejects at least one adapter', async t => {
  const catching = new Set(brokenAdapters(contract.adapter).flatMap(({ caughtBy }) => caughtBy))
  t.strictSame(
    checkNames.filter(name => !catching.has(name)),
    []
  )
})

t.test('a check fails if its fault is missing, unless a reason is given', async t => {
  const name = 'a rate limit is thrown, and items without a result were not sent'
  const faultless = { ...contract, open: async (t: Test) => ({ ...(await contract.open(t)), fail: {} }) }
  await t.rejects(makeCheck(t, faultless, name), /fail\.rate_limit: give it, or explain in `without`/)
  t.equal(whyNot({ ...faultless, without: { [name]: 'it has no limits' } }, name), 'it has no limits')
})

t.test('the documented adapter follows the rules of all definitions', async t => {
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const catalog = createCatalog([...operations, bulkOperation(contract.adapter)])
  const own = catalog.operations.filter(({ id }) => id === contract.adapter.id)
  t.equal(own.length, 1)
  const problems = own.flatMap(operation => Object.values({ ...SEED_RULES, ...HOUSE_RULES }).flatMap(rule => rule(operation, catalog)))
  t.strictSame(problems, [])
})
