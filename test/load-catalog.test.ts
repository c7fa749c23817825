import path from 'node:path'
import t, { type Test } from 'tap'
import { createCatalog } from '../src/catalog/catalog.ts'
import type { Operation } from '../src/contract/operation.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { fakeOperation } from './helpers/fake-tool.ts'

const definition = (id: string): string =>
  `export default { id: '${id}', kind: 'operation', tool: { name: 'x' }, http: 'GET /${id}', aliases: [], handler() {} }`

/** Returns the error of loading such a folder of tools. */
async function loading(t: Test, tools: Record<string, unknown>): Promise<string> {
  return await loadCatalog(t.testdir(JSON.parse(JSON.stringify(tools)))).then(
    ({ operations }) => operations.map(({ id }) => id).join(),
    error => error.message
  )
}

t.test('definitions are found by their path, even in groups, and nothing else is', async t => {
  const operations = { 'get-page.ts': definition('x_get_page'), 'notes.md': '', group: { 'set.ts': definition('x_set') }, 'types.d.ts': '' }
  const bulk = { 'do-it.js': definition('x_bulk_do_it') }
  t.equal(
    await loading(t, { x: { operations, bulk, 'tool.ts': 'throw new Error("not loaded")', client: { 'get.ts': 'throw 1' } } }),
    'x_bulk_do_it,x_get_page,x_set'
  )
})

t.test('in a build, the module next to the folder is loaded and checked like a file', async t => {
  const built = (place: string) => ({ 'tools.js': `export * as '${place}' from './get.js'`, 'get.js': definition('x_get') })
  const folder = t.testdir({ sound: built('x/operations/get.ts'), wrong: built('x/operations/put.ts') })
  t.match(await loadCatalog(path.join(folder, 'sound/tools')), { operations: [{ id: 'x_get' }] })
  await t.rejects(loadCatalog(path.join(folder, 'wrong/tools')), {
    message: /put\.ts must default-export the definition of x_put, but exports that of x_get/
  })
})

t.test('a definition whose name differs from its file prevents the start', async t => {
  const words = await loading(t, { x: { operations: { 'get-page.ts': definition('x_get_pages') } } })
  t.match(words, 'x/operations/get-page.ts must default-export the definition of x_get_page, but exports that of x_get_pages')
})

t.test('a file that exports no definition prevents the start', async t => {
  for (const text of ['export const x = 1', 'export default {}', 'export default 5'])
    t.match(
      await loading(t, { x: { operations: { 'get.ts': text } } }),
      /get\.ts must default-export the definition of x_get, but exports none/
    )
})

t.test('every file that cannot be loaded is listed at once', async t => {
  const words = await loading(t, {
    x: { operations: { 'a.ts': 'throw new Error("first")', 'b.ts': 'syntax error', 'c.ts': definition('x_c'), 'd.ts': '' } }
  })
  t.match(words, /a\.ts.*first/)
  t.match(words, /b\.ts/)
  t.match(words, /d\.ts/)
  t.notMatch(words, /x_c/)
})

t.test('conflicts of IDs, routes and aliases prevent the start, all of them listed', async t => {
  const at = (name: string, http: Operation['http']) => fakeOperation(name, {}, undefined, { http })
  t.throws(() => createCatalog([fakeOperation('a', {}), fakeOperation('a', {})]), { message: /id workshop_a .*\n.*route POST/ })
  const routes = [at('a', 'GET /a/:b'), at('b', 'GET /a/:c')]
  t.throws(() => createCatalog(routes), { message: /route GET \/v1\/workshop\/a\/: is used by workshop_a and workshop_b/ })
  const alias = fakeOperation('b', {}, undefined, { aliases: [{ name: 'workshop_a' }] })
  t.throws(() => createCatalog([fakeOperation('a', {}), alias]), { message: /workshop_a is used by/ })
  const conditional = ['one', 'two', 'one'].map((word, place) =>
    fakeOperation(`n${place}`, {}, undefined, { aliases: [{ name: 'all', when: { word } }] })
  )
  t.throws(() => createCatalog(conditional), { message: /all with \{"word":"one"\}/ })
  t.doesNotThrow(() => createCatalog(conditional.slice(0, 2)))
})
