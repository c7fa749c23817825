import type { GuardedResponse } from '../../../contract/runtime.ts'
import type { WebCall } from '../client/web.ts'
import { ofSite, pageError } from '../errors.ts'
import { createFetcher } from './fetch.ts'
import { kindOf, mediaTypeOf } from './media-type.ts'
import type { ReadOptions, ReadPage } from './page.ts'

/** Reads a page with the embedded reader, following redirects by HTTP and by the page itself. */
export async function readEmbedded(url: string, options: ReadOptions, call: WebCall): Promise<ReadPage> {
  const fetchNext = await createFetcher(call)
  for (let next = url; ; ) {
    const { refresh, ...page } = await readResponse(await fetchNext(next), options, call)
    if (refresh === undefined) return page
    next = refresh
  }
}

async function readResponse(
  { url, status, headers, body: bytes, truncated }: GuardedResponse,
  options: ReadOptions,
  { client, caller, signal }: WebCall
): Promise<ReadPage> {
  const content_type = String(headers['content-type'] ?? '')
  const kind = kindOf(content_type, bytes)
  if (kind === 'other') throw ofSite(notText(content_type), url)
  if (truncated && (kind === 'pdf' || kind === 'document')) throw ofSite(pageError('cannot_be_honoured', TOO_LARGE), url)
  const read = await client.workers.read({ kind, bytes, content_type, url, options }, caller.id, signal).catch(error => {
    throw ofSite(error, url)
  })
  const media_type = mediaTypeOf(content_type) || TYPES[kind]
  return { ...read, warnings: [...read.warnings, ...(truncated ? [CUT] : [])], url, status, media_type, reader: 'embedded' }
}

const TYPES = {
  html: 'text/html',
  pdf: 'application/pdf',
  document: 'application/zip',
  feed: 'application/xml',
  text: 'text/plain'
} as const

const TOO_LARGE = 'The file is larger than 10 MB.'

const CUT = 'The page is larger than 10 MB: only its start was read.'

const notText = (contentType: string) =>
  pageError('cannot_be_honoured', `The URL leads to ${mediaTypeOf(contentType) || 'data of unknown type'}, which cannot be read as text.`, {
    suggestions: ['Supported: web pages (HTML), feeds, PDF, Word, Excel, PowerPoint and EPUB files, and text, including JSON, XML and CSV.']
  })
