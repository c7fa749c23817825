import { serveTasks } from '../../../lib/threads/serve-tasks.ts'
import { decode } from './decode.ts'
import { toHtml } from './html/xhtml.ts'
import { type Kind, mediaTypeOf } from './media-type.ts'
import { NO_FACTS, type ReadOptions, type ReadText, withoutInvisibleText } from './page.ts'

/** Bytes to convert to text. */
export interface Task {
  /** Fallbacks after a time limit. text_only: HTML without formatting. unchecked: a PDF without detection of hidden text. */
  kind: Exclude<Kind, 'other'> | 'text_only' | 'unchecked'
  bytes: Uint8Array
  content_type: string
  url: string
  options: ReadOptions
}

/** Runs in a worker thread: a page may take any time and memory without blocking the gateway. */
export function serve(): void {
  serveTasks(async (task: Task) => withoutInvisibleText(bounded(await readAs(task))))
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
    return await readPdf(bytes, kind === 'pdf')
  }
  const text = decode(bytes, content_type)
  if (kind === 'text') return { ...NO_FACTS, content: text.replace(/\r\n?/g, '\n').trimEnd(), links: [], images: [], warnings: [] }
  const { readAsText: readEntangled, readHtml } = await import('./html/html.ts')
  const html = mediaTypeOf(content_type) === XHTML ? toHtml(text) : text
  return kind === 'html' ? readHtml(html, url, options) : readEntangled(html)
}
