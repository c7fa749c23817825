import { isDeepStrictEqual } from 'node:util'
import { Compile } from 'typebox/schema'
import { type Catalog, splitRoute } from '../../src/catalog/catalog.ts'
import { callerSchema, closedSchema, type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf, OPTIONS, RESERVED_GROUPS, RESERVED_INPUTS } from '../../src/catalog/reserved-inputs.ts'
import { isCommon, OperationError, type Reason } from '../../src/contract/errors.ts'
import type { Example } from '../../src/contract/examples.ts'
import { highestPermission, MAX_BODY, MAX_BODY_WITH_FILES, type Operation } from '../../src/contract/operation.ts'
import { CHECKS } from '../../src/pipeline/failure.ts'
import { readInput } from '../../src/pipeline/input/read-input.ts'
import { callMessage } from '../../src/pipeline/render.ts'
import { nodesOf, propertiesOf } from './schema-walk.ts'

/** Returns the problems of an operation as sentences. */
type Rule = (operation: Operation, catalog: Catalog) => string[]

const ID = /^[a-z][a-z0-9_]{2,62}$/
const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const SENTENCE = /^\S.*\S \S+ \S/

const unless = (fine: boolean, problem: string): string[] => (fine ? [] : [problem])
const inputs = (operation: Operation): JsonSchema => toJsonSchema(operation.input)
const outputs = (operation: Operation): JsonSchema => toJsonSchema(operation.output)

type Good = Extract<Example<unknown, unknown>, { output: unknown }>
type Bad = Extract<Example<unknown, unknown>, { error: unknown }>
export const goodExamples = ({ examples }: Operation): Good[] => examples.filter((example): example is Good => 'output' in example)

/** Examples that can run by themselves: the others need a value from another operation, such as the ID of a job. */
export const ownExamples = (operation: Operation): Good[] => goodExamples(operation).filter(({ given }) => given === undefined)
const badExamples = ({ examples }: Operation): Bad[] => examples.filter((example): example is Bad => 'error' in example)

const fittingExamples = (operation: Operation): Good[] =>
  goodExamples(operation).filter(({ input }) => read(operation, input) === undefined)

const undescribed = (schema: JsonSchema): string[] => [
  ...propertiesOf(schema)
    .filter(({ node }) => typeof node.description !== 'string' || node.description.trim().length < 3)
    .map(({ at }) => `${at} is not described`)
]

