import { sendsBody, splitRoute } from '../../../catalog/catalog.ts'
import { primaryExample } from '../../../catalog/describe.ts'
import { callerSchema } from '../../../catalog/json-schema.ts'
import { inputOf } from '../../../catalog/reserved-inputs.ts'
import type { ExampleSetup, SuccessExample } from '../../../contract/examples.ts'
import type { Operation } from '../../../contract/operation.ts'
import { modelDescription } from '../../../pipeline/render.ts'

type Input = Record<string, unknown>

const NONE: Pick<SuccessExample<Input, unknown>, 'input' | 'given' | 'tested_elsewhere'> = { input: {} }

/** Returns the request of an operation, with its primary example. */
export function itemOf(operation: Operation): object {
  const example = primaryExample(operation) ?? NONE
  const works = example.tested_elsewhere === undefined
  const given = works ? example.given : undefined
  const input = {
    ...example.input,
    ...Object.fromEntries(Object.keys(given?.as ?? {}).map(name => [name, `{{${variable(operation, name)}}}`]))
  }
  return {
    name: operation.id,
    event: [...(given ? [script('prerequest', before(operation, given))] : []), script('test', after(operation, works))],
    request: requestOf(operation, input),
    response: []
  }
}

function requestOf(operation: Operation, input: Input): object {
  const [method, path] = splitRoute(operation)
  const { idempotency_key: key, ...known } = callerSchema(inputOf(operation)).properties ?? {}
  const properties = Object.entries(known)
  const inPath = properties.filter(([name]) => path.split('/').includes(`:${name}`))
  const others = properties.filter(property => !inPath.includes(property))
  const hasBody = sendsBody(method) && others.length > 0
  const query = sendsBody(method) ? [] : others.flatMap(([name, { description }]) => parametersOf(name, input[name], description))
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => others.some(([other]) => other === name)))
  return {
    method,
    description: modelDescription(operation),
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(hasBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...(key ? [{ key: 'Idempotency-Key', value: '', description: key.description, disabled: true }] : [])
    ],
    url: {
      raw: `{{base_url}}${path}`,
      host: ['{{base_url}}'],
      path: path.slice(1).split('/'),
      query,
      variable: inPath.map(([key, { description }]) => ({ key, value: encoded(input[key] ?? ''), description }))
    },
    ...(hasBody && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } })
  }
}

/** Properties that the example omits are included but disabled. */
const parametersOf = (key: string, value: unknown, description = ''): object[] =>
  value === undefined
    ? [{ key, value: '', description, disabled: true }]
    : [value].flat().map(item => ({ key, value: encoded(item), description }))

/** Postman does not encode values. Variables must stay as they are. */
const encoded = (value: unknown): string => (String(value).startsWith('{{') ? String(value) : encodeURIComponent(String(value)))

const script = (listen: 'prerequest' | 'test', exec: string[]): object => ({ listen, script: { type: 'text/javascript', exec } })

const variable = ({ id }: Operation, name: string): string => `${id}_${name}`

/** Calls the operation first whose response the example needs. */
const before = (operation: Operation, { operation: other, input, as }: ExampleSetup): string[] => [
  'pm.sendRequest({',
  `  url: pm.variables.replaceIn('{{base_url}}/v1/operations/${other}'),`,
  "  method: 'POST',",
  "  header: { 'Content-Type': 'application/json', ...(pm.variables.get('api_key') && { 'X-API-Key': pm.variables.get('api_key') }) },",
  `  body: { mode: 'raw', raw: JSON.stringify(${JSON.stringify(input)}) }`,
  '}, (_, answer) => {',
  '  const { data = {} } = answer.json()', // it may be there already
  ...Object.entries(as).map(([to, from]) => `  pm.variables.set('${variable(operation, to)}', data.${from})`),
  '})'
]

/** An example that may fail, such as for a program that is not installed, passes if the response explains why. */
const after = (operation: Operation, works: boolean): string[] => [
  'const answer = pm.response.json()',
  works
    ? `pm.test('succeeds', () => pm.expect(pm.response.code, pm.response.text()).to.be.oneOf(${JSON.stringify(operation.success)}))`
    : "pm.test('succeeds, or explains why not', () => pm.expect(answer.success || answer.error.message.length > 0).to.equal(true))",
  works
    ? "pm.test('returns the envelope', () => pm.expect(answer).to.include.keys('data', 'metadata'))"
    : `pm.test('is not an internal error', () => pm.expect(pm.response.code).to.not.equal(500))`,
  `if (answer.success) pm.test('is the response of the operation', () => pm.expect(answer.metadata.operation).to.equal('${operation.id}'))`
]
