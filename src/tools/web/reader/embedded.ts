import type { WebCall } from '../client/web.ts'
import { ofSite, pageError } from '../errors.ts'
import { fetchPage } from './fetch.ts'
import { kindOf, mediaTypeOf } from './media-type.ts'
import type { ReadOptions, ReadPage } from './page.ts'

/** Reads a page with the embedded reader. */
export async function readEmbedded(url: string, options: ReadOptions, call: WebCall): Promise<ReadPage> {
  const { url: from, status, headers, body: bytes, truncated } = await fetchPage(url, call)
  const content_type = String(headers['content-type'] ?? '')
  const kind = kindOf(content_type, bytes)
  if (kind === 'other') throw ofSite(notText(content_type), url)
  if (kind === 'pdf' && truncated) throw ofSite(pageError('cannot_be_honoured', 'The PDF is larger than 10 MB.'), url)
  const { client, caller, signal } = call
  const read = await client.workers.read({ kind, bytes, content_type, url: from, options }, caller.id, signal).catch(error => {
    throw ofSite(error, url)
  })
  const media_type = mediaTypeOf(content_type) || TYPES[kind]
  return { ...read, warnings: [...read.warnings, ...(truncated ? [CUT] : [])], url: from, status, media_type, reader: 'embedded' }
}

const TYPES = { html: 'text/html', pdf: 'application/pdf', text: 'text/plain' } as const

const CUT = 'The page is larger than 10 MB: only its start was read.'

const notText = (contentType: string) =>
  pageError('cannot_be_honoured', `The URL leads to ${mediaTypeOf(contentType) || 'data of unknown type'}, which cannot be read as text.`, {
    suggestions: ['Supported: web pages (HTML), PDF files and text, including JSON, XML and CSV.']
  })