/** The seed's two documentation tables and the definition part of its checklist, with the names of their rows. */
export const SEED_RULES: Readonly<Record<string, Rule>> = {
  'Every tool interface MUST document: Purpose': ({ summary }) =>
    unless(SENTENCE.test(summary) && summary.length <= 300 && !summary.endsWith('.'), `the summary is not a short phrase: ${summary}`),
  'Every tool interface MUST document: Tool exposure': ({ id, tool, name }, catalog) =>
    unless(ID.test(id) && id === `${tool.name}_${name}` && catalog.get(id) !== undefined, `${id} is not the name it is exposed by`),
  'Every tool interface MUST document: When to use': ({ description }) => [
    ...unless(description.length <= 1024 && description.length >= 40, `the description has ${description.length} characters`),
    ...unless(/\b[Uu]se (it|this)\b/.test(description), 'the description does not say when to use it ("Use it …")'),
    ...unless(
      /\b([Dd]o not|[Nn]ot|instead|[Nn]ever|only|use [a-z_]+)\b/.test(description),
      'the description does not say when not to use it ("Use … instead", "not", "only", "never")'
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
      .map(
        other =>
          `see_also names ${other}, which is ${other === id ? 'the operation itself' : 'no operation: write the whole ID, such as gitlab_get_issue'}`
      )
  ],
  'Request class MUST document: Each property': operation => undescribed(toJsonSchema(inputOf(operation))),
  'Request class MUST document: Constraints': operation =>
    [...nodesOf(toJsonSchema(inputOf(operation)))].flatMap(({ at, node }) => unlimited(at, node)),
  'Request class MUST document: Default values': operation => {
    const { properties = {}, required = [] } = callerSchema(inputOf(operation))
    return Object.entries(properties)
      .filter(([, node]) => node.default !== undefined)
      .flatMap(([name, node]) => [
        ...unless(!required.includes(name), `${name} has a default and is required`),
        ...unless(Compile(closedSchema(node)).Check(node.default), `the default of ${name} does not fit it`)
      ])
  },
  'Checklist: interface with a request and a response type': ({ input, output }) =>
    unless(
      input.type === 'object' && output.type === 'object' && Object.keys(output.properties).length > 0,
      'input or output is not an object'
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

const saysWhy = ({ description = '' }: JsonSchema): boolean => /The whole request may be at most 10 MB/.test(description)

const isBounded = (pattern: unknown): boolean => typeof pattern === 'string' && !/[*+]|\{\d+,\}/.test(pattern)

/** Verbs that start a summary. */
const VERBS =
  'Get List Search Create Update Delete Add Remove Move Copy Upload Download Run Start Cancel Retry Restore Approve Merge Send Archive Read Check Test Export Import Replace Rename Assign Close Reopen Resolve Confirm Pause Resume Undo Reconcile Watch Rotate Revoke Deny Replay'.split(
    ' '
  )

/** Further verbs, each with the reason why none of VERBS fits. Add one only with such a reason. */
const FURTHER_VERBS = new Map([
  ['Attach', 'a link or file to something: the result is called an attachment'],
  ['Commit', 'changes to a repository: the term of Git'],
  ['Complete', 'an item of a checklist: it stays, and is marked as done'],
  ['End', 'a fact from a time on: it is not deleted'],
  ['Extract', 'facts from text with a language model: they are neither read nor imported as they are'],
  ['Link', 'two things that exist: nothing is added to either'],
  ['Mark', 'messages as read or unread: the term of mail'],
  ['Rebase', 'a branch: the term of Git'],
  ['Reply', 'to a comment: adding one starts a new thread'],
  ['Set', 'or clear a value of many items: some have one, others do not'],
  ['Stop', 'an environment: the term of GitLab; a deployment starts it again']
])

/** Whether a summary starts with a verb that these rules allow: `Update, move or archive a list`. */
export const startsWithVerb = (summary: string): boolean => {
  const [verb = ''] = summary.split(/[ ,]/)
  return VERBS.includes(verb) || FURTHER_VERBS.has(verb)
}

/** Rules of this project. */
export const HOUSE_RULES: Readonly<Record<string, Rule>> = {
  'a summary starts with a verb of the vocabulary': ({ summary }) =>
    unless(
      startsWithVerb(summary),
      `"${summary}" starts with none of the verbs in test/helpers/catalog-rules.ts: use one of them, or add one there with a reason`
    ),
  'GET only reads': operation => {
    const [method] = splitRoute(operation)
    return unless(
      method !== 'GET' || highestPermission(operation.permission) === 'read',
      `${operation.http} may ${highestPermission(operation.permission)}`
    )
  },
  'a POST that reads has an object, a list or long text as input': operation => {
    const [method] = splitRoute(operation)
    const long = ({ type, maxLength, enum: words }: JsonSchema): boolean =>
      type === 'object' ||
      type === 'array' ||
      (type === 'string' && words === undefined && (typeof maxLength !== 'number' || maxLength > 1024))
    const fine = Object.values(inputs(operation).properties ?? {}).some(long)
    return unless(
      method !== 'POST' || highestPermission(operation.permission) !== 'read' || fine,
      'it reads short values only, and is POST'
    )
  },
  'a write that must not be executed twice names a read that shows whether it was executed': ({
    id,
    kind,
    permission,
    idempotent,
    see_also
  }) =>
    unless(
      kind === 'bulk' ||
        highestPermission(permission) === 'read' ||
        idempotent ||
        CHECKED_BY_ITSELF.includes(id) ||
        see_also.some(other => CHECKS.test(other)),
      'see_also names no operation that gets, lists, searches or reads'
    ),
  'the description of a destructive operation says what is lost': ({ permission, description }) =>
    unless(
      highestPermission(permission) !== 'destructive' || /\b(lost|gone|for good|undone|no undo|no trash|permanent)/i.test(description),
      'the description does not say what is lost ("permanently", "is lost", "for good", "no undo")'
    ),
  'descriptions have at most 700 characters': operation =>
    [...propertiesOf(toJsonSchema(inputOf(operation))), ...propertiesOf(outputs(operation))]
      .filter(({ node }) => (node.description ?? '').length > 700)
      .map(({ at }) => `that of ${at} is longer`),
  'properties are snake_case, and short enough for every model': operation =>
    [...propertiesOf(toJsonSchema(inputOf(operation))), ...propertiesOf(outputs(operation))]
      .filter(({ name }) => !SNAKE.test(name) || name.length > 64)
      .map(({ at }) => at),
  'inputs have only shapes that every model supports': operation => forbidden(toJsonSchema(inputOf(operation))),
  'no definition uses a reserved name, except those with a reason': operation =>
    Object.keys(operation.input.properties).filter(name => RESERVED_INPUTS.includes(name) && !mayTake(operation, name)),
  'no group has the name of another scope': ({ group }) =>
    unless(group === undefined || !RESERVED_GROUPS.includes(group), `the group ${group}`),
  'a list returns items, next_cursor and total': ({ list, output }) =>
    unless(!list || ['items', 'next_cursor', 'total'].every(name => name in output.properties), 'one of them is lacking'),
  'the longest texts that the input allows fit into max_body, which is at most 10 MB, or 28 MB with files': ({
    input,
    max_body,
    uploads
  }) => {
    const [bytes, characters] = [bytesOf(toJsonSchema(input)), bytesOf(toJsonSchema(input), 1)]
    return [
      ...unless(max_body <= (uploads ? MAX_BODY_WITH_FILES : MAX_BODY), `${max_body} bytes`),
      ...unless(Math.min(bytes, MAX_BODY) <= max_body, `${max_body} of ${bytes} bytes`),
      ...unless(characters === Infinity || characters <= max_body, `${max_body} bytes for ${characters} characters of ASCII`)
    ]
  },
  'a deadline is between one second and five minutes, except those with a reason': ({ id, timeout_ms }) =>
    unless(timeout_ms >= 1000 && (timeout_ms <= 300_000 || LONGER[id] !== undefined), `${timeout_ms} ms`),
  'path parameters are required strings or numbers': operation => {
    const { properties = {}, required = [] } = callerSchema(operation.input)
    const parameters = [...operation.http.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    return parameters.filter(name => !required.includes(name) || !['string', 'integer'].includes(properties[name]?.type ?? ''))
  },
  'examples of an operation have different names': ({ examples }) => {
    const names = examples.map(({ name }) => name)
    return names.filter((name, place) => names.indexOf(name) !== place || !SNAKE.test(name))
  },
  'examples describe the expected behavior': ({ examples }) =>
    examples.filter(({ summary }) => summary.length < 5 || summary.length > 300).map(({ name }) => name),
  'good examples match the input, and their outputs the output': operation =>
    goodExamples(operation).flatMap(({ name, input, output }) => [
      ...unless(read(operation, input) === undefined, `the input of ${name}: ${read(operation, input)?.message}`),
      ...misfits(operation, name, output)
    ]),
  'failing examples fail for a declared or common reason, after the input was read': operation =>
    badExamples(operation).flatMap(({ name, input, error: { reason } }) => {
      const refusal = read(operation, input)
      return [
        ...unless(isCommon(reason) || operation.errors[reason] !== undefined, `${name} fails for ${reason}, which is not declared`),
        ...unless(refusal === undefined || refusal.reason === reason, `${name} is refused for ${refusal?.reason} already`)
      ]
    }),
  'only reasons that are not common are declared': operation =>
    Object.keys(operation.errors).filter(reason => REASONS_IN(operation).some(known => known === reason && isCommon(known))),
  'the successor of a deprecated operation exists, and its sunset is a date': ({ deprecated }, catalog) =>
    deprecated
      ? [
          ...unless(catalog.get(deprecated.successor) !== undefined, `${deprecated.successor} does not exist`),
          ...unless(/^\d{4}-\d{2}-\d{2}$/.test(deprecated.sunset) && !Number.isNaN(Date.parse(deprecated.sunset)), deprecated.sunset)
        ]
      : [],
  'the message is one line': operation =>
    fittingExamples(operation).flatMap(({ name, input }) => {
      const words = callMessage(operation, readInput(operation, input))
      return unless(words.length >= 5 && words.length <= 300 && !words.includes('undefined'), `${name}: ${words}`)
    }),
  'outputs can be rendered as Markdown': operation =>
    goodExamples(operation).flatMap(({ name, output }) => {
      const words = operation.markdown?.(output) ?? 'generic'
      return unless(words.trim().length > 0 && !/undefined|\[object/.test(words), `${name}: ${words}`)
    })
}

/** A character as \\u0416, as some libraries encode all non-ASCII characters. */
const BYTES_OF_CHARACTER = 6

/** Maximum bytes of JSON of a value of this schema; of a list, of one item. */
function bytesOf(schema: JsonSchema, ofCharacter = BYTES_OF_CHARACTER): number {
  const { type, enum: words, properties, items, anyOf, maxLength = Infinity, pattern, ...node } = schema
  if (anyOf) return Math.max(...anyOf.map(branch => bytesOf(branch, ofCharacter)))
  if (type === 'string' && (words !== undefined || node['format'] !== undefined || (isBounded(pattern) && maxLength === Infinity))) return 0
  if (type === 'string') return (node['x-form'] === 'in base64' ? 1 : ofCharacter) * Number(maxLength)
  if (type === 'array') return bytesOf(items ?? {}, ofCharacter)
  return Object.values(properties ?? {}).reduce((sum, property) => sum + bytesOf(property, ofCharacter), 0)
}

/** Programs: whether one was executed is checked by running another. */
const CHECKED_BY_ITSELF = ['gcloud_run', 'gcloud_start', 'filesystem_execute_command']

/** Operations with a longer deadline, and why. */
const LONGER: Readonly<Record<string, string>> = {
  gcloud_run: 'a command may take five minutes, and its output is returned after that'
}

/** Reserved names that a definition may use, and why. */
export const TAKEN: Readonly<Record<string, string>> = {
  'calls_replay confirm': 'the confirmation of the call that is replayed: the usual meaning',
  'filesystem_read_file limit': 'lines of a window: the usual name in tools that read files',
  'jobs_get wait': 'the seconds to wait for a change of a job: the usual meaning of wait'
}

/** Options of every bulk action have their usual meaning, except max_items and confirm, which are those of a job. */
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
  const [fits, errors] = Compile(closedSchema(outputs(operation))).Errors(output)
  return fits ? [] : errors.map(({ instancePath, message }) => `the answer of ${name}: ${instancePath} ${message}`)
}
