import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { formOf } from '../../console/form/files.ts'
import { jsonText, parseJson } from '../../console/form/json-text.ts'
import {
  branches,
  branchOf,
  fits,
  initialOf,
  isNullable,
  isObject,
  kindOf,
  numberOf,
  numberText,
  optionsOf,
  plain,
  propertiesOf,
  RESERVED,
  type Schema,
  unknownNames
} from '../../console/form/schema.ts'
import { issuesAt, issuesElsewhere, type Path, pathText, valueAt, withValue } from '../../console/form/value.ts'
import { toDetail } from '../../src/catalog/describe.ts'
import { RESERVED_INPUTS } from '../../src/catalog/reserved-inputs.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const catalog = await loadCatalog(path.join(ROOT, 'src/tools'))
const entries = catalog.operations.map(operation => toDetail(operation))

interface Media {
  schema: Schema
  examples?: Record<string, { value: unknown }>
}
interface Documented {
  operationId: string
  parameters?: { $ref?: string; in: string; name: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, Media> }
}
interface Document {
  paths: Record<string, Record<string, Documented>>
}

/** Every input of the OpenAPI documents: parameters and bodies as one object each, with the examples. */
const documented = ['.', 'systems'].flatMap(folder => {
  const place = path.join(ROOT, 'openapi', folder)
  return readdirSync(place)
    .filter(file => file.endsWith('.json') && file !== 'released.json')
    .flatMap(file => inputsOf(JSON.parse(readFileSync(path.join(place, file), 'utf8'))))
})

function inputsOf(document: Document): { id: string; schema: Schema; examples: unknown[] }[] {
  const at = (ref: string): unknown => valueAt(document, ref.slice(2).split('/'))
  const resolved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolved)
    if (!isObject(node)) return node
    if (typeof node['$ref'] === 'string') return resolved(at(node['$ref']))
    return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, resolved(one)]))
  }
  const schemaOf = (node: unknown): Schema => {
    const schema = resolved(node)
    return isObject(schema) ? schema : {}
  }
  return Object.values(document.paths).flatMap(methods =>
    Object.values(methods).flatMap(({ operationId: id, parameters = [], requestBody }) => {
      if (id === undefined) return []
      const own = parameters.map(one => resolved(one)).filter(isObject)
      const query = own.filter(one => one['in'] !== 'header').map(one => [String(one['name']), schemaOf(one['schema'])])
      const bodies = Object.values(requestBody?.content ?? {}).map(({ schema, examples = {} }) => ({
        id,
        schema: schemaOf(schema),
        examples: Object.values(examples).map(({ value }) => value)
      }))
      return [{ id, schema: { type: 'object', properties: Object.fromEntries(query) }, examples: [] }, ...bodies]
    })
  )
}

/** The paths of the values that the controls of the form offer. */
function offered(schema: Schema, at: string): string[] {
  const here = [at]
  switch (kindOf(schema)) {
    case 'object':
      return [...here, ...propertiesOf(schema).flatMap(({ name, schema: child }) => offered(child, `${at}.${name}`))]
    case 'list':
      return [...here, ...offered(plain(schema).items ?? {}, `${at}[]`)]
    case 'record': {
      const { additionalProperties } = plain(schema)
      return [...here, ...offered(typeof additionalProperties === 'object' ? additionalProperties : {}, `${at}.*`)]
    }
    case 'choice':
      return [...here, ...branches(schema).flatMap(branch => offered(branch.schema, at))]
    default:
      return here
  }
}

/** The paths of the values that a schema describes, read without the form's own modules. */
function described(schema: Schema, at: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties: more } = schema
  return [
    at,
    ...Object.entries(properties).flatMap(([name, child]) => described(child, `${at}.${name}`)),
    ...(items ? described(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap(branch => described(branch, at)),
    ...(typeof more === 'object' ? described(more, `${at}.*`) : [])
  ]
}

/** Enters a value into an empty form, control by control, as a user types it. */
function typed(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (!fits(schema, value)) return viaText(value)
  switch (kindOf(schema)) {
    case 'number':
      return numberOf(numberText(value))
    case 'boolean':
      return [true, false][[true, false].indexOf(value === true)]
    case 'enum':
      return optionsOf(schema)[optionsOf(schema).indexOf(value)]
    case 'object':
      return isObject(value) ? ofObject(schema, value) : value
    case 'record': {
      const { additionalProperties } = plain(schema)
      const child = typeof additionalProperties === 'object' ? additionalProperties : {}
      return Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([name, one]) => [name, typed(child, one)]))
    }
    case 'list':
      return (Array.isArray(value) ? value : []).reduce<unknown>((list, item, at) => {
        const added = withValue(list, [at], initialOf(plain(schema).items ?? {}))
        return withValue(added, [at], typed(plain(schema).items ?? {}, item))
      }, [])
    case 'choice':
      return typed(branches(schema)[branchOf(schema, value) ?? -1]?.schema ?? {}, value)
    case 'json':
      return viaText(value)
    default:
      return String(value)
  }
}

