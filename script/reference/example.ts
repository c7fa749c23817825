import { REASONS, type Reason, statusOf } from '../../src/contract/errors.ts'
import type { Given } from '../../src/contract/examples.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { streamForm } from '../../src/contract/stream.ts'
import { curlOf, samplesOf } from '../../src/surfaces/openapi/samples.ts'
import { fenced } from './table.ts'

type Example = Operation['examples'][number]

const MOST_LINES = 40

/** A call as one would type it, and what it gets. */
export const exampleOf = (operation: Operation, example: Example, serverUrl: string): string =>
  [headOf(example), fenced('shell', curlOf(operation, example.input, serverUrl)), answerOf(operation, example)].join('\n\n')

/** The same with the call in each of the ways to make it. */
export function wholeExampleOf(operation: Operation, example: Example, serverUrl: string): string {
  const samples = samplesOf(operation, example.input, serverUrl)
  const blocks = samples.map(({ lang, label, source }) => `${label}:\n\n${fenced(lang.toLowerCase(), source)}`)
  return [headOf(example), ...blocks, answerOf(operation, example)].join('\n\n')
}

const headOf = ({ summary, given }: Example): string => `*${summary}*${given ? `\n\n${beforeOf(given)}` : ''}`

function beforeOf({ operation, input, as }: Given): string {
  const taken = Object.entries(as).map(([to, from]) => `its \`${from}\` is \`${to}\` here`)
  return [`First [\`${operation}\`](#${operation}) was called with \`${JSON.stringify(input)}\``, ...taken].join('; ').concat('.')
}

function answerOf(operation: Operation, example: Example): string {
  if ('error' in example) {
    const reason: Reason = example.error.reason
    return `Answers ${statusOf(reason)}, \`${REASONS[reason].code}\`, \`${reason}\`${example.error.message ? `: ${example.error.message}` : '.'}`
  }
  const status = operation.success[0]
  if (Object.keys(Object(example.output)).length === 0) return `Answers ${status}${operation.kind === 'bulk' ? ' with a [job](#job)' : ''}.`
  const lines = JSON.stringify(example.output, null, 2).split('\n')
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines
  return `Answers ${status}${dataOf(operation, example.output)}\n\n${fenced('json', shown.join('\n'))}`
}

/** Over its own route a stream is what curl gets. */
function dataOf({ kind, output }: Operation, { media_type }: { media_type?: string }): string {
  if (streamForm(output)) return `, and to curl the bytes, as \`${media_type}\`; by name, or with \`Accept: application/json\`, \`data\` is`
  return kind === 'bulk' ? '; of the job in `data`' : '; `data` is'
}
