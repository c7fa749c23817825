import type { Described } from '../../oracle.ts'
import { type Input, type Item, itemOf, OF_THE_GATEWAY } from './items.ts'
import type { Varied } from './judge.ts'
import { type Sent, send } from './send.ts'
import type { Forbids } from './violations.ts'

const FIELDS = {
  requiredFields: { enabled: true },
  minimumNumberFields: { enabled: true },
  maximumNumberFields: { enabled: true },
  minLengthFields: { enabled: true },
  maxLengthFields: { enabled: true }
}
const TESTS = { statusCode: { enabled: true }, contentType: { enabled: true }, jsonBody: { enabled: true } }

/**
 * Number of assertions that Portman makes of each refusal with these. The schema of a refusal is checked with the other responses:
 * Portman would compile it five thousand times.
 */
export const ASSERTIONS = Object.keys(TESTS).length

/** Each request once without each required property, and once with each number and text below its minimum and above its maximum. */
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

/** Operations without a limit that Portman varies: no input, only path parameters, or an open object. */
export const TAKE_NOTHING: readonly string[] = [
  'toolgate_health',
  'toolgate_readiness',
  'toolgate_get_operation',
  'toolgate_call',
  'toolgate_check',
  'toolgate_list_systems',
  'toolgate_get_system',
  'toolgate_list_instances',
  'toolgate_test_instance',
  'toolgate_list_dialects',
  'toolgate_get_gpt_pack',
  'toolgate_get_webhook_secret',
  'toolgate_explain_error',
  'jobs_cancel',
  'jobs_delete',
  'jobs_pause',
  'jobs_reconcile',
  'jobs_resume',
  'jobs_retry',
  'jobs_undo',
  'toolgate_get_access'
]

/**
 * Texts are one character longer than allowed. Those of files would exceed the maximum of a body, and make a collection of hundreds of
 * megabytes.
 */
const LONGEST = 1_000_000

export const withoutLongTexts = (document: object): object =>
  JSON.parse(JSON.stringify(document, (key, value) => (key === 'maxLength' && value > LONGEST ? undefined : value)))

export type Fill = (schema: object) => unknown

/** Every input of an operation with its example or a valid value: Portman varies only values that it finds. */
export function wholeItemOf(operation: Described, fill: Fill, forbids: Forbids): Item {
  const { id, parameters, body } = operation
  const values: Input = {
    ...Object.fromEntries(parameters.map(({ name, schema, example }) => [name, example ?? plain(fill(schema))])),
    ...(body && Object(plain(fill(body.schema)))),
    ...body?.examples[0],
    ...OF_THE_GATEWAY[id]
  }
  // A text without special characters may no longer match its pattern.
  for (const place of forbids(operation, itemOf(operation, values))) delete values[place.replace(/\W.*/, '')]
  const whole = itemOf(operation, values)
  const wrong = forbids(operation, whole)
  if (wrong.length > 0) throw new Error(`nothing was made of ${id} that its document allows: ${wrong}`)
  return whole
}

/** Without characters that have a meaning for Portman. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? inner.replace(/[^\w .:/@-]/g, 'a') : inner))

export const variationsOf = ({ item }: { item: readonly Item[] }): Item[] =>
  requestsIn(item.find(({ name }) => name === 'Variation Tests') ?? { name: 'none', item: [] })

const requestsIn = (item: Item): Item[] => (item.item ? item.item.flatMap(requestsIn) : [item])

/** Sequentially in two processes, because newman takes longer than the gateway. Tests of a refusal are removed from allowed requests. */
export async function sendVariations(folder: string, url: string, varied: readonly (Varied & { item: Item })[]): Promise<Sent[]> {
  const items = varied.map(({ item: { event = [], ...item }, places }) => (places.length > 0 ? { ...item, event } : item))
  const half = Math.ceil(items.length / 2)
  const halves = [items.slice(0, half), items.slice(half)]
  return (await Promise.all(halves.map((item, place) => send(folder, `negative-${place}`, url, { item })))).flat()
}