const ofObject = (schema: Schema, value: Record<string, unknown>): unknown =>
  [...propertiesOf(schema), ...unknownNames(schema, value).map(name => ({ name, schema: {} }))]
    .filter(({ name }) => Object.hasOwn(value, name))
    .reduce<unknown>((object, { name, schema: child }) => withValue(object, [name], typed(child, value[name])), {})

function viaText(value: unknown): unknown {
  const parsed = parseJson(jsonText(value))
  return parsed.problem ? parsed.problem : parsed.value
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map(name => [name, sorted(value[name])])
        )
      : value

t.test('the form offers every property of every input of the documents and of the catalog', t => {
  t.ok(documented.length > 600, `${documented.length} inputs`)
  let places = 0
  for (const { id, schema } of [...documented, ...entries.map(({ id, input }) => ({ id, schema: input as Schema }))]) {
    const all = new Set(offered(schema, ''))
    const missing = described(schema, '').filter(place => !all.has(place))
    places += all.size
    if (missing.length > 0) t.strictSame(missing, [], id)
  }
  t.ok(places > 9_000, `${places} places`)
  t.end()
})

t.test('only values without a type are edited as JSON', t => {
  const free = (schema: Schema, at: string): string[] =>
    kindOf(schema) === 'json'
      ? [at]
      : [
          ...propertiesOf(schema).flatMap(({ name, schema: child }) => free(child, `${at}.${name}`)),
          ...(plain(schema).items && kindOf(schema) === 'list' ? free(plain(schema).items ?? {}, `${at}[]`) : [])
        ]
  t.strictSame(
    entries.flatMap(({ id, input }) => free(input as Schema, id)),
    []
  )
  t.end()
})

t.test('form → JSON → form is the identity for every example of every operation', t => {
  let count = 0
  const examples = [
    ...documented.flatMap(({ id, schema, examples }) => examples.map(value => ({ id, schema, value }))),
    ...entries.flatMap(({ id, input, examples }) =>
      examples.map(example => ({ id, schema: input as Schema, value: 'input' in example ? example.input : {} }))
    )
  ]
  for (const { id, schema, value } of examples) {
    const entered = typed(schema, value)
    const back = parseJson(jsonText(entered))
    count += 1
    if (
      JSON.stringify(sorted(entered)) !== JSON.stringify(sorted(value)) ||
      back.problem ||
      JSON.stringify(back.value) !== JSON.stringify(entered)
    )
      t.strictSame(back.problem ?? back.value, value, id)
  }
  t.ok(count > 1_000, `${count} examples`)
  t.end()
})

t.test('the reserved inputs are those of the gateway', t => {
  t.strictSame([...RESERVED].sort(), [...RESERVED_INPUTS].sort())
  t.end()
})

t.test('constants, unions, nullable values, records and discriminated branches have controls', t => {
  const shape: Schema = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] },
      { type: 'object', properties: { kind: { const: 'box' }, sides: { type: 'array', items: { type: 'integer' } } }, required: ['kind'] }
    ]
  }
  t.equal(kindOf(shape), 'choice')
  t.strictSame(
    branches(shape).map(({ label }) => label),
    ['circle', 'box']
  )
  t.equal(branchOf(shape, { kind: 'box', sides: [1] }), 1)
  t.strictSame(initialOf(branches(shape)[1]?.schema ?? {}), { kind: 'box' })
  t.notOk(fits(shape, { kind: 'star' }), 'a value of no branch is edited as JSON')
  const nullable: Schema = { anyOf: [{ type: 'string', maxLength: 10 }, { type: 'null' }], description: 'A text' }
  t.equal(kindOf(nullable), 'string')
  t.ok(isNullable(nullable))
  t.equal(plain(nullable).description, 'A text')
  t.equal(kindOf({ type: ['integer', 'null'] }), 'number')
  t.equal(kindOf({ const: 7 }), 'enum')
  t.strictSame(optionsOf({ anyOf: [{ const: 'a' }, { const: 2 }, { type: 'null' }] }), ['a', 2])
  t.equal(kindOf({ type: 'object', additionalProperties: { type: 'number' } }), 'record')
  t.equal(kindOf({ type: 'string' }), 'text', 'several lines')
  t.equal(kindOf({ type: 'string', format: 'date-time' }), 'string')
  t.equal(kindOf({ type: ['string', 'number'] }), 'json')
  const any = { shape: { kind: 'box', sides: [1, 2] }, labels: { a: 1, b: 2 }, note: null, more: { deep: [true, null] } }
  const schema: Schema = {
    type: 'object',
    properties: { shape, labels: { type: 'object', additionalProperties: { type: 'number' } }, note: nullable }
  }
  t.strictSame(typed(schema, any), any)
  t.end()
})

t.test('a number keeps what was typed until it is one', t => {
  t.equal(numberOf('1.50'), 1.5)
  t.equal(numberOf('1.'), '1.')
  t.equal(numberOf('9007199254740993'), '9007199254740993', 'a number that cannot be held is not rounded')
  t.equal(numberOf('0x10'), '0x10')
  t.notOk(fits({ type: 'integer' }, '5'), 'a text of digits is not mistaken for a number')
  t.end()
})

