import { REASONS, type Reason, statusOf } from '../../src/contract/errors.ts'
import type { ExampleSetup } from '../../src/contract/examples.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { streamSpec } from '../../src/contract/stream.ts'
import { curlOf, samplesOf } from '../../src/surfaces/openapi/samples.ts'
import { fenced } from './table.ts'

type Example = Operation['examples'][number]

const MAX_LINES = 40

/** A call with curl, and its response. */
export const exampleOf = (operation: Operation, example: Example, serverUrl: string): string =>
  [headOf(example), fenced('shell', curlOf(operation, example.input, serverUrl)), responseOf(operation, example)].join('\n\n')

/** The same with the call in each of the four ways. */
export function wholeExampleOf(operation: Operation, example: Example, serverUrl: string): string {
  const samples = samplesOf(operation, example.input, serverUrl)
  const blocks = samples.map(({ lang, label, source }) => `${label}:\n\n${fenced(lang.toLowerCase(), source)}`)
  return [headOf(example), ...blocks, responseOf(operation, example)].join('\n\n')
}

const headOf = ({ summary, given }: Example): string => `*${summary}*${given ? `\n\n${beforeOf(given)}` : ''}`

function beforeOf({ operation, input, as }: ExampleSetup): string {
  const used = Object.entries(as).map(([to, from]) => `the returned \`${from}\` as \`${to}\``)
  const passed = used.length > 0 ? `, and passes ${used.join(' and ')}` : ''
  return `This example follows a call to [\`${operation}\`](#${operation}) with \`${JSON.stringify(input)}\`${passed}.`
}

function responseOf(operation: Operation, example: Example): string {
  if ('error' in example) {
    const reason: Reason = example.error.reason
    return `Returns ${statusOf(reason)}, \`${REASONS[reason].code}\`, \`${reason}\`${example.error.message ? `: ${example.error.message}` : '.'}`
  }
  const status = operation.success[0]
  if (Object.keys(Object(example.output)).length === 0) return `Returns ${status}${operation.kind === 'bulk' ? ' with a [job](#job)' : ''}.`
  const lines = JSON.stringify(example.output, null, 2).split('\n')
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  return `Returns ${status}${dataOf(operation, example.output)}\n\n${fenced('json', shown.join('\n'))}`
}

/** On its own route curl gets the bytes of a stream. */
function dataOf({ kind, output }: Operation, { media_type }: { media_type?: string }): string {
  if (streamSpec(output))
    return `. With curl, the body is the bytes, as \`${media_type}\`; in a call by name, or with \`Accept: application/json\`, \`data\` is`
  return kind === 'bulk' ? '; `data` is a job, with these properties among others' : '; `data` is'
}
