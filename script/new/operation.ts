import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cameled, checkName, type Files, hyphenated, root, toolExport } from './files.ts'

/** The files of an operation: its definition, its test and, if the system has a sandbox server, its route there. */
export function operationFiles(system: string, name: string, group?: string): Files {
  const tool = toolExport(system)
  checkName(system, name, 'operation')
  if (group !== undefined && !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(group))
    throw new Error(`${group} is not a name of a group: use lowercase words joined by _`)
  const definition = `src/tools/${system}/operations/${group === undefined ? '' : `${hyphenated(group)}/`}${hyphenated(name)}.ts`
  const test = `test/tools/${system}/${hyphenated(name)}.test.ts`
  const similar = similarOperation(system, name, group)
  const routes = routeFile(system, name)
  return {
    test,
    next: [
      ...groupHint(system, definition, group),
      ...routes.map(([file]) => `Fill in ${file}, the upstream's request; delete it if the sandbox server has the request already`),
      `Fill in ${definition}${similar === undefined ? '' : `; compare it with ${similar}`}. docs/contributing/adding-an-operation.md explains every field`
    ],
    files: new Map([[definition, definitionText(tool, name, group)], [test, testText(system, name)], ...routes])
  }
}

/** A step if the system has groups and the operation is in none of them. */
function groupHint(system: string, definition: string, group: string | undefined): string[] {
  const groups = globSync('*/', { cwd: path.join(root, 'src/tools', system, 'operations') })
    .map(folder => folder.replace(/\/$/, '').replaceAll('-', '_'))
    .toSorted()
  if (groups.length === 0 || (group !== undefined && groups.includes(group))) return []
  const what = group === undefined ? 'It has no group' : `${group} is a new group`
  return [`${what}. The groups of ${system} are ${groups.join(', ')}. If one fits, move ${definition} to its folder and set group`]
}

/** An existing operation of the system with the same verb, as an example to follow. */
function similarOperation(system: string, name: string, group = '*'): string | undefined {
  const folders = [hyphenated(group), '{,*}']
  const found = folders.flatMap(folder => globSync(`src/tools/${system}/operations/${folder}/*.ts`, { cwd: root }).toSorted())
  const [verb = ''] = name.split('_')
  return found.find(file => path.basename(file).startsWith(`${verb}-`)) ?? found[0]
}

function definitionText(tool: string, name: string, group: string | undefined): string {
  const up = group === undefined ? '../' : '../../'
  const isList = name.startsWith('list_') || name.startsWith('search_')
  const isRead = isList || name.startsWith('get_')
  const path = name.replace(/^(?:list|search|get|create|update|delete)_/, '')
  const isDelete = name.startsWith('delete_')
  const method = isRead ? 'GET' : isDelete ? 'DELETE' : name.startsWith('update_') ? 'PATCH' : 'POST'
  const confirm = isDelete ? ', confirm: true' : ''
  return `import { Type } from 'typebox'
import { defineOperation } from '${up}../../contract/operation.ts'
${isList ? `import { listOf } from '${up}../../contract/schema.ts'\n` : ''}import { ${tool} } from '${up}tool.ts'

export default defineOperation(${tool}, {
  name: '${name}',${group === undefined ? '' : `\n  group: '${group}',`}
  summary: 'FILL IN: what it does, in one line that starts with a verb, without a period at the end',
  description:
    'FILL IN: "Returns …" or "Creates … and returns it." Then "Use it to …". Then when to use another operation instead. Then limits and side effects${isDelete ? ', and what is lost permanently' : ''}.',
  permission: '${isRead ? 'read' : isDelete ? 'destructive' : 'write'}',
  http: '${method} /${path}',${isList ? '\n  list: true,' : ''}
  see_also: [], // FILL IN: IDs of related operations; for a write, one that shows whether it was executed
  asked_as: { en: [] }, // FILL IN: 3 to 6 phrases that people say when they need it
  input: Type.Object({
    // FILL IN: one property for each parameter, with its limits. The contract adds instance, ${isList ? 'limit, cursor' : isRead ? 'mode, fields' : 'confirm, idempotency_key'} and others
    id: Type.String({ minLength: 1, maxLength: 100, description: 'FILL IN: a noun phrase, with unit, range and default' })
  }),
  output: ${
    isList
      ? `listOf(Type.Object({ id: Type.String({ description: 'FILL IN' }) }), {})`
      : `Type.Object({ id: Type.String({ description: 'FILL IN' }) })`
  },
  errors: {}, // FILL IN: reasons that are not common, each with when it occurs; leave {} if there are none
  examples: [
    {
      name: 'found',
      summary: 'FILL IN: what this example shows',
      input: { id: 'FILL IN: a value that the sandbox knows'${confirm} },
      output: ${isList ? `{ items: [{ id: 'FILL IN: what the sandbox returns' }], next_cursor: null, total: null }` : `{ id: 'FILL IN: what the sandbox returns' }`}
    },
    // FILL IN: a refusal of the upstream, such as upstream_not_found, which is declared in errors
    { name: 'invalid', summary: 'FILL IN: how it fails', input: { id: ''${confirm} }, error: { reason: 'invalid_field_value' } }
  ],
  message: () => 'FILL IN: one line that says what the call will do, with the values of the input',
  handler: async () => {
    throw new Error('FILL IN: handler(input, call): send the request with call.client, pass call on, return the output')
  }
})
`
}

function testText(system: string, name: string): string {
  return `import { testOperation } from '../../helpers/operation-test.ts'

testOperation('${system}_${name}', import.meta.filename, async (t, call) => {
  // FILL IN: what the examples do not show, such as the last page, an empty result, or a refusal of the upstream
  const { status } = await call({ id: 'FILL IN' })
  t.equal(status, 200)
})
`
}

/** The second parameter of the routes of a sandbox server, such as its state. */
interface RouteParameter {
  name: string
  type: string
  from: string
}

function routeFile(system: string, name: string): [string, string][] {
  const parameter = routeParameter(system)
  if (!parameter) return []
  const file = `sandbox/${system}/routes/${hyphenated(name)}.ts`
  const [first = '', ...rest] = cameled(name)
  return [
    [
      file,
      `import type { FastifyInstance } from 'fastify'
import type { ${parameter.type} } from '${parameter.from}'

/** The upstream request of ${system}_${name}. The server finds this file by its path. */
export default function ${first}${rest.join('')}Routes(app: FastifyInstance, ${parameter.name}: ${parameter.type}): void {
  // FILL IN: method, path, parameters, response and refusals as the vendor documents them
  app.get('/fill-in', async () => ${parameter.name})
}
`
    ]
  ]
}

/** Reads it from a route file that exists: `export function labelRoutes(app: FastifyInstance, { state }: Served)`. */
function routeParameter(system: string): RouteParameter | undefined {
  const folder = path.join(root, 'sandbox', system, 'routes')
  if (!existsSync(folder)) return undefined
  for (const file of globSync('*.ts', { cwd: folder }).toSorted()) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [, type] = /function \w+\(app: FastifyInstance, (?:\w+|\{[^}]*\}): (\w+)\): void/.exec(text) ?? []
    const [, from] = new RegExp(`import (?:type )?\\{[^}]*\\b${type}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? []
    if (type !== undefined && from !== undefined) return { name: cameled(type[0]?.toLowerCase() + type.slice(1)), type, from }
  }
  return undefined
}
