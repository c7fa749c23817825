import { splitRoute, takesBody } from '../../../contract/catalog.ts'
import { type Given, type GoodExample, shownExample } from '../../../contract/examples.ts'
import type { Operation } from '../../../contract/operation.ts'
import { toldOf } from '../../../contract/render.ts'
import { inputOf } from '../../../contract/reserved.ts'
import { callerSchema } from '../../../contract/schema.ts'

type Input = Record<string, unknown>

const NONE: Pick<GoodExample<Input, unknown>, 'input' | 'given' | 'tested_elsewhere'> = { input: {} }

/** The request of an operation, with the first example that works as it stands. */
export function itemOf(operation: Operation): object {
  const example = shownExample(operation) ?? NONE
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
  const properties = Object.entries(callerSchema(inputOf(operation)).properties ?? {})
  const inPath = properties.filter(([name]) => path.split('/').includes(`:${name}`))
  const others = properties.filter(property => !inPath.includes(property))
  const query = takesBody(method) ? [] : others.flatMap(([name, { description }]) => parametersOf(name, input[name], description))
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => others.some(([other]) => other === name)))
  return {
    method,
    description: toldOf(operation),
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(takesBody(method) ? [{ key: 'Content-Type', value: 'application/json' }] : [])
    ],
    url: {
      raw: `{{base_url}}${path}`,
      host: ['{{base_url}}'],
      path: path.slice(1).split('/'),
      query,
      variable: inPath.map(([key, { description }]) => ({ key, value: encoded(input[key] ?? ''), description }))
    },
    ...(takesBody(method) && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } })
  }
}

/** What the example leaves out is there to be switched on. */
const parametersOf = (key: string, value: unknown, description = ''): object[] =>
  value === undefined
    ? [{ key, value: '', description, disabled: true }]
    : [value].flat().map(item => ({ key, value: encoded(item), description }))

/** Postman leaves most signs as they are, but not what stands for a variable. */
const encoded = (value: unknown): string => (String(value).startsWith('{{') ? String(value) : encodeURIComponent(String(value)))

const script = (listen: 'prerequest' | 'test', exec: string[]): object => ({ listen, script: { type: 'text/javascript', exec } })

const variable = ({ id }: Operation, name: string): string => `${id}_${name}`

/** Some operations need what another answers: it is called first. */
const before = (operation: Operation, { operation: other, input, as }: Given): string[] => [
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

/** A job that is at its end, or a program that is not installed, makes no example fail: what counts there is that the answer says so. */
const after = (operation: Operation, works: boolean): string[] => [
  'const answer = pm.response.json()',
  works
    ? `pm.test('is done', () => pm.expect(pm.response.code, pm.response.text()).to.be.oneOf(${JSON.stringify(operation.success)}))`
    : "pm.test('is done, or says why not', () => pm.expect(answer.success || answer.error.message.length > 0).to.equal(true))",
  works
    ? "pm.test('answers in the envelope', () => pm.expect(answer).to.include.keys('data', 'metadata'))"
    : `pm.test('is no failure of the gateway', () => pm.expect(pm.response.code).to.not.equal(500))`,
  `if (answer.success) pm.test('is that operation', () => pm.expect(answer.metadata.operation).to.equal('${operation.id}'))`
]
