import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { toStrictJsonSchema } from 'openai/lib/transform'
import t from 'tap'
import { publicSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { outputOf } from '../../src/catalog/reserved-inputs.ts'
import { DIALECTS } from '../../src/surfaces/dialects/dialects.ts'
import { COMPLETE, LEAN, listedTool } from '../../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { MODEL_CALLS } from '../helpers/model-calls.ts'
import { installCheckers } from './install.ts'
import { runChecker } from './run.ts'

await installCheckers()
const generated = path.join(import.meta.dirname, 'generated')
const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))
const { operations } = catalog

const made = new Map()

/** A dialect as its readers parse it. Created once, because each test reads the whole of it. */
function listOf(name, detail = LEAN) {
  const dialect = DIALECTS.find(candidate => candidate.name === name)
  const listing = { catalog, operations, detail, serverUrl: 'https://gate.example', version: '0.1.0', openapi: () => ({}) }
  const key = `${name} ${detail.reserved}`
  if (!made.has(key)) made.set(key, JSON.parse(JSON.stringify(dialect.write(listing))))
  return made.get(key)
}

const schemaOf = (id, detail) => listedTool(catalog.get(id), detail).input

/** Every property of a schema at any depth, as a path. */
function pathsOf(schema, at = ''): string[] {
  const properties = Object.entries(schema?.properties ?? {})
  return [
    ...properties.flatMap(([name, node]) => [`${at}.${name}`, ...pathsOf(node, `${at}.${name}`)]),
    ...(schema?.items ? pathsOf(schema.items, `${at}[]`) : []),
    ...(schema?.anyOf ?? []).flatMap(branch => pathsOf(branch, at))
  ].toSorted()
}

for (const detail of [LEAN, COMPLETE])
  t.test(`OpenAI: its library accepts every strict function unchanged, and nothing is lost (${detail.reserved})`, async t => {
    const chat = listOf('openai-chat', detail).tools.map(tool => tool.function)
    const [search, ...namespaces] = listOf('openai-responses', detail).tools
    const responses = namespaces.flatMap(({ tools }) => tools)
    t.strictSame(search, { type: 'tool_search' })
    for (const functions of [chat, responses]) {
      t.strictSame(
        functions.map(({ name }) => name).toSorted(),
        operations.map(({ id }) => id)
      )
      const strict = functions.filter(one => one.strict)
      const refused = strict.filter(({ parameters }) => JSON.stringify(toStrictJsonSchema(parameters)) !== JSON.stringify(parameters))
      t.strictSame(
        refused.map(({ name }) => name),
        [],
        'the library has nothing to add'
      )
      t.strictSame(
        functions.filter(({ name, parameters }) => String(pathsOf(parameters)) !== String(pathsOf(schemaOf(name, detail)))),
        []
      )
      t.strictSame(
        functions.filter(({ name, description }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name) || description.length > 1024),
        []
      )
    }
    t.throws(() => toStrictJsonSchema(schemaOf('gitlab_list_issues', detail)), 'the library refuses a schema that is not strict')
  })

for (const detail of [LEAN, COMPLETE])
  t.test(`OpenAI: exactly the functions with a reason are not strict (${detail.reserved})`, async t => {
    for (const name of ['openai-chat', 'openai-responses']) {
      const { tools, loose } = listOf(name, detail)
      const functions = tools.flatMap(tool => tool.function ?? tool.tools ?? [])
      t.strictSame(
        functions
          .filter(({ strict }) => !strict)
          .map(one => one.name)
          .toSorted(),
        loose.map(one => one.name).toSorted()
      )
      for (const { reason } of loose) t.ok(reason.length > 10)
    }
  })

