import { declaredErrors, primaryExample } from '../../src/catalog/describe.ts'
import { callerSchema, publicSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { fullDescription } from '../../src/pipeline/render.ts'
import { exampleOf, wholeExampleOf } from './example.ts'
import { routeFor } from './overview.ts'
import { inputTable, outputTable } from './schema.ts'
import { cell, table } from './table.ts'

/** The section of one operation: everything needed to call it. */
export function operationSection(operation: Operation, serverUrl: string): string {
  const input = callerSchema(inputOf(operation))
  const output = publicSchema(toJsonSchema(operation.output))
  return [
    `### ${operation.id}`,
    `${operation.summary}.`,
    `\`${routeFor(operation)}\``,
    `**What it does, and when to use it**: ${fullDescription(operation)}`,
    factsOf(operation),
    Object.keys(input.properties ?? {}).length > 0 ? `**Input**\n\n${inputTable(input)}` : '**Input**: none.',
    typeof output['$id'] === 'string'
      ? `**Response**: a [${output['$id']}](#${output['$id'].toLowerCase()}).`
      : `**Response** (\`data\`)\n\n${outputTable(output)}`,
    errorsOf(operation),
    ...examplesOf(operation, serverUrl)
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The primary example in all four ways, the others with curl. */
function examplesOf(operation: Operation, serverUrl: string): string[] {
  const shown = primaryExample(operation)
  return operation.examples.map(example => (example === shown ? wholeExampleOf : exampleOf)(operation, example, serverUrl))
}

function factsOf(operation: Operation): string {
  const aliases = operation.aliases.map(({ name, when }) => `\`${name}\`${when ? ` with \`${JSON.stringify(when)}\`` : ''}`)
  return [
    `Deadline ${operation.timeout_ms / 1000} s.`,
    operation.idempotent ? 'Idempotent: an identical second call has no further effect.' : '',
    aliases.length > 0 ? `Aliases for calls by name: ${aliases.join(', ')}.` : '',
    operation.see_also.length > 0 ? `See also ${operation.see_also.map(id => `[\`${id}\`](#${id})`).join(', ')}.` : ''
  ]
    .filter(Boolean)
    .join(' ')
}

function errorsOf(operation: Operation): string {
  const errors = declaredErrors(operation)
  if (errors.length === 0) return 'Only the [common errors](#errors).'
  const rows = errors.map(({ reason, status, code, when }) => [`\`${reason}\``, String(status), `\`${code}\``, cell(when)])
  return `**Errors**, in addition to the [common ones](#errors)\n\n${table(['reason', 'status', 'code', 'when'], rows)}`
}