t.test('JSON text is read as JSON.parse reads it, and jsonText writes what is read', t => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const exact = (one: unknown): boolean =>
        typeof one === 'number'
          ? !Number.isInteger(one) || Number.isSafeInteger(one)
          : typeof one !== 'object' || one === null || Object.values(one).every(exact)
      fc.pre(exact(value))
      const { value: read, problem } = { value: undefined, ...parseJson(jsonText(value)) }
      return problem === undefined && JSON.stringify(read) === JSON.stringify(value)
    })
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().chain(text => fc.nat(text.length).map(at => text.slice(0, at) + text.slice(at + 1)))
      ),
      text => {
        const isValid = ((): boolean => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        const { problem } = { problem: undefined, ...parseJson(text) }
        return isValid ? problem === undefined || /twice|exactly/.test(problem.message) : problem !== undefined
      }
    )
  )
  t.end()
})

t.test('invalid JSON is reported with its line and column, and nothing is dropped silently', t => {
  const at = (text: string) => {
    const { problem } = { problem: undefined, ...parseJson(text) }
    return problem && [problem.line, problem.column, problem.message]
  }
  t.strictSame(at('{\n  "a": 1,\n  "b": tru\n}'), [3, 8, 'A value is expected: text in double quotes, a number, true, false, null, { or ['])
  t.match(at('{"a": 1 "b": 2}'), [1, 9, /comma/])
  t.match(at('{"a": 1,}'), [1, 9, /name in double quotes/])
  t.match(at('{"a": 1, "a": 2}'), [1, 10, /given twice/])
  t.match(at('{"id": 12345678901234567890}'), [1, 8, /exactly/])
  t.match(at('{"a": "x\ny"}'), [1, 9, /must be escaped/])
  t.match(at('{"a": "x'), [1, 7, /not closed/])
  t.match(at('[1] 2'), [1, 5, /continues/])
  t.match(at(''), [1, 1, /ends/])
  t.match(at('['.repeat(100)), [1, 66, /64 levels/])
  t.strictSame(parseJson('{"__proto__": {"x": 1}}'), { value: JSON.parse('{"__proto__": {"x": 1}}') })
  t.equal(jsonText('a\u202eb\u200d'), '"a\\u202eb\\u200d"', 'invisible characters are shown')
  const long = JSON.stringify('x'.repeat(5_000_000))
  t.equal(parseJson(long).problem, undefined, 'a long text needs no deep stack')
  t.end()
})

t.test('a change touches its place only, and keeps the order of the names', t => {
  const value = { a: 1, list: [{ x: 1 }, { x: 2 }], z: {} }
  const next = withValue(value, ['list', 1, 'x'], 3)
  t.strictSame(next, { a: 1, list: [{ x: 1 }, { x: 3 }], z: {} })
  t.equal(valueAt(next, ['z']), value.z)
  t.strictSame(withValue(value, ['list', 0], undefined), { a: 1, list: [{ x: 2 }], z: {} })
  t.strictSame(Object.keys(Object(withValue(value, ['a'], 5))), ['a', 'list', 'z'])
  t.strictSame(withValue(undefined, ['n', 0, 'x'], 1), { n: [{ x: 1 }] })
  t.end()
})

t.test('the issues of the gateway belong to the fields that they name', async t => {
  const operation = entries.find(({ id }) => id === 'calendar_bulk_create_events')
  t.ok(operation)
  const issues = ['', 'events[0].start', 'events[0].attendees[1].email', 'nonsense'].map(one => ({ path: one, message: 'is wrong' }))
  const at = (place: Path, whole = false) => issuesAt(issues, place, whole).map(issue => issue.path)
  t.strictSame(at(['events', 0, 'start']), ['events[0].start'])
  t.strictSame(at(['events'], true), ['events[0].start', 'events[0].attendees[1].email'])
  t.strictSame(at(['events']), [])
  t.strictSame(
    issuesElsewhere(issues, ['events']).map(issue => issue.path),
    ['', 'nonsense']
  )
  t.equal(pathText(['events', 0, 'attendees', 1, 'email']), 'events[0].attendees[1].email')
})

t.test('a form with files has a field per item, and the files as parts', async t => {
  const upload = {
    property: 'attachments',
    multiple: true,
    part: 'attachments',
    max_bytes: 1,
    filename: 'filename',
    media_type: 'media_type'
  }
  const inline = [{ filename: 'a.txt', media_type: 'text/plain', content_base64: 'aGk=' }]
  const form = formOf({ to: ['a@x.example', 'b@x.example'], confirm: true, attachments: inline }, upload, [new File(['x'], 'b.bin')])
  t.strictSame(form.getAll('to'), ['a@x.example', 'b@x.example'])
  t.equal(form.get('confirm'), 'true')
  const files = form.getAll('attachments').filter(one => one instanceof File)
  t.strictSame(
    files.map(file => file.name),
    ['a.txt', 'b.bin']
  )
  t.equal(await files[0]?.text(), 'hi')
})
