import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'

const folder = path.join(import.meta.dirname, '../../../shared/fixtures/trello')

/** Why tests of recordings are passed over; false where the recordings are there. */
export const noCassettes = existsSync(folder) ? false : `the recordings are not at ${path.relative('.', folder)}`

/** One exchange with the real Trello, ids in its path as ID. */
export interface Exchange {
  /** As `GET /cards/ID`. */
  what: string
  /** Names in the query, but for those of the credential. */
  asked: string[]
  status: number
  headers: Record<string, string[]>
  /** Names of what was sent in the body. */
  sent: string[]
  /** JSON as it is read; else text. */
  body: unknown
}

/** Every exchange that was recorded. Two of the files hold a line that is no YAML; the rest of them is read. */
export function recordedExchanges(): Exchange[] {
  return globSync('**/*.yml', { cwd: folder })
    .sort()
    .flatMap(file =>
      parseDocument(readFileSync(path.join(folder, file), 'utf8'), { logLevel: 'silent' })
        .toJS()
        .http_interactions.flatMap(exchangeOf)
    )
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the recording holds
function exchangeOf({ request, response }: any): Exchange[] {
  const { pathname, searchParams } = new URL(request.uri)
  const text = response.body?.string
  if (typeof text !== 'string') return []
  const where = pathname.replace(/^\/1/, '').replace(/\/[0-9a-f]{24}/g, '/ID')
  return [
    {
      what: `${request.method.toUpperCase()} ${where}`,
      asked: [...searchParams.keys()].filter(name => name !== 'key' && name !== 'token'),
      status: response.status.code,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, values]) => [name.toLowerCase(), Array.isArray(values) ? values : []])
      ),
      sent: [...new URLSearchParams(String(request.body.string ?? '')).keys()],
      body: jsonOr(text)
    }
  ]
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
