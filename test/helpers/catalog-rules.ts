import { isDeepStrictEqual } from 'node:util'
import { Compile } from 'typebox/schema'
import type { Catalog } from '../../src/contract/catalog.ts'
import { splitRoute } from '../../src/contract/catalog.ts'
import { isCommon, OperationError, type Reason } from '../../src/contract/errors.ts'
import type { Example } from '../../src/contract/examples.ts'
import { ceilingOf, type Operation } from '../../src/contract/operation.ts'
import { readInput } from '../../src/contract/read.ts'
import { messageFor } from '../../src/contract/render.ts'
import { inputOf, OPTIONS, RESERVED, RESERVED_GROUPS } from '../../src/contract/reserved.ts'
import { callerSchema, closed, type JsonSchema, plain } from '../../src/contract/schema.ts'
import { nodesOf, propertiesOf } from './schema-walk.ts'

/** What is wrong with an operation, in sentences; none where all is well. */
type Rule = (operation: Operation, catalog: Catalog) => string[]

const ID = /^[a-z][a-z0-9_]{2,62}$/
const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const SENTENCE = /^\S.*\S \S+ \S/

const unless = (fine: boolean, problem: string): string[] => (fine ? [] : [problem])
const inputs = (operation: Operation): JsonSchema => plain(operation.input)
const outputs = (operation: Operation): JsonSchema => plain(operation.output)

type Good = Extract<Example<unknown, unknown>, { output: unknown }>
type Bad = Extract<Example<unknown, unknown>, { error: unknown }>
export const goodExamples = ({ examples }: Operation): Good[] => examples.filter((example): example is Good => 'output' in example)

/** Those that can be asked as they stand: to the others the answer of another operation is given, such as the id of a job. */
export const ownExamples = (operation: Operation): Good[] => goodExamples(operation).filter(({ given }) => given === undefined)
export const badExamples = ({ examples }: Operation): Bad[] => examples.filter((example): example is Bad => 'error' in example)

const fittingExamples = (operation: Operation): Good[] =>
  goodExamples(operation).filter(({ input }) => read(operation, input) === undefined)

const undescribed = (schema: JsonSchema): string[] => [
  ...propertiesOf(schema)
    .filter(({ node }) => typeof node.description !== 'string' || node.description.trim().length < 3)
    .map(({ at }) => `${at} is not described`)
]

/** The seed's two documentation tables and the definition half of its checklist, under the names of their rows. */
export const SEED_RULES: Readonly<Record<string, Rule>> = {
  'Every tool interface MUST document: Purpose': ({ summary }) =>
    unless(SENTENCE.test(summary) && summary.length <= 300 && !summary.endsWith('.'), `the summary is no short phrase: ${summary}`),
  'Every tool interface MUST document: Tool exposure': ({ id, tool, name }, catalog) =>
    unless(ID.test(id) && id === `${tool.name}_${name}` && catalog.get(id) !== undefined, `${id} is not the name it is exposed by`),
  'Every tool interface MUST document: When to use': ({ description }) => [
    ...unless(description.length <= 1024 && description.length >= 40, `the description has ${description.length} characters`),
    ...unless(/\b[Uu]se (it|this)\b/.test(description), 'the description does not say when to use it ("Use it …")'),
    ...unless(
      /\b([Dd]o not|[Nn]ot|instead|[Nn]ever|only|use [a-z_]+)\b/.test(description),
      'the description does not say when not to use it'
    )
  ],
  'Every tool interface MUST document: Usage example': operation => unless(goodExamples(operation).length > 0, 'no example succeeds'),
  'Every tool interface MUST document: Response structure': operation => undescribed(outputs(operation)),
  'Every tool interface MUST document: Error cases': operation => [
    ...unless(badExamples(operation).length > 0, 'no example fails'),
    ...Object.entries(operation.errors).flatMap(([reason, when]) => unless(SENTENCE.test(when), `${reason} does not say when: ${when}`))
  ],
  'Every tool interface MUST document: Related services': ({ id, see_also }, catalog) => [
    ...unless(see_also.length > 0, 'see_also names nothing'),
    ...see_also
      .filter(other => catalog.get(other) === undefined || other === id)
      .map(other => `see_also names ${other}, which is none other`)
  ],
  'Request class MUST document: Each property': operation => undescribed(plain(inputOf(operation))),
  'Request class MUST document: Constraints': operation =>
    [...nodesOf(plain(inputOf(operation)))].flatMap(({ at, node }) => unlimited(at, node)),
  'Request class MUST document: Default values': operation => {
    const { properties = {}, required = [] } = callerSchema(inputOf(operation))
    return Object.entries(properties)
      .filter(([, node]) => node.default !== undefined)
      .flatMap(([name, node]) => [
        ...unless(!required.includes(name), `${name} has a default and is required`),
        ...unless(Compile(closed(node)).Check(node.default), `the default of ${name} does not fit it`)
      ])
  },
  'Checklist: interface with a request and a response type': ({ input, output }) =>
    unless(
      input.type === 'object' && output.type === 'object' && Object.keys(output.properties).length > 0,
      'input or output is no object'
    ),
  'Checklist: JSON usage examples': ({ examples }) =>
    examples
      .filter(({ input }) => !isDeepStrictEqual(JSON.parse(JSON.stringify(input)), input))
      .map(({ name }) => `the example ${name} is not JSON`)
}

