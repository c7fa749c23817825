import { OperationError } from '../../../contract/errors.ts'
import { below, isRow, type Row } from '../../../lib/row.ts'
import { siteFailure } from '../failures.ts'
import { textOrNull } from '../json.ts'
import { NO_FACTS, type ReadPage, type Reference } from '../reader/page.ts'

/** What Jina read, out of its envelope, or out of the plain form in which it answers those who ask for none. */
export function pageIn(body: unknown, asked: string): ReadPage {
  const data = typeof body === 'string' ? plainForm(body) : isRow(body) && isRow(body['data']) ? body['data'] : undefined
  const content = data?.['content'] ?? data?.['text'] // asked for plain text, it answers that in another place
  if (!data || typeof content !== 'string') throw notAnEnvelope()
  const url = textOrNull(data, 'url') ?? asked
  const warning = textOrNull(data, 'warning')
  const status = statusIn(data, warning)
  // The site's failure comes as a success of Jina, with the site's error page as content.
  if (status >= 400) throw siteFailure(url, status, '')
  return {
    ...NO_FACTS,
    title: textOrNull(data, 'title'),
    description: textOrNull(data, 'description'),
    language: textOrNull(below(data, 'metadata'), 'lang'),
    published_time: textOrNull(data, 'publishedTime'),
    content: content.trim(),
    links: referencesIn(data, 'links'),
    images: referencesIn(data, 'images'),
    warnings: warning === null ? [] : [`Jina Reader: ${warning}`],
    url,
    status,
    media_type: 'text/html',
    reader: 'jina'
  }
}

const OK = 200

/** Older builds tell the site's status in words only. */
function statusIn(data: Row, warning: string | null): number {
  const told = data['httpStatus']
  if (typeof told === 'number') return told
  const [, status] = /returned error (\d{3})/.exec(warning ?? '') ?? []
  return status === undefined ? OK : Number(status)
}

/** An object of words and addresses, or a list of pairs of both. */
function referencesIn(data: Row, name: 'links' | 'images'): Reference[] {
  const value = data[name]
  const pairs: unknown[] = Array.isArray(value) ? value : Object.entries(below(data, name))
  return pairs.flatMap(pair => {
    if (!Array.isArray(pair)) return []
    const [text, url]: unknown[] = pair
    return typeof text === 'string' && typeof url === 'string' ? [{ text: text.replace(/^Image \d+:? ?/, ''), url }] : []
  })
}

const CONTENT = /^Markdown Content:\r?\n/m

/** `Title: …`, `URL Source: …` and so on, then the content. */
function plainForm(text: string): Row | undefined {
  const found = CONTENT.exec(text)
  if (!found) return undefined
  const [head, content] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  const line = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim()
  return { title: line('Title'), url: line('URL Source'), publishedTime: line('Published Time'), warning: line('Warning'), content }
}

const notAnEnvelope = () =>
  new OperationError('server_error', 'Jina Reader answered something else than a page.', { source: 'upstream', outcome: 'not_executed' })
