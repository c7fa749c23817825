import { Type } from 'typebox'
import { splitRoute } from './catalog.ts'
import { ERRORS, type ErrorCode } from './error-codes.ts'
import { isCommon, REASON_NAMES, REASONS, type Reason, statusOf } from './errors.ts'
import { ceilingOf, type Operation } from './operation.ts'
import { inputOf } from './reserved.ts'
import { callerSchema, plain, published } from './schema.ts'

/** An object whose properties are not said here. */
export const OpenShape = (description: string) => Type.Object({}, { additionalProperties: true, description })

/** An operation in a row. */
export function briefly(operation: Operation) {
  const [method, path] = splitRoute(operation)
  return {
    id: operation.id,
    system: operation.tool.name,
    group: operation.group ?? null,
    kind: operation.kind,
    summary: operation.summary,
    permission: ceilingOf(operation.permission),
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    deprecated: operation.deprecated !== undefined
  }
}

/** All that a definition says. */
export function wholly(operation: Operation) {
  return {
    ...briefly(operation),
    description: operation.description,
    input: callerSchema(inputOf(operation)),
    output: published(plain(operation.output)),
    requires: operation.requires.map(rule => rule.text),
    errors: declaredErrors(operation),
    examples: operation.examples.map(shown),
    timeout_ms: operation.timeout_ms,
    idempotent: operation.idempotent,
    costly: operation.costly ?? null,
    aliases: operation.aliases.map(alias => alias.name),
    see_also: operation.see_also,
    successor: operation.deprecated?.successor ?? null,
    sunset: operation.deprecated?.sunset ?? null
  }
}

export function declaredErrors(operation: Operation): { reason: Reason; code: string; status: number; when: string }[] {
  return REASON_NAMES.filter(reason => operation.errors[reason] !== undefined).map(reason => ({
    reason,
    code: REASONS[reason].code,
    status: statusOf(reason),
    when: operation.errors[reason] ?? ''
  }))
}

/** All about a code, found by its name, by a reason below it, or as printed with a system's name. */
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

/** An example but for what only the tests read. */
const shown = ({ tested_elsewhere: _, ...example }: Operation['examples'][number] & { tested_elsewhere?: string }): object => example
