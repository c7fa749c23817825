import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'

type Node = Record<string, unknown>

// Parsed from JSON, as by every reader.
const documents = [...(await generateFiles())].flatMap(([file, text]): [string, Node][] =>
  /^openapi\/(openapi|(systems|gpt)\/[\w-]+)\.json$/.test(file) ? [[file, JSON.parse(text)]] : []
)
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const asNode = (value: unknown): Node => (isNode(value) ? value : {})

function* operationsOf(document: Node): Generator<Node & { operationId: string }> {
  for (const item of Object.values(asNode(document['paths'])))
    for (const operation of Object.values(asNode(item)).filter(isNode))
      yield { ...operation, operationId: String(operation['operationId']) }
}

/** A node, or the target of its reference. */
function resolved(document: Node, node: unknown): Node {
  const { $ref } = asNode(node)
  if (typeof $ref !== 'string') return asNode(node)
  const steps = $ref.slice(2).split('/')
  return asNode(steps.reduce<unknown>((found, step) => asNode(found)[step], document))
}

/** Keywords whose values generators write into comments. Named `examples` of media types are data. */
const COMMENTED = ['description', 'summary', 'title', 'default', 'example']

function* commentsIn(value: unknown, at = ''): Generator<[at: string, text: string]> {
  if (Array.isArray(value)) for (const [place, item] of value.entries()) yield* commentsIn(item, `${at}/${place}`)
  for (const [key, child] of Object.entries(asNode(value))) {
    const isComment = COMMENTED.includes(key) && !at.endsWith('/properties') && !at.includes('/examples/')
    if (isComment && !isNode(child)) yield [`${at}/${key}`, String(child)]
    yield* commentsIn(child, `${at}/${key}`)
  }
}

/** Generators write names in their own case: `call_mode`, `CallMode` and `call-mode` are one name to them. */
const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()

const repeated = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, bare).values()].filter(({ length }) => length > 1).map(alike => alike.join(', '))

for (const [file, document] of documents)
  t.test(`${file} meets the requirements of client generators`, async t => {
    t.test('the first success of an operation is its JSON', async t => {
      const without = [...operationsOf(document)].flatMap(({ operationId, responses }) => {
        const [first] = Object.entries(asNode(responses)).filter(([status]) => status.startsWith('2'))
        const { content } = resolved(document, first?.[1])
        return Object.keys(asNode(content))[0] === 'application/json' ? [] : [operationId]
      })
      t.strictSame(without, [])
    })

    t.test('no text ends the comment that contains it', async t => {
      const texts = [...commentsIn(document)]
      t.ok(texts.length > 0)
      t.strictSame(
        texts.filter(([, text]) => text.includes('*/')),
        []
      )
    })

    t.test('each component has a unique name, whatever its kind and case', async t => {
      const { securitySchemes: _schemes, headers: _headers, ...components } = asNode(document['components'])
      t.strictSame(repeated(Object.values(components).flatMap(kind => Object.keys(asNode(kind)))), [])
    })

    t.test('each input has one location: path, query, header or body', async t => {
      const twice = [...operationsOf(document)].flatMap(({ operationId, parameters, requestBody }) => {
        const given = [parameters ?? []].flat().map(parameter => String(resolved(document, parameter)['name']))
        const { schema } = asNode(asNode(asNode(requestBody)['content'])['application/json'])
        const inBody = Object.keys(asNode(asNode(schema)['properties']))
        const names = repeated([...given, ...inBody])
        return names.length > 0 ? [`${operationId}: ${names}`] : []
      })
      t.strictSame(twice, [])
    })
  })

t.test('documents were read', async t => t.ok(documents.length > 5))
