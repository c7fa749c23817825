import { OperationError } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { cut, paragraphEnd } from '../../../lib/window.ts'
import { readByJina } from '../jina/read.ts'
import { readEmbedded } from '../reader/embedded.ts'
import type { ReadPage } from '../reader/page.ts'
import type { Page } from '../schemas.ts'
import type { Turn, Web } from './web.ts'

/** How pages are to be read. */
export interface ReadWish {
  reader?: 'embedded' | 'jina'
  format: 'markdown' | 'text'
  main_only: boolean
  include_links: boolean
  include_images: boolean
  max_chars?: number
  no_cache: boolean
}

/** One page, from `content_offset` on. What is left out is told, with where to go on. */
export async function readUrl(
  { url, content_offset, ...wish }: ReadWish & { url: string; content_offset: number },
  call: Turn & Pick<Call<Web>, 'truncate' | 'warn'>
): Promise<Page> {
  const read = await pageOf(url, wish, call)
  if (content_offset > read.content.length)
    throw misgiven(
      'content_offset',
      `is after the end of the page, which has ${read.content.length} characters`,
      'next_offset of the part before'
    )
  for (const warning of read.warnings) call.warn(warning)
  const page = shown(url, read, wish, content_offset)
  if (page.next_offset !== null)
    call.truncate({
      reason: 'size',
      omitted: page.content_length - page.next_offset,
      hint: `Go on with content_offset ${page.next_offset}.`
    })
  return page
}

/** A page as it was read a moment ago, or anew. Its parts come from one reading. */
export async function pageOf(url: string, wish: ReadWish, turn: Turn): Promise<ReadPage> {
  const { client, caller, signal } = turn
  const { reader: by = usualReader(client), format, main_only } = wish
  const name = nameOf(url, by, wish)
  const known = wish.no_cache ? undefined : client.shelf.get(name)
  if (known) return known
  const read = await client.pool.run(caller.id, signal, () =>
    by === 'jina' ? readByJina(url, wish, turn) : readEmbedded(url, { format, main_only }, turn)
  )
  const whole = read.content === '' && read.warnings.length === 0 ? { ...read, warnings: [NOTHING] } : read
  client.shelf.keep(name, whole)
  return whole
}

/** What makes another reading of it. */
const nameOf = (url: string, by: 'embedded' | 'jina', { format, main_only, include_links, include_images }: ReadWish) =>
  by === 'jina' ? [url, by, format, include_links, include_images] : [url, by, format, main_only]

const NOTHING = 'The page holds no text that can be read: it may be made by scripts, or of pictures. reader: jina runs scripts.'

/** Jina where somebody pays for it. */
const usualReader = ({ settings }: Web): 'embedded' | 'jina' =>
  settings.reader ?? (settings.jina_api_key === undefined ? 'embedded' : 'jina')

/** What is answered of a page. */
function shown(requested_url: string, read: ReadPage, { include_links, include_images, max_chars }: ReadWish, offset: number): Page {
  const { content: whole, links, images, warnings, ...facts } = read
  const { text: content, end } = cut(whole, paragraphEnd, { max_chars, offset })
  return {
    requested_url,
    ...facts,
    content,
    content_length: whole.length,
    content_offset: offset,
    next_offset: end < whole.length ? end : null,
    warnings,
    ...(include_links && { links }),
    ...(include_images && { images }),
    untrusted: true
  }
}

/** Pages side by side: more would make one caller a nuisance to a site. */
const SIDE_BY_SIDE = 5
/** Characters of all of them: an answer is written in one piece, and others wait meanwhile. */
const MOST_TOGETHER = 10_000_000

/** Several pages in the order of their URLs. What fails of one is its own result. */
export async function readUrls({ urls, ...asked }: ReadWish & { urls: string[] }, call: Call<Web>) {
  const share = Math.floor(MOST_TOGETHER / urls.length)
  const wish = { ...asked, max_chars: Math.min(asked.max_chars ?? share, share) }
  const results: Awaited<ReturnType<typeof readOne>>[] = []
  const queue = urls.entries()
  const run = async (): Promise<void> => {
    for (const [place, url] of queue) {
      results[place] = await readOne(url, wish, call)
      call.progress(results.filter(Boolean).length, urls.length, url)
    }
  }
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, urls.length) }, run))
  const omitted = results.reduce((sum, { page }) => sum + (page?.next_offset == null ? 0 : page.content_length - page.next_offset), 0)
  if (omitted > 0)
    call.truncate({ reason: 'size', omitted, hint: 'For the rest of a page call web_read_url, its next_offset as content_offset.' })
  return { results, succeeded: results.filter(({ page }) => page !== null).length, untrusted: true }
}

async function readOne(url: string, wish: ReadWish, call: Call<Web>) {
  try {
    return { url, page: shown(url, await pageOf(url, wish, call), wish, 0), error: null }
  } catch (error) {
    call.signal.throwIfAborted()
    if (!(error instanceof OperationError)) throw error
    const { code, reason, message } = error
    return { url, page: null, error: { code, reason, message } }
  }
}