function unlimited(at: string, node: JsonSchema): string[] {
  const given = (...keywords: string[]): boolean => keywords.some(keyword => node[keyword] !== undefined)
  if (node.type === 'array') return unless(given('maxItems'), `${at} may have any number of items`)
  if (node.type === 'integer' || node.type === 'number')
    return unless(given('minimum', 'exclusiveMinimum') && given('maximum', 'exclusiveMaximum'), `${at} has no range`)
  if (node.type === 'string')
    return unless(given('maxLength', 'enum', 'format') || isBounded(node['pattern']) || saysWhy(node), `${at} may be of any length`)
  return []
}

const saysWhy = ({ description = '' }: JsonSchema): boolean => /at most what fits into a request of 10 MB/.test(description)

const isBounded = (pattern: unknown): boolean => typeof pattern === 'string' && !/[*+]|\{\d+,\}/.test(pattern)

/** What the design asks of a definition beyond that. */
export const HOUSE_RULES: Readonly<Record<string, Rule>> = {
  'GET reads, and what destroys or writes is not GET': operation => {
    const [method] = splitRoute(operation)
    return unless(
      method !== 'GET' || ceilingOf(operation.permission) === 'read',
      `${operation.http} may ${ceilingOf(operation.permission)}`
    )
  },
  'a POST that reads takes an object, a list or long text': operation => {
    const [method] = splitRoute(operation)
    const long = ({ type, maxLength, enum: words }: JsonSchema): boolean =>
      type === 'object' ||
      type === 'array' ||
      (type === 'string' && words === undefined && (typeof maxLength !== 'number' || maxLength > 1024))
    const fine = Object.values(inputs(operation).properties ?? {}).some(long)
    return unless(method !== 'POST' || ceilingOf(operation.permission) !== 'read' || fine, 'it reads short values only, and is POST')
  },
  'the description of what destroys says what is lost': ({ permission, description }) =>
    unless(
      ceilingOf(permission) !== 'destructive' || /\b(lost|gone|for good|undone|no undo|no trash|permanent)/.test(description),
      'what is lost is not said'
    ),
  'descriptions have at most 700 characters': operation =>
    [...propertiesOf(plain(inputOf(operation))), ...propertiesOf(outputs(operation))]
      .filter(({ node }) => (node.description ?? '').length > 700)
      .map(({ at }) => `that of ${at} is longer`),
  'properties are snake_case, and short enough for every model': operation =>
    [...propertiesOf(plain(inputOf(operation))), ...propertiesOf(outputs(operation))]
      .filter(({ name }) => !SNAKE.test(name) || name.length > 64)
      .map(({ at }) => at),
  'inputs have no shape that a model cannot be given': operation => forbidden(plain(inputOf(operation))),
  'no definition takes a reserved name, but for those with a reason': operation =>
    Object.keys(operation.input.properties).filter(name => RESERVED.includes(name) && !mayTake(operation, name)),
  'no group is named as a scope that means something else': ({ group }) =>
    unless(group === undefined || !RESERVED_GROUPS.includes(group), `the group ${group}`),
  'a list answers items, next_cursor and total': ({ list, output }) =>
    unless(!list || ['items', 'next_cursor', 'total'].every(name => name in output.properties), 'one of them is lacking'),
  'a deadline is from one second to five minutes, but for those with a reason': ({ id, timeout_ms }) =>
    unless(timeout_ms >= 1000 && (timeout_ms <= 300_000 || LONGER[id] !== undefined), `${timeout_ms} ms`),
  'path parameters are required strings or numbers': operation => {
    const { properties = {}, required = [] } = callerSchema(operation.input)
    const parameters = [...operation.http.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    return parameters.filter(name => !required.includes(name) || !['string', 'integer'].includes(properties[name]?.type ?? ''))
  },
  'names are told apart: examples of an operation': ({ examples }) => {
    const names = examples.map(({ name }) => name)
    return names.filter((name, place) => names.indexOf(name) !== place || !SNAKE.test(name))
  },
  'examples say what is expected of them': ({ examples }) =>
    examples.filter(({ summary }) => summary.length < 5 || summary.length > 300).map(({ name }) => name),
  'good examples fit the input, and their answers the output': operation =>
    goodExamples(operation).flatMap(({ name, input, output }) => [
      ...unless(read(operation, input) === undefined, `the input of ${name}: ${read(operation, input)?.message}`),
      ...misfits(operation, name, output)
    ]),
  'failing examples fail for a declared or common reason, where they should': operation =>
    badExamples(operation).flatMap(({ name, input, error: { reason } }) => {
      const refusal = read(operation, input)
      return [
        ...unless(isCommon(reason) || operation.errors[reason] !== undefined, `${name} fails for ${reason}, which is not declared`),
        ...unless(refusal === undefined || refusal.reason === reason, `${name} is refused for ${refusal?.reason} already`)
      ]
    }),
  'only reasons that are not common are declared': operation =>
    Object.keys(operation.errors).filter(reason => REASONS_IN(operation).some(known => known === reason && isCommon(known))),
  'what takes its place exists, and its last day is a date': ({ deprecated }, catalog) =>
    deprecated
      ? [
          ...unless(catalog.get(deprecated.successor) !== undefined, `${deprecated.successor} does not exist`),
          ...unless(/^\d{4}-\d{2}-\d{2}$/.test(deprecated.sunset) && !Number.isNaN(Date.parse(deprecated.sunset)), deprecated.sunset)
        ]
      : [],
  'what is to be done is said in one line': operation =>
    fittingExamples(operation).flatMap(({ name, input }) => {
      const words = messageFor(operation, readInput(operation, input))
      return unless(words.length >= 5 && words.length <= 300 && !words.includes('undefined'), `${name}: ${words}`)
    }),
  'answers can be told in markdown': operation =>
    goodExamples(operation).flatMap(({ name, output }) => {
      const words = operation.markdown?.(output) ?? 'generic'
      return unless(words.trim().length > 0 && !/undefined|\[object/.test(words), `${name}: ${words}`)
    })
}

/** Operations whose deadline is longer, and why. */
const LONGER: Readonly<Record<string, string>> = {
  gcloud_run: 'a command may take five minutes, and what it had printed by then is answered after that'
}

/** Reserved names that a definition of ours takes all the same, and why. */
export const TAKEN: Readonly<Record<string, string>> = {
  'filesystem_read_file limit': 'lines of a window: the name under which every reader of files is known',
  'jobs_get wait': 'the seconds to wait for a change: what wait means everywhere, of a job'
}

/** What every bulk action takes has the meaning that it has elsewhere, but for max_items and confirm, which are those of a job. */
const OF_BULK: readonly string[] = ['dry_run', 'max_items', 'confirm', 'notify_url']

const mayTake = ({ id, kind, input }: Operation, name: string): boolean =>
  TAKEN[`${id} ${name}`] !== undefined ||
  (kind === 'bulk' && OF_BULK.includes(name)) ||
  Object.entries(OPTIONS).some(([option, schema]) => option === name && schema === input.properties[name])

const REASONS_IN = ({ errors }: Operation): Reason[] => Object.keys(errors).filter((reason): reason is Reason => reason in errors)

function forbidden(schema: JsonSchema): string[] {
  const root = ['anyOf', 'oneOf', 'allOf', 'enum', 'not']
    .filter(keyword => schema[keyword] !== undefined)
    .map(keyword => `the input itself has ${keyword}`)
  const below = [...nodesOf(schema)].flatMap(({ at, node }) => [
    ...['patternProperties', 'prefixItems', 'allOf', 'oneOf', 'not', 'const', 'if', '$ref', 'additionalItems', 'propertyNames']
      .filter(keyword => node[keyword] !== undefined)
      .map(keyword => `${at} has ${keyword}`),
    ...unless(typeof node['additionalProperties'] !== 'object' && node['additionalProperties'] !== true, `${at} is an open map`),
    ...unless(node['enum'] === undefined || node.type !== undefined, `${at} has an enum without a type`),
    ...unless(node.type !== undefined || node.anyOf !== undefined, `${at} has no type`)
  ])
  return [...root, ...below]
}

function read(operation: Operation, input: unknown): OperationError | undefined {
  try {
    readInput(operation, input)
    return undefined
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
}

function misfits(operation: Operation, name: string, output: unknown): string[] {
  const [fits, errors] = Compile(closed(outputs(operation))).Errors(output)
  return fits ? [] : errors.map(({ instancePath, message }) => `the answer of ${name}: ${instancePath} ${message}`)
}
