import path from 'node:path'
import t, { type Test } from 'tap'
import { loadCatalog } from '../../src/catalog.ts'
import { bulkOperation } from '../../src/contract/bulk-operation.ts'
import { makeCatalog } from '../../src/contract/catalog.ts'
import { HOUSE_RULES, SEED_RULES } from '../helpers/catalog-rules.ts'
import { filesIn, linkedOver } from '../helpers/readme-files.ts'
import { brokenAdapters } from './adapter-contract/broken.ts'
import { type AdapterContract, checkNames, makeCheck, whyNot } from './adapter-contract.ts'

// The test that the README tells of: each check passes on its adapter, over its stand-in.
const house = linkedOver(t, filesIn('adapter'))
const { contract }: { contract: AdapterContract } = await import(path.join(house, 'test/tools/tasks/bulk/move.test.ts'))

for (const { what, caughtBy, ...parts } of brokenAdapters(contract.adapter))
  t.test(`an adapter that ${what} is caught`, async t => {
    const broken = { ...contract, adapter: { ...contract.adapter, ...parts } }
    for (const name of caughtBy) await t.rejects(makeCheck(t, broken, name), { name: 'AssertionError' }, name)
  })

t.test('every check catches some adapter', async t => {
  const catching = new Set(brokenAdapters(contract.adapter).flatMap(({ caughtBy }) => caughtBy))
  t.strictSame(
    checkNames.filter(name => !catching.has(name)),
    []
  )
})

t.test('a check that lacks its fault fails: it is left out only with a reason', async t => {
  const name = 'a rate limit is thrown, and what has no result was not sent'
  const faultless = { ...contract, open: async (t: Test) => ({ ...(await contract.open(t)), fail: {} }) }
  await t.rejects(makeCheck(t, faultless, name), /fail\.rate_limit: give it, or say in `without`/)
  t.equal(whyNot({ ...faultless, without: { [name]: 'it has no limits' } }, name), 'it has no limits')
})

t.test('the adapter of the README keeps the rules that every definition keeps', async t => {
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const catalog = makeCatalog([...operations, bulkOperation(contract.adapter)])
  const own = catalog.operations.filter(({ id }) => id === contract.adapter.id)
  t.equal(own.length, 1)
  const problems = own.flatMap(operation => Object.values({ ...SEED_RULES, ...HOUSE_RULES }).flatMap(rule => rule(operation, catalog)))
  t.strictSame(problems, [])
})
