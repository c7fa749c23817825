import type { Turn } from '../client/web.ts'
import { ofSite, refused } from '../failures.ts'
import { fetchPage } from './fetch.ts'
import { kindOf, mediaTypeOf } from './media-type.ts'
import type { ReadPage, Wish } from './page.ts'

/** Reads a page by the gateway's own means. */
export async function readEmbedded(url: string, wish: Wish, turn: Turn): Promise<ReadPage> {
  const { url: from, status, headers, body: bytes, truncated } = await fetchPage(url, turn)
  const content_type = String(headers['content-type'] ?? '')
  const kind = kindOf(content_type, bytes)
  if (kind === 'other') throw ofSite(notText(content_type), url)
  if (kind === 'pdf' && truncated) throw ofSite(refused('cannot_be_honoured', 'The PDF is larger than 10 MB.'), url)
  const { client, caller, signal } = turn
  const read = await client.threads.read({ kind, bytes, content_type, url: from, wish }, caller.id, signal).catch(error => {
    throw ofSite(error, url)
  })
  const media_type = mediaTypeOf(content_type) || TYPES[kind]
  return { ...read, warnings: [...read.warnings, ...(truncated ? [CUT] : [])], url: from, status, media_type, reader: 'embedded' }
}

const TYPES = { html: 'text/html', pdf: 'application/pdf', text: 'text/plain' } as const

const CUT = 'The page is larger than 10 MB: only its beginning was read.'

const notText = (contentType: string) =>
  refused('cannot_be_honoured', `The URL leads to ${mediaTypeOf(contentType) || 'bytes of no known kind'}, which cannot be read as text.`, {
    suggestions: ['Pages (HTML), PDF files and text are read, also JSON, XML and CSV.']
  })
