import { registerHooks } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { loadCatalog } from '../src/catalog.ts'
import { makeCatalog } from '../src/contract/catalog.ts'
import { isCommon, REASON_NAMES } from '../src/contract/errors.ts'
import type { Operation } from '../src/contract/operation.ts'
import { BROKEN } from './helpers/broken.ts'
import { HOUSE_RULES, SEED_RULES, TAKEN } from './helpers/catalog-rules.ts'
import { reasonsThrownIn } from './helpers/thrown.ts'

const asked = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    asked.add(specifier)
    return next(specifier, context)
  }
})
const catalog = await loadCatalog(path.join(import.meta.dirname, '../src/tools'))

for (const [name, rule] of Object.entries({ ...SEED_RULES, ...HOUSE_RULES })) {
  t.test(name, async t => {
    const broken = catalog.operations.flatMap(operation => rule(operation, catalog).map(problem => `${operation.id}: ${problem}`))
    t.strictSame(broken, [])
  })
}

t.test('large libraries that only some calls need are not loaded when the gateway starts', async t => {
  await import('../src/app.ts')
  t.ok(asked.has('typebox') && asked.has('fastify'))
  t.strictSame(
    ['got', 'kysely', 'linkedom', 'markdown-it', 'nodemailer/lib/mail-composer', 'openai/lib/transform', 'pg', 'turndown', 'unpdf'].filter(
      name => asked.has(name)
    ),
    []
  )
})

t.test('every rule finds what it looks for', async t => {
  const together = makeCatalog(BROKEN)
  for (const [name, rule] of Object.entries({ ...SEED_RULES, ...HOUSE_RULES })) {
    const found = BROKEN.flatMap(operation => rule(operation, together))
    t.ok(found.length > 0, name)
  }
})

t.test('a reason for a reserved name goes away with the name', async t => {
  const taken = catalog.operations.flatMap(({ id, input }) => Object.keys(input.properties).map(name => `${id} ${name}`))
  t.strictSame(
    Object.keys(TAKEN).filter(name => !taken.includes(name)),
    []
  )
})

/** Where what an operation answers with is thrown: its system, what systems share, and the engine of jobs. */
const foldersOf = ({ kind, tool, input }: Operation): string[] => [
  `tools/${tool.name}`,
  'lib',
  ...(kind === 'bulk' || tool.access === 'own' || 'job_id' in input.properties ? ['bulk'] : [])
]

t.test('every reason that an operation declares is thrown somewhere in its system', async t => {
  const idle = [...Map.groupBy(catalog.operations, operation => foldersOf(operation).join())].flatMap(([folders, operations]) => {
    const thrown = reasonsThrownIn(folders.split(','))
    return operations.flatMap(({ id, errors }) =>
      REASON_NAMES.filter(reason => errors[reason] !== undefined && !thrown.has(reason)).map(reason => `${id}: ${reason}`)
    )
  })
  t.strictSame(idle, [])
})

t.test('every reason that a system throws is declared by one of its operations, or common', async t => {
  const resultsOfItems = /\/(examples|bulk[^/]*)\.ts$|\/bulk\//
  const undeclared = catalog.tools.flatMap(tool => {
    const declared = new Set(catalog.operations.filter(operation => operation.tool === tool).flatMap(({ errors }) => Object.keys(errors)))
    const thrown = [...reasonsThrownIn([`tools/${tool.name}`], resultsOfItems)]
    return thrown.filter(reason => !isCommon(reason) && !declared.has(reason)).map(reason => `${tool.name}: ${reason}`)
  })
  t.strictSame(undeclared, [])
})
