import { Type } from 'typebox'
import { ERRORS, type ErrorCode, isCommon, REASON_NAMES, REASONS, type Reason, statusOf } from '../contract/errors.ts'
import type { SuccessExample } from '../contract/examples.ts'
import { highestPermission, type Operation } from '../contract/operation.ts'
import { streamSpec } from '../contract/stream.ts'
import { FILE_PART } from '../contract/upload.ts'
import { splitRoute } from './catalog.ts'
import { callerSchema, publicSchema, toJsonSchema } from './json-schema.ts'
import { inputOf, outputOf } from './reserved-inputs.ts'

/** Returns the schema of an object with any properties. */
export const openObject = (description: string) => Type.Object({}, { additionalProperties: true, description })

/** Returns a row of the catalog. */
export function toSummary(operation: Operation) {
  const [method, path] = splitRoute(operation)
  return {
    id: operation.id,
    system: operation.tool.name,
    group: operation.group ?? null,
    kind: operation.kind,
    summary: operation.summary,
    permission: highestPermission(operation.permission),
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    deprecated: operation.deprecated !== undefined
  }
}

/** Returns everything that a definition contains. */
export function toDetail(operation: Operation) {
  return {
    ...toSummary(operation),
    description: operation.description,
    input: callerSchema(inputOf(operation)),
    output: publicSchema(toJsonSchema(outputOf(operation))),
    requires: operation.requires.map(rule => rule.text),
    errors: declaredErrors(operation),
    examples: operation.examples.map(publicExample),
    timeout_ms: operation.timeout_ms,
    max_body: operation.max_body,
    idempotent: operation.idempotent,
    costly: operation.costly ?? null,
    scopes: scopesOf(operation),
    upload: uploadOf(operation),
    stream: streamOf(operation),
    aliases: operation.aliases.map(alias => alias.name),
    see_also: operation.see_also,
    successor: operation.deprecated?.successor ?? null,
    sunset: operation.deprecated?.sunset ?? null
  }
}

/** Returns the scopes that allow every call of the operation. One of them is enough. */
const scopesOf = ({ id, tool, group, permission }: Operation): string[] => [
  `${tool.name}:${tool.access === 'admin' ? 'admin' : highestPermission(permission)}`,
  ...(group === undefined ? [] : [`${tool.name}:${group}`]),
  id
]

/** Returns how the operation takes files; null if it takes none. */
function uploadOf({ upload, uploads }: Operation) {
  if (uploads) return { ...uploads, multiple: true, part: uploads.property, filename: 'filename', media_type: 'media_type' }
  if (!upload) return null
  return { ...upload, multiple: false, part: FILE_PART, filename: upload.filename ?? null, media_type: upload.media_type ?? null }
}

/** Returns which bytes the route of the operation sends; null if it sends JSON. */
function streamOf({ output }: Operation) {
  const spec = streamSpec(output)
  return spec ? { media_types: spec.media_types, endless: spec.endless } : null
}

export function declaredErrors(operation: Operation): { reason: Reason; code: string; status: number; when: string }[] {
  return REASON_NAMES.filter(reason => operation.errors[reason] !== undefined).map(reason => ({
    reason,
    code: REASONS[reason].code,
    status: statusOf(reason),
    when: operation.errors[reason] ?? ''
  }))
}

/** Returns a code and its reasons, by the name of the code, of a reason, or as printed with a system's name; undefined if it is unknown. */
export function explainError(name: string) {
  const code = codeNamed(name)
  if (!code) return undefined
  const reasons = REASON_NAMES.filter(reason => REASONS[reason].code === code).map(reason => ({
    reason,
    status: statusOf(reason),
    common: isCommon(reason),
    meaning: REASONS[reason].meaning
  }))
  return { code, ...ERRORS[code], reasons }
}

export const ERROR_CODES = Object.keys(ERRORS).filter((name): name is ErrorCode => name in ERRORS)

function codeNamed(name: string): ErrorCode | undefined {
  const reason = REASON_NAMES.find(candidate => candidate === name)
  if (reason) return REASONS[reason].code
  const code = ERROR_CODES.find(candidate => candidate === name.toUpperCase())
  return code ?? (/^[A-Z][A-Z0-9]*_SERVER_ERROR$/i.test(name) ? 'UPSTREAM_SERVER_ERROR' : undefined)
}

/** Returns an example without the properties that only tests read. */
const publicExample = ({ tested_elsewhere: _, ...example }: Operation['examples'][number] & { tested_elsewhere?: string }): object =>
  example

/** Returns the example to show for an operation: preferably one that succeeds in the sandbox without a setup. */
export function primaryExample({ examples }: Pick<Operation, 'examples'>): SuccessExample<Record<string, unknown>, unknown> | undefined {
  const successes = examples.filter(example => 'output' in example)
  const working = successes.filter(({ tested_elsewhere }) => tested_elsewhere === undefined)
  return working.find(({ given }) => given === undefined) ?? working[0] ?? successes[0]
}
