import { declaredErrors } from '../../src/contract/describe.ts'
import { shownExample } from '../../src/contract/examples.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { prose } from '../../src/contract/render.ts'
import { inputOf } from '../../src/contract/reserved.ts'
import { callerSchema, plain, published } from '../../src/contract/schema.ts'
import { exampleOf, wholeExampleOf } from './example.ts'
import { routeFor } from './overview.ts'
import { inputTable, outputTable } from './schema.ts'
import { cell, table } from './table.ts'

/** All a person needs to call one operation. */
export function operationSection(operation: Operation, serverUrl: string): string {
  const input = callerSchema(inputOf(operation))
  const output = published(plain(operation.output))
  return [
    `### ${operation.id}`,
    `${operation.summary}.`,
    `\`${routeFor(operation)}\``,
    `**What it does, and when to use it**: ${prose(operation)}`,
    factsOf(operation),
    Object.keys(input.properties ?? {}).length > 0 ? `**Input**\n\n${inputTable(input)}` : '**Input**: none.',
    typeof output['$id'] === 'string'
      ? `**Answer**: a [${output['$id']}](#${output['$id'].toLowerCase()}).`
      : `**Answer** (\`data\`)\n\n${outputTable(output)}`,
    errorsOf(operation),
    ...examplesOf(operation, serverUrl)
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** One example in every way to make its call; the others as one types them. */
function examplesOf(operation: Operation, serverUrl: string): string[] {
  const shown = shownExample(operation)
  return operation.examples.map(example => (example === shown ? wholeExampleOf : exampleOf)(operation, example, serverUrl))
}

function factsOf(operation: Operation): string {
  const aliases = operation.aliases.map(({ name, when }) => `\`${name}\`${when ? ` with \`${JSON.stringify(when)}\`` : ''}`)
  return [
    `Deadline ${operation.timeout_ms / 1000} s.`,
    operation.idempotent ? 'Idempotent: a second equal call changes nothing more.' : '',
    aliases.length > 0 ? `By name also ${aliases.join(', ')}.` : '',
    operation.see_also.length > 0 ? `See also ${operation.see_also.map(id => `[\`${id}\`](#${id})`).join(', ')}.` : ''
  ]
    .filter(Boolean)
    .join(' ')
}

function errorsOf(operation: Operation): string {
  const errors = declaredErrors(operation)
  if (errors.length === 0) return 'Fails in the [common ways](#errors) only.'
  const rows = errors.map(({ reason, status, code, when }) => [`\`${reason}\``, String(status), `\`${code}\``, cell(when)])
  return `**Errors**, beside the [common ones](#errors)\n\n${table(['reason', 'status', 'code', 'when'], rows)}`
}
