import path from 'node:path'
import t from 'tap'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { EVERY_INTERRUPTED, NOT_INTERRUPTED } from '../helpers/every-adapter.ts'
import { EXHAUSTIVE } from '../helpers/exhaustive.ts'
import { INTERRUPTIONS, PARTIAL_INTERRUPTIONS, startInterrupter, WAYS } from '../helpers/interruptions.ts'

// Interrupts every bulk action of the catalog in each way, and compares the reported outcome of each item with the server's request log.

t.test('every bulk action of the catalog is interrupted, or a reason is given', async t => {
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
  const known = new Set([
    ...Object.keys(NOT_INTERRUPTED),
    ...Object.values(EVERY_INTERRUPTED).flatMap(all => all.map(({ adapter }) => adapter.id))
  ])
  const actions = operations.filter(({ kind }) => kind === 'bulk').map(({ id }) => id)
  t.same(
    actions.filter(id => !known.has(id)),
    [],
    'add its contract to EVERY_ACTION in test/helpers/every-adapter.ts'
  )
  t.same(
    [...known].filter(id => !actions.includes(id)),
    [],
    'remove it from test/helpers/every-adapter.ts'
  )
})

/** INTERRUPTION: the runs whose name contains this text. Without it: every third run of each action, or with EXHAUSTIVE=1 all of them. */
const ONLY = process.env['INTERRUPTION'] ?? ''

const TAKE_NO_IDS: readonly string[] = [
  'calendar_bulk_create_events',
  'gitlab_bulk_resolve_discussions',
  'gitlab_bulk_set_ci_variables',
  'trello_bulk_create_cards'
]

/** Maximum number of concurrent runs. */
const AT_ONCE = 8

t.test('an interrupted job reports for each item what the server did', { timeout: 600_000 }, async t => {
  const { run, runDoneBefore, runPartly } = await startInterrupter(t)
  const runs = Object.entries(EVERY_INTERRUPTED).flatMap(([system, contracts]) =>
    contracts.flatMap((contract, position) => {
      const ofItem = `${system}: ${contract.adapter.name}`
      const { id } = contract.adapter
      const whole = INTERRUPTIONS.flatMap(what => [
        ...WAYS.map(way => ({ id, name: `${ofItem}, ${way}, ${what}`, start: () => run(t, contract, way, what) })),
        { id, name: `${ofItem}, named and done before, ${what}`, start: () => runDoneBefore(t, contract, what) }
      ])
      const partly = PARTIAL_INTERRUPTIONS.map(what => ({ id, name: `${ofItem}, ${what}`, start: () => runPartly(t, contract, what) }))
      const all = [...whole, ...(contract.second_write ? partly : [])]
      return ONLY === '' && !EXHAUSTIVE ? all.filter((_, index) => index % 3 === position % 3) : all
    })
  )
  const next = runs.filter(({ name }) => name.includes(ONLY)).values()
  const unnamed = new Set<string>()
  const worker = async (): Promise<void> => {
    for (const { id, name, start } of next) {
      const problems = await start().catch(error => [String(error)])
      if (problems) t.same(problems, [], name)
      else unnamed.add(id)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const unexpected = [...unnamed].filter(id => !TAKE_NO_IDS.includes(id))
  t.same(unexpected, [], 'all others take ids')
  if (EXHAUSTIVE) t.equal(unnamed.size, TAKE_NO_IDS.length)
})
