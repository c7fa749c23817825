import { serveTasks } from '../../../lib/threads/serve-tasks.ts'
import { decode } from './decode.ts'
import { refreshIn } from './html/refresh.ts'
import { toHtml } from './html/xhtml.ts'
import type { ListedUrls, ListLimits } from './list-urls.ts'
import { type Kind, mediaTypeOf } from './media-type.ts'
import { NO_FACTS, type ReadOptions, type ReadText, withoutInvisibleText } from './page.ts'
import { wallWarnings } from './walls.ts'

/** Bytes to convert to text. */
export interface Task {
  /** Fallbacks after a time limit. text_only: HTML without formatting. unchecked: a PDF without detection of hidden text. */
  kind: Exclude<Kind, 'other'> | 'text_only' | 'unchecked'
  bytes: Uint8Array
  content_type: string
  url: string
  options: ReadOptions
}

/** Bytes whose URLs to list. */
export interface ListTask extends Pick<Task, 'bytes' | 'content_type' | 'url'> {
  kind: 'list'
  limits: ListLimits
}

/** Runs in a worker thread: a page may take any time and memory without blocking the gateway. */
export function serve(): void {
  serveTasks(async (task: Task | ListTask) =>
    task.kind === 'list' ? await listIn(task) : withoutInvisibleText(bounded(await readAs(task)))
  )
}

async function listIn({ bytes, content_type, url, limits }: ListTask): Promise<ListedUrls> {
  const { listUrls } = await import('./list-urls.ts')
  return listUrls(bytes, content_type, url, limits)
}

/** Maximum length. A small file can repeat a text a million times, and all of it would be sent to the main thread. */
const MAX_CHARACTERS = 10_000_000

const bounded = (read: ReadText): ReadText =>
  read.content.length <= MAX_CHARACTERS
    ? read
    : { ...read, content: read.content.slice(0, MAX_CHARACTERS).toWellFormed(), warnings: [...read.warnings, CUT] }

const CUT = 'The text has more than 10,000,000 characters: only its start is returned.'

const XHTML = 'application/xhtml+xml'

async function readAs({ kind, bytes, content_type, url, options }: Task): Promise<ReadText> {
  if (kind === 'pdf' || kind === 'unchecked') {
    const { readPdf } = await import('./pdf/pdf.ts')
    return await readPdf(bytes, kind === 'pdf', options.format)
  }
  if (kind === 'document') {
    const { readDocument } = await import('./document/document.ts')
    return readDocument(bytes, url, options)
  }
  const text = decode(bytes, content_type)
  if (kind === 'feed') {
    const { readFeed } = await import('./feed.ts')
    return readFeed(text, url, options)
  }
  if (kind === 'text') return { ...EMPTY, content: text.replace(/\r\n?/g, '\n').trimEnd() }
  const { readAsText: readEntangled, readHtml } = await import('./html/html.ts')
  const html = mediaTypeOf(content_type) === XHTML ? toHtml(text) : text
  if (kind === 'text_only') return readEntangled(html)
  const refresh = refreshIn(html, url)
  if (refresh !== undefined) return { ...EMPTY, refresh }
  const read = readHtml(html, url, options)
  return { ...read, warnings: [...read.warnings, ...wallWarnings(html, url, read)] }
}

const EMPTY = { ...NO_FACTS, content: '', links: [], images: [], warnings: [] }
