import type { BulkBatch, BulkItem, BulkPosition, BulkResult, Json } from '../../../contract/bulk.ts'
import { beforeNext } from '../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult } from '../../../contract/each-item.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { cut, paragraphEnd } from '../../../lib/window.ts'
import { isOfSite } from '../errors.ts'
import type { ReadPage } from '../reader/page.ts'
import { type PageOptions, pageOf } from './read.ts'
import type { WebCall } from './web.ts'

/** Maximum size of a stored page, as JSON. */
export const RESULT_BYTES = 16_384

export type ReadAction = Pick<PageOptions, 'format' | 'main_only'> & { reader: 'embedded' | 'jina' | null; max_chars: number }

/** Checks the form of each URL before a job is created. */
export function requireUrls(urls: readonly string[], path: string): void {
  for (const [place, url] of urls.entries()) requireUrl(url, `${path}[${place}]`)
}

/** Returns a URL in the form in which lists have it. */
export function requireUrl(url: string, path: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw invalidField(path, 'is not a web URL', 'an absolute URL such as https://example.com/path')
  parsed.hash = ''
  return parsed.href
}

export async function nextUrls(urls: readonly string[], { size, cursor = '0' }: BulkPosition, { signal }: WebCall): Promise<BulkBatch> {
  signal.throwIfAborted()
  const from = Number(cursor)
  const items = urls.slice(from, from + size).map(url => ({ id: url, display_name: url }))
  return { items, next: from + size < urls.length ? String(from + size) : undefined }
}

/** Reads pages one by one. A failure of a site concerns its page only; a failure of a reader concerns the whole job. */
export const readEach = (items: BulkItem[], action: ReadAction, call: WebCall): AsyncGenerator<BulkResult> =>
  forEachItem(items, call, item => readOne(item, action, call))

async function readOne({ id }: BulkItem, { reader, format, main_only, max_chars }: ReadAction, call: WebCall): Promise<ItemResult> {
  const options = { format, main_only, include_links: false, include_images: false, no_cache: false, ...(reader !== null && { reader }) }
  try {
    return { outcome: 'succeeded', data: truncateToFit(await pageOf(id, options, call), { format, main_only, max_chars }) }
  } catch (error) {
    beforeNext(call) // a page that was not read completely was not read
    if (!isOfSite(error)) throw error
    const { code, reason, message } = error
    return { outcome: 'failed', error: { code, reason, message } }
  }
}

/** Truncates a page to the requested and storable length. */
function truncateToFit(page: ReadPage, { max_chars: limit, ...how }: Omit<ReadAction, 'reader'>): Json {
  let max_chars = Math.min(limit, page.content.length, RESULT_BYTES)
  for (;;) {
    const part = { ...kept(page, max_chars), ...how }
    const over = Buffer.byteLength(JSON.stringify(part)) - RESULT_BYTES
    if (over <= 0 || max_chars === 0) return part
    // An escaped character takes at most six bytes.
    max_chars = Math.max(0, max_chars - Math.ceil(over / 6))
  }
}

function kept({ url, status, media_type, reader, title, language, published_time, content: whole, warnings }: ReadPage, max_chars: number) {
  const { text: content, end } = cut(whole, paragraphEnd, { max_chars, offset: 0 })
  return {
    url,
    status,
    media_type,
    reader,
    title,
    language,
    published_time,
    content,
    content_length: whole.length,
    next_offset: end < whole.length ? end : null,
    warnings: warnings.map(warning => warning.slice(0, 300)),
    untrusted: true
  }
}
