import { splitRoute } from '../../src/contract/catalog.ts'
import { REASONS, type Reason, statusOf } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { fenced } from './table.ts'

type Example = Operation['examples'][number]

const MOST_LINES = 40

/** A call as one would type it, and what it gets. */
export function exampleOf(operation: Operation, example: Example, serverUrl: string): string {
  return [`*${example.summary}*`, fenced('sh', curlOf(operation, example.input, serverUrl)), answerOf(operation, example)].join('\n\n')
}

export function curlOf(operation: Operation, input: Record<string, unknown>, serverUrl: string): string {
  const [method, path] = splitRoute(operation)
  const rest = new Map(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name) ?? `{${name}}`))
    rest.delete(name)
    return value
  })
  const url = `${serverUrl}${filled}`
  if (method === 'GET' || method === 'DELETE') {
    const given = method === 'GET' ? '' : `-X ${method} `
    return `curl -s ${given}${quoted(url + queryOf(rest))}`
  }
  const body =
    rest.size > 0 || !path.includes('/:')
      ? ` \\\n  -H 'content-type: application/json' -d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`
      : ''
  return `curl -s -X ${method} ${quoted(url)}${body}`
}

function queryOf(values: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  return query.size > 0 ? `?${query}` : ''
}

/** One word to a shell, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function answerOf(operation: Operation, example: Example): string {
  if ('error' in example) {
    const reason: Reason = example.error.reason
    return `Answers ${statusOf(reason)}, \`${REASONS[reason].code}\`, \`${reason}\`${example.error.message ? `: ${example.error.message}` : '.'}`
  }
  const status = operation.success[0]
  if (Object.keys(Object(example.output)).length === 0) return `Answers ${status}${operation.kind === 'bulk' ? ' with a [job](#job)' : ''}.`
  const lines = JSON.stringify(example.output, null, 2).split('\n')
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines
  return `Answers ${status}; ${operation.kind === 'bulk' ? 'of the job in `data`' : '`data` is'}\n\n${fenced('json', shown.join('\n'))}`
}
