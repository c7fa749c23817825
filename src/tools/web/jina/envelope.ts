import { OperationError } from '../../../contract/errors.ts'
import { below, isRow, type Row } from '../../../lib/row.ts'
import { siteError } from '../errors.ts'
import { textOrNull } from '../json.ts'
import { NO_FACTS, type ReadPage, type Reference, withoutInvisibleText } from '../reader/page.ts'

/** Parses Jina's response, either its envelope or its plain-text form. */
export function pageIn(body: unknown, requestedUrl: string): ReadPage {
  const data = typeof body === 'string' ? plainForm(body) : isRow(body) && isRow(body['data']) ? body['data'] : undefined
  const content = data?.['content'] ?? data?.['text'] // for plain text, the content is in another property
  if (!data || typeof content !== 'string') throw notAnEnvelope()
  const url = textOrNull(data, 'url') ?? requestedUrl
  const warning = textOrNull(data, 'warning')
  const status = statusIn(data, warning)
  // Jina returns a site's failure as a success, with the error page as content.
  if (status >= 400) throw siteError(url, status, '')
  return withoutInvisibleText({
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
  })
}

const OK = 200

/** Older builds report the site's status only in the warning. */
function statusIn(data: Row, warning: string | null): number {
  const status = data['httpStatus']
  if (typeof status === 'number') return status
  const [, code] = /returned error (\d{3})/.exec(warning ?? '') ?? []
  return code === undefined ? OK : Number(code)
}

/** Either an object of texts and URLs, or a list of pairs. */
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

/** `Title: …`, `URL Source: …` and so on, followed by the content. */
function plainForm(text: string): Row | undefined {
  const found = CONTENT.exec(text)
  if (!found) return undefined
  const [head, content] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  const line = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim()
  return { title: line('Title'), url: line('URL Source'), publishedTime: line('Published Time'), warning: line('Warning'), content }
}

const notAnEnvelope = () =>
  new OperationError('server_error', 'Jina Reader returned something other than a page.', { source: 'upstream', outcome: 'not_executed' })
