import { registerHooks } from 'node:module'
import path from 'node:path'
import t from 'tap'
import { createCatalog } from '../src/catalog/catalog.ts'
import { MAX_IN_PACK, packsOf } from '../src/catalog/packs.ts'
import { Constraints } from '../src/contract/constraints.ts'
import { isCommon, REASON_NAMES } from '../src/contract/errors.ts'
import { lowestPermission, type Operation, permissionOf } from '../src/contract/operation.ts'
import { GATEWAY_ROUTES } from '../src/surfaces/shared/gateway-routes.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { BROKEN } from './helpers/broken-operations.ts'
import { HOUSE_RULES, SEED_RULES, startsWithVerb, TAKEN } from './helpers/catalog-rules.ts'
import { reasonsThrownIn } from './helpers/thrown-reasons.ts'

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
  await import('../src/server/app.ts')
  t.ok(asked.has('typebox') && asked.has('fastify'))
  t.strictSame(
    ['got', 'kysely', 'linkedom', 'markdown-it', 'nodemailer/lib/mail-composer', 'openai/lib/transform', 'pg', 'turndown', 'unpdf'].filter(
      name => asked.has(name)
    ),
    []
  )
})

t.test("summaries of the gateway's own routes start with a verb of the vocabulary", async t => {
  const summaries = Object.values(GATEWAY_ROUTES).map(({ summary }) => summary)
  t.strictSame(
    summaries.filter(summary => !startsWithVerb(summary)),
    []
  )
})

t.test('every rule finds a violation', async t => {
  const together = createCatalog(BROKEN)
  for (const [name, rule] of Object.entries({ ...SEED_RULES, ...HOUSE_RULES })) {
    const found = BROKEN.flatMap(operation => rule(operation, together))
    t.ok(found.length > 0, name)
  }
})

t.test('every exception for a reserved name is used', async t => {
  const taken = catalog.operations.flatMap(({ id, input }) => Object.keys(input.properties).map(name => `${id} ${name}`))
  t.strictSame(
    Object.keys(TAKEN).filter(name => !taken.includes(name)),
    []
  )
})

/** Folders whose errors an operation may return: its system, shared code, and the job engine. */
const foldersOf = ({ kind, tool, input }: Operation): string[] => [
  `tools/${tool.name}`,
  'lib',
  ...(kind === 'bulk' || tool.access === 'own' || 'job_id' in input.properties ? ['jobs'] : []),
  ...(tool.name === 'calls' ? ['record'] : []),
  ...(['approvals', 'keys'].includes(tool.name) ? ['access'] : [])
]

t.test('every reason that an operation declares is thrown in its system', async t => {
  const idle = [...Map.groupBy(catalog.operations, operation => foldersOf(operation).join())].flatMap(([folders, operations]) => {
    const thrown = reasonsThrownIn(folders.split(','))
    return operations.flatMap(({ id, errors }) =>
      REASON_NAMES.filter(reason => errors[reason] !== undefined && !thrown.has(reason)).map(reason => `${id}: ${reason}`)
    )
  })
  t.strictSame(idle, [])
})

t.test('every reason that a system throws is declared by one of its operations, or is common', async t => {
  const resultsOfItems = /\/(examples|bulk[^/]*)\.ts$|\/(bulk|replace-in-files)\//
  const undeclared = catalog.tools.flatMap(tool => {
    const declared = new Set(catalog.operations.filter(operation => operation.tool === tool).flatMap(({ errors }) => Object.keys(errors)))
    const thrown = [...reasonsThrownIn([`tools/${tool.name}`], resultsOfItems)]
    return thrown.filter(reason => !isCommon(reason) && !declared.has(reason)).map(reason => `${tool.name}: ${reason}`)
  })
  t.strictSame(undeclared, [])
})

t.test('an operation that depends on its input is hidden from callers without its lowest permission', async t => {
  const found = catalog.operations.flatMap(operation => {
    const { id, permission, examples } = operation
    if (typeof permission === 'string') return []
    const used = examples.flatMap(example => ('output' in example ? [permissionOf(operation, example.input)] : []))
    return lowestPermission(permission) === 'read' && !used.includes('read') ? [id] : []
  })
  t.strictSame(found, [])
})

t.test('nothing becomes readable by everyone without confirmation', async t => {
  const open = { visibility: 'public', everyone: true }
  const found = catalog.operations.flatMap(operation => {
    const { visibility, everyone }: Record<string, { enum?: readonly string[] } | undefined> = operation.input.properties
    const opens = everyone !== undefined || (visibility?.enum?.includes('private') && !visibility.enum.includes('default')) // not that of an event
    return opens && permissionOf(operation, open) !== 'read' ? [operation] : []
  })
  t.ok(found.length >= 10, 'such operations exist')
  t.strictSame(
    found.filter(operation => permissionOf(operation, open) !== 'destructive').map(({ id }) => id),
    []
  )
})

t.test('no default pack has more operations than GPT Actions support', async t => {
  const large = packsOf(catalog).flatMap(({ name, operations }) =>
    operations.length > MAX_IN_PACK ? [`${name}: ${operations.length}`] : []
  )
  t.strictSame(large, [], 'remove core from some of its operations')
})

t.test('what keys can be limited to is declared by the system, and every property that names it is mapped', async t => {
  const { instances: _, operations: __, ...systems } = Constraints.properties
  const inSchema = Object.entries(systems).flatMap(([system, { properties }]) =>
    Object.keys(properties).map(resource => `${system} ${resource}`)
  )
  const declared = catalog.tools.flatMap(({ name, resources = {} }) => Object.keys(resources).map(resource => `${name} ${resource}`))
  t.strictSame(declared.toSorted(), inSchema.toSorted())
  for (const tool of catalog.tools)
    for (const [resource, { inputs, operations = [], refused = [] }] of Object.entries(tool.resources ?? {})) {
      t.ok(tool.narrow, `${tool.name} narrows its client`)
      const own = catalog.operations.filter(operation => operation.tool === tool)
      const properties = new Set(own.flatMap(({ input }) => Object.keys(input.properties)))
      const naming = new RegExp(`(?:^|_)${resource}s?(?:_|$)`)
      t.strictSame(
        [...properties].filter(property => naming.test(property) && !inputs.includes(property)),
        [],
        `${tool.name}: properties that name a ${resource}`
      )
      t.strictSame(
        inputs.filter(property => !properties.has(property)),
        [],
        `${tool.name}: inputs that exist`
      )
      t.strictSame(
        [...operations, ...refused].filter(name => !own.some(operation => operation.name === name)),
        [],
        `${tool.name}: operations that exist`
      )
    }
})
