import type { BulkBatch, BulkItem, BulkPosition, BulkResult, Json } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { cut, paragraphEnd } from '../../../lib/window.ts'
import { isOfSite } from '../failures.ts'
import type { ReadPage } from '../reader/page.ts'
import { pageOf, type ReadWish } from './read.ts'
import type { Turn } from './web.ts'

/** What a job keeps of a page, as JSON. */
export const RESULT_BYTES = 16_384

export type ReadAction = Pick<ReadWish, 'format' | 'main_only'> & { reader: 'embedded' | 'jina' | null; max_chars: number }

/** The form of each URL, before a job is made of them. */
export function requireUrls(urls: readonly string[], path: string): void {
  for (const [place, url] of urls.entries()) {
    const parsed = URL.parse(url)
    if (parsed === null || !/^https?:$/.test(parsed.protocol))
      throw misgiven(`${path}[${place}]`, 'is no address of the web', 'an absolute URL such as https://example.com/path')
  }
}

export async function nextUrls(urls: readonly string[], { size, cursor = '0' }: BulkPosition, { signal }: Turn): Promise<BulkBatch> {
  signal.throwIfAborted()
  const from = Number(cursor)
  const items = urls.slice(from, from + size).map(url => ({ id: url, display_name: url }))
  return { items, next: from + size < urls.length ? String(from + size) : undefined }
}

/** A site that fails, or is not there at all, is the matter of its own page; a reader that fails is one of the whole job. */
export async function* readEach(items: BulkItem[], action: ReadAction, turn: Turn): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(turn.signal)
    yield await readOne(item, action, turn).catch(error => {
      beforeNext(turn.signal) // a page that was not read to its end was not read
      if (!isOfSite(error)) return failedItem(item, error)
      const { code, reason, message } = error
      return { item_id: item.id, outcome: 'failed' as const, error: { code, reason, message } }
    })
  }
}

async function readOne({ id }: BulkItem, { reader, format, main_only, max_chars }: ReadAction, turn: Turn): Promise<BulkResult> {
  const wish = { format, main_only, include_links: false, include_images: false, no_cache: false, ...(reader !== null && { reader }) }
  const page = await pageOf(id, wish, turn)
  return { item_id: id, outcome: 'succeeded', data: fitted(page, max_chars) }
}

/** As much of the page as was asked for and can be kept. */
function fitted(page: ReadPage, most: number): Json {
  let max_chars = Math.min(most, page.content.length, RESULT_BYTES)
  for (;;) {
    const part = kept(page, max_chars)
    const over = Buffer.byteLength(JSON.stringify(part)) - RESULT_BYTES
    if (over <= 0 || max_chars === 0) return part
    // A character takes six bytes at most, as an escape does.
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
