import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { outside } from './outside.ts'

const { path: folder, skip } = outside('fixtures/trello')

/** Why tests of recordings are skipped; false if the recordings are present. */
export const noCassettes = skip

/** One exchange with the real Trello, ids in its path as ID. */
export interface Exchange {
  /** As `GET /cards/ID`. */
  what: string
  /** Names in the query, except those of the credential. */
  asked: string[]
  status: number
  headers: Record<string, string[]>
  /** Names in the body. */
  sent: string[]
  /** Parsed JSON, or text. */
  body: unknown
}

/** Returns every recorded exchange. Two of the files contain a line that is not YAML; the rest of them is read. */
export function recordedExchanges(): Exchange[] {
  return globSync('**/*.yml', { cwd: folder })
    .sort()
    .flatMap(file =>
      parseDocument(readFileSync(path.join(folder, file), 'utf8'), { logLevel: 'silent' })
        .toJS()
        .http_interactions.flatMap(exchangeOf)
    )
}

// biome-ignore lint/suspicious/noExplicitAny: any recorded value
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