for (const detail of [LEAN, COMPLETE])
  t.test(`Anthropic: its transform loses no property of any tool (${detail.reserved})`, async t => {
    const { transformJSONSchema } = await import('@anthropic-ai/sdk/lib/transform-json-schema')
    const tools = listOf('anthropic', detail).tools.filter(({ type }) => type === undefined)
    t.strictSame(
      tools.map(({ name }) => name).toSorted(),
      operations.map(({ id }) => id)
    )
    const lossy = tools.filter(({ input_schema }) => String(pathsOf(transformJSONSchema(input_schema))) !== String(pathsOf(input_schema)))
    t.strictSame(
      lossy.map(({ name }) => name),
      []
    )
    t.strictSame(
      tools.filter(({ name, input_schema }) => String(pathsOf(input_schema)) !== String(pathsOf(schemaOf(name, detail)))),
      []
    )
    t.strictSame(
      tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name)),
      []
    )
    t.strictSame(
      tools.filter(({ input_schema }) => hasMap(input_schema)),
      [],
      'it would turn a map into an object without properties'
    )
  })

const hasMap = schema => /"(patternProperties|\$ref|oneOf|allOf)"|"additionalProperties":(true|\{)/.test(JSON.stringify(schema))

const GEMINI = new Set(
  'type format title description enum items minItems maxItems minimum maximum anyOf properties additionalProperties required'.split(' ')
)

for (const detail of [LEAN, COMPLETE])
  t.test(`Gemini: names and keywords are supported, and nothing is lost (${detail.reserved})`, async t => {
    const [{ functionDeclarations }] = listOf('gemini', detail).tools
    t.strictSame(
      functionDeclarations.map(({ name }) => name).toSorted(),
      operations.map(({ id }) => id)
    )
    for (const { name, parametersJsonSchema } of functionDeclarations) {
      const names = pathsOf(parametersJsonSchema).map(place => place.split('.').at(-1).replaceAll('[]', ''))
      if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(name) || names.some(one => !/^[A-Za-z_]\w{0,63}$/.test(one)))
        t.fail(`${name} has an unsupported name`)
      const strange = keywordsOf(parametersJsonSchema).filter(keyword => !GEMINI.has(keyword))
      if (strange.length > 0) t.fail(`${name} has ${strange}`)
      t.equal(String(pathsOf(parametersJsonSchema)), String(pathsOf(schemaOf(name, detail))), name)
    }
  })

const keywordsOf = schema => [
  ...Object.keys(schema),
  ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].flatMap(keywordsOf)
]

for (const detail of [LEAN, COMPLETE])
  t.test(`the tool lists match the types of their libraries (${detail.reserved})`, async t => {
    mkdirSync(generated, { recursive: true })
    const list = name => JSON.stringify(listOf(name, detail).tools)
    const lines = [
      "import type { ToolUnion } from '@anthropic-ai/sdk/resources/messages'",
      "import type { ToolUseBlock } from '@anthropic-ai/sdk/resources/messages'",
      "import type { FunctionCall, Part, Tool } from '@google/genai'",
      `export const messages: ToolUnion[] = ${list('anthropic')}`,
      `export const gemini: Tool[] = ${list('gemini')}`,
      `export const used: Required<ToolUseBlock> = ${JSON.stringify(MODEL_CALLS.anthropic)}`,
      `export const called: Required<FunctionCall> = ${JSON.stringify(MODEL_CALLS.gemini)}`,
      `export const part: Part = ${JSON.stringify({ functionCall: MODEL_CALLS.gemini, thoughtSignature: 'abc' })}`,
      '// @ts-expect-error: a mistake is seen',
      "export const wrong: ToolUnion = { name: 'wrong', inputSchema: { type: 'object' } }"
    ]
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    writeFileSync(path.join(generated, 'providers.mts'), lines.join('\n'))
    t.strictSame(await runChecker('tsc', [...options, 'providers.mts'], generated), { code: 0, output: '' })
  })

t.test('OpenAI gets the output schema of the definition', async t => {
  const [, ...namespaces] = listOf('openai-responses', COMPLETE).tools
  const lost = namespaces
    .flatMap(({ tools }) => tools)
    .filter(
      ({ name, output_schema }) =>
        String(pathsOf(output_schema.properties.data)) !== String(pathsOf(publicSchema(toJsonSchema(outputOf(catalog.get(name))))))
    )
  t.strictSame(
    lost.map(({ name }) => name),
    []
  )
})
