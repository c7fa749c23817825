import type { Described } from '../../oracle.ts'
import type { Forbids } from './forbids.ts'
import { type Input, type Item, itemOf, OF_THE_GATEWAY } from './items.ts'
import type { Varied } from './judge.ts'
import { type Sent, send } from './send.ts'

const FIELDS = {
  requiredFields: { enabled: true },
  minimumNumberFields: { enabled: true },
  maximumNumberFields: { enabled: true },
  minLengthFields: { enabled: true },
  maxLengthFields: { enabled: true }
}
const TESTS = { statusCode: { enabled: true }, contentType: { enabled: true }, jsonBody: { enabled: true } }

/** How many assertions Portman makes of each refusal by these. Its schema is judged as that of any answer: Portman would compile it five thousand times. */
export const ASSERTIONS = Object.keys(TESTS).length

/** Each request once without each thing required, and once with each number and text below its least and above its most. */
export const NEGATIVE_TESTS = {
  variationTests: [
    {
      openApiOperation: '*::/*',
      openApiResponse: '400::application/json',
      variations: [
        {
          name: 'refused',
          fuzzing: [{ requestBody: [FIELDS], requestQueryParams: [FIELDS] }],
          tests: { contractTests: [TESTS] }
        }
      ]
    }
  ]
}

/** What has no limit that Portman varies: they take nothing, or what stands in a path, or an open object. */
export const TAKE_NOTHING: readonly string[] = [
  'toolgate_health',
  'toolgate_readiness',
  'toolgate_openapi',
  'toolgate_get_operation',
  'toolgate_call',
  'toolgate_check',
  'toolgate_list_systems',
  'toolgate_get_system',
  'toolgate_list_instances',
  'toolgate_test_instance',
  'toolgate_list_dialects',
  'toolgate_get_gpt_pack',
  'toolgate_explain_error',
  'jobs_get_results'
]

/** Texts are made one longer than they may be: those of files would make a collection of hundreds of megabytes, and more than a body may hold. */
const LONGEST = 1_000_000

export const withoutLongTexts = (document: object): object =>
  JSON.parse(JSON.stringify(document, (key, value) => (key === 'maxLength' && value > LONGEST ? undefined : value)))

export type Fill = (schema: object) => unknown

/** Of each thing that an operation takes its example, or what fits: Portman varies only what it finds. */
export function wholeItemOf(operation: Described, fill: Fill, forbids: Forbids): Item {
  const { id, parameters, body } = operation
  const values: Input = {
    ...Object.fromEntries(parameters.map(({ name, schema, example }) => [name, example ?? plain(fill(schema))])),
    ...(body && Object(plain(fill(body.schema)))),
    ...body?.examples[0],
    ...OF_THE_GATEWAY[id]
  }
  // What was made plain may no longer fit its pattern.
  for (const place of forbids(operation, itemOf(operation, values))) delete values[place.replace(/\W.*/, '')]
  const whole = itemOf(operation, values)
  const wrong = forbids(operation, whole)
  if (wrong.length > 0) throw new Error(`nothing was made of ${id} that its document allows: ${wrong}`)
  return whole
}

/** Without signs that mean something to Portman. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? inner.replace(/[^\w .:/@-]/g, 'a') : inner))

export const variationsOf = ({ item }: { item: readonly Item[] }): Item[] =>
  requestsIn(item.find(({ name }) => name === 'Variation Tests') ?? { name: 'none', item: [] })

const requestsIn = (item: Item): Item[] => (item.item ? item.item.flatMap(requestsIn) : [item])

/** One after the other in two processes, since newman takes longer than the gateway. Tests of a refusal are of no use where none is due. */
export async function sendVariations(folder: string, url: string, varied: readonly (Varied & { item: Item })[]): Promise<Sent[]> {
  const items = varied.map(({ item: { event = [], ...item }, places }) => (places.length > 0 ? { ...item, event } : item))
  const half = Math.ceil(items.length / 2)
  const halves = [items.slice(0, half), items.slice(half)]
  return (await Promise.all(halves.map((item, place) => send(folder, `negative-${place}`, url, { item })))).flat()
}
