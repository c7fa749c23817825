import path from 'node:path'
import t from 'tap'
import type { JsonSchema } from '../../../src/catalog/json-schema.ts'
import { RESERVED_INPUTS } from '../../../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../../src/contract/operation.ts'
import { readInput } from '../../../src/pipeline/input/read-input.ts'
import { COMPLETE, LEAN, listedTool, RESERVED_HELP } from '../../../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'

const { operations, get } = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))

const namesIn = (operation: Operation, detail = LEAN): string[] => Object.keys(listedTool(operation, detail).input.properties ?? {})

function operationOf(id: string): Operation {
  const operation = get(id)
  if (!operation) throw new Error(`There is no operation ${id}`)
  return operation
}

/** Every property of a schema, at any depth: its path and its description. */
function descriptionsIn({ properties = {}, items, anyOf = [] }: JsonSchema, at = ''): [string, string | undefined][] {
  return [
    ...Object.entries(properties).flatMap(([name, node]): [string, string | undefined][] => [
      [`${at}.${name}`, node.description],
      ...descriptionsIn(node, `${at}.${name}`)
    ]),
    ...(items ? descriptionsIn(items, `${at}[]`) : []),
    ...anyOf.flatMap(branch => descriptionsIn(branch, at))
  ]
}

/** Inputs of a reserved name that are what the operation is about. */
const OWN = new Set(['jobs_get wait', 'filesystem_read_file limit', 'calls_replay confirm'])

t.test('a lean list omits reserved inputs, except those that a call may need', async t => {
  for (const operation of operations) {
    const { id, kind, list, tool, permission, costly } = operation
    const mayNeedConfirm =
      kind === 'operation' && tool.access !== 'own' && (highestPermission(permission) !== 'read' || costly !== undefined)
    const isRead = kind === 'operation' && highestPermission(permission) === 'read'
    const expected = [...(mayNeedConfirm ? ['confirm'] : []), ...(isRead ? ['cursor'] : []), ...(list ? ['limit'] : [])]
    t.strictSame(
      namesIn(operation)
        .filter(name => RESERVED_INPUTS.includes(name) && !OWN.has(`${id} ${name}`))
        .toSorted(),
      expected,
      id
    )
  }
})

t.test('an input of a reserved name that an operation defines itself is listed', async t => {
  t.ok(namesIn(operationOf('jobs_get')).includes('wait'))
  t.ok(namesIn(operationOf('filesystem_read_file')).includes('limit'))
})

t.test('no other input is missing, and what is required is listed', async t => {
  const controls = ['on_failure', 'retries', 'chunk']
  for (const operation of operations) {
    const { properties = {}, required = [] } = listedTool(operation, COMPLETE).input
    const expected = Object.keys(properties).filter(
      name => !RESERVED_INPUTS.includes(name) && !(operation.kind === 'bulk' && controls.includes(name))
    )
    const listed = namesIn(operation)
    t.strictSame(
      [...expected, ...required].filter(name => !listed.includes(name)),
      [],
      operation.id
    )
  }
})

t.test('every property of a lean list is described, at any depth', async t => {
  for (const operation of operations) {
    const lean = descriptionsIn(listedTool(operation, LEAN).input)
    t.strictSame(
      lean.filter(([, description = '']) => description.length < 3),
      [],
      operation.id
    )
  }
})

t.test('a lean description states what the operation does and the rules of its input', async t => {
  for (const operation of operations) {
    const { description } = listedTool(operation, LEAN)
    t.ok(description.length >= 40, `${operation.id}: ${description}`)
    for (const { text } of operation.requires) t.ok(description.includes(text), operation.id)
  }
})

t.test('the instance is listed if there are several', async t => {
  const operation = operationOf('gitlab_get_issue')
  t.notOk(namesIn(operation).includes('instance'))
  t.ok(namesIn(operation, { ...LEAN, hasSeveral: ({ name }) => name === 'gitlab' }).includes('instance'))
  t.notOk(namesIn(operation, { ...LEAN, hasSeveral: ({ name }) => name === 'gmail' }).includes('instance'))
})

t.test('a call may pass reserved inputs that no list shows, and the instructions name all of them', async t => {
  t.match(readInput(operationOf('gitlab_list_issues'), { project: 'acme/web', fields: ['iid'], max_items: 50, instance: 'other' }), {
    fields: ['iid'],
    max_items: 50,
    instance: 'other'
  })
  const unlisted = RESERVED_INPUTS.filter(name => !['confirm', 'cursor', 'limit', 'compact', 'no_cache'].includes(name))
  for (const name of [...unlisted, 'on_failure', 'retries', 'chunk']) t.match(RESERVED_HELP, name)
})
