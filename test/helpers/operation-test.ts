import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { toJsonSchema } from '../../src/catalog/json-schema.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { startApp, temporaryFolder } from './app.ts'
import { HOUSE_RULES, SEED_RULES } from './catalog-rules.ts'
import { withoutVolatile } from './schema-walk.ts'
import { type Answer, requestFor } from './trello.ts'

const root = path.join(import.meta.dirname, '../..')

/** Calls the operation over its REST route. */
type CallOperation = (input: Record<string, unknown>) => Promise<Answer>

/**
 * Tests one operation against its sandbox server: that nothing is left to fill in, the rules of all definitions, its examples, then `more`.
 * `testFile` is the file of the test itself.
 */
export function testOperation(id: string, testFile: string, more: (t: Test, call: CallOperation) => Promise<void>): void {
  const [system = ''] = id.split('_')
  const name = id.slice(system.length + 1).replaceAll('_', '-')
  const files = [
    ...globSync([`src/tools/${system}/{tool,client/*,operations/${name},operations/*/${name}}.ts`, `src/tools/${system}/README.md`], {
      cwd: root
    }),
    ...[`sandbox/${system}/routes/${name}.ts`, `sandbox/${system}/server.ts`].filter(file => existsSync(path.join(root, file))),
    path.relative(root, testFile)
  ]
  const left = leftToFillIn(files)
  if (left.length > 0) {
    failWith(id, left)
    return
  }

  t.test(id, async t => {
    const { operation, catalog, call } = await openOperation(t, system, id)
    for (const [rule, check] of Object.entries({ ...SEED_RULES, ...HOUSE_RULES }))
      await t.test(rule, async t => t.strictSame(check(operation, catalog), []))
    for (const example of operation.examples)
      await t.test(`example ${example.name}: ${example.summary}`, async t => {
        const { data, error } = await call(example.input)
        if ('error' in example) t.equal(error?.details.reason, example.error.reason, JSON.stringify(data))
        else t.strictSame(comparable(operation, data), comparable(operation, example.output), JSON.stringify(error))
      })
    await t.test('more than the examples show', t => more(t, call))
  })
}

/** The places that `npm run new` marked, as `file:line: what to do`. */
export function leftToFillIn(files: readonly string[]): string[] {
  return files.flatMap(file =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (!line.includes('FILL IN')) return []
        const [, , text = line] = /(['"`])FILL IN:? ?((?:(?!\1).)+)\1/.exec(line) ?? /(\/\/ )FILL IN:? ?(.+)/.exec(line) ?? []
        return [`${file}:${index + 1}: ${text.trim()}`]
      })
  )
}

/** Fails with the list, and runs nothing else. */
export function failWith(id: string, left: readonly string[]): void {
  t.fail(`${id} has ${left.length} parts that are left to fill in`, { left, at: null, stack: '' })
}

async function openOperation(t: Test, system: string, id: string) {
  const sandbox = path.join(root, 'sandbox', system, 'sandbox.ts')
  const { settings, close } = existsSync(sandbox)
    ? await (await load(sandbox)).start({ dataDirectory: await temporaryFolder(t) })
    : { settings: {}, close: undefined }
  t.teardown(async () => await close?.())
  const { app, catalog } = await startApp(t, { system, sandbox: { [system]: settings } })
  const operation = catalog.get(id)
  if (!operation) throw new Error(`src/tools/${system}/operations has no definition of ${id}`)
  const call: CallOperation = async input => {
    const { statusCode, body } = await app.inject(requestFor(operation, input))
    const { data, error, metadata } = body.startsWith('{') ? JSON.parse(body) : { data: undefined, error: undefined, metadata: undefined }
    return { status: statusCode, data, error, metadata, text: body }
  }
  return { operation, catalog, call }
}

async function load(file: string): Promise<Sandbox> {
  const { default: sandbox }: { default: Sandbox } = await import(file)
  return sandbox
}

const comparable = ({ output }: Operation, data: unknown): unknown => withoutVolatile(toJsonSchema(output), data)
