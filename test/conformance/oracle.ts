import { closedSchema } from '../../src/catalog/json-schema.ts'

/** An operation of the served document, with its references resolved. Headers are not its input: those worth sending are in fuzz/cases.ts. */
export interface Described {
  id: string
  method: string
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown>; example?: unknown }[]
  body?: { schema: Record<string, unknown>; examples: Record<string, unknown>[] }
  responses: Record<string, { content?: Record<string, { schema?: Record<string, unknown> }> }>
  raw: Record<string, unknown>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

type Schema = Record<string, unknown>

/**
 * The operations of the document, and a check of responses against it. The oracle of the fuzz test is the document that the gateway
 * itself serves.
 */
export async function readDocument(
  document: object
): Promise<{ operations: Described[]; judge: (operation: Described, answer: Answer) => string[] }> {
  const { default: parser } = await import('@apidevtools/json-schema-ref-parser')
  const spec = await parser.dereference(structuredClone(document))
  const fits = await makeValidator()
  return { operations: describe(spec), judge: (operation, answer) => judge(operation, answer, fits) }
}

function describe(spec): Described[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => {
      const json = raw.requestBody?.content['application/json']
      const examples = [...(json?.example ? [json.example] : []), ...Object.values(json?.examples ?? {}).map(({ value }) => value)]
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        parameters: (raw.parameters ?? []).filter(({ in: place }) => place !== 'header'),
        ...(json && { body: { schema: json.schema, examples } }),
        responses: raw.responses,
        raw
      }
    })
  )
}

type Fits = (schema: Schema, value: unknown) => string | undefined

/** Closes objects that are not declared open: a response must not contain undeclared properties. */
async function makeValidator(): Promise<Fits> {
  const [{ default: Ajv }, { default: addFormats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  const compiled = new WeakMap()
  return (schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile(closedSchema(schema))
    compiled.set(schema, check)
    return check(value) ? undefined : ajv.errorsText(check.errors).slice(0, 500)
  }
}

/** The differences of a response from the document; empty if it conforms. */
function judge(operation: Described, { status, headers, text }: Answer, fits: Fits): string[] {
  const declared = operation.responses[status]
  if (!declared) return [`the status ${status} is not declared: ${text.slice(0, 200)}`]
  const problems = headers.get('x-request-id') ? [] : ['there is no X-Request-Id']
  if (status >= 500 && status !== 503) problems.push(`a failure of the gateway: ${text.slice(0, 300)}`)
  if ((status === 429 || status === 503) && !headers.get('retry-after') && !text.includes('CONFIGURATION_ERROR'))
    problems.push(`no Retry-After with ${status}`)
  if (!declared.content) return text === '' ? problems : [...problems, `a body with ${status}, which has none`]
  const type = headers.get('content-type')?.split(';')[0] ?? 'none'
  const media = declared.content[type]
  if (!media) return [...problems, `the media type ${type} is not declared for ${status}`]
  const parts = media.schema?.['x-toolgate-parts']
  if (status < 300 && parts) return [...problems, ...judgeParts(parts, type, text, fits)]
  if (type === 'text/event-stream') return [...problems, ...judgeEvents(operation, text, fits)]
  const problem = type.endsWith('json') && media.schema ? fits(media.schema, JSON.parse(text)) : undefined
  return problem ? [...problems, `the body of ${status} does not fit: ${problem}: ${text.slice(0, 300)}`] : problems
}

/** Checks each line, or each event, against its declared schema. */
function judgeParts(parts: Record<string, Schema>, type: string, text: string, fits: Fits): string[] {
  const said =
    type === 'text/event-stream'
      ? [...text.matchAll(/^event: (\w+)\n(?:id: .*\n)?data: (.*)$/gm)].map(([, name = '', data = '']) => ({ name, data }))
      : text
          .split('\n')
          .filter(line => line !== '')
          .map(data => ({ name: 'line', data }))
  return said.flatMap(({ name, data }) => {
    const part = parts[name]
    const problem = part ? fits(part, JSON.parse(data)) : 'it is not declared'
    return problem ? [`the ${name} does not fit: ${problem}: ${data.slice(0, 300)}`] : []
  })
}

/** The last event has the content of the JSON response. */
function judgeEvents(operation: Described, text: string, fits: Fits): string[] {
  const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({ name, data: JSON.parse(data) }))
  const last = events.at(-1)
  if (last?.name !== 'result' && last?.name !== 'error') return [`the stream ends with ${last?.name ?? 'nothing'}`]
  const responses = Object.entries(operation.responses)
  const wanted = responses.filter(([status]) => (last.name === 'result') === Number(status) < 300)
  const schemas = wanted.flatMap(([, { content }]) => content?.['application/json']?.schema ?? [])
  const problems = schemas.map(schema => fits(schema, last.data))
  return problems.includes(undefined) ? [] : [`the event ${last.name} does not fit: ${problems[0]}`]
}
