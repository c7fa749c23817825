import { serveTasks } from '../../../lib/threads/serve.ts'
import { decode } from './decode.ts'
import { type Kind, mediaTypeOf } from './media-type.ts'
import { NO_FACTS, type ReadText, type Wish } from './page.ts'
import { asHtml } from './xhtml.ts'

/** Bytes to be made text. */
export interface Task {
  /** entangled: HTML of which only the words are wanted, since all else took too long. */
  kind: Exclude<Kind, 'other'> | 'entangled'
  bytes: Uint8Array
  content_type: string
  url: string
  wish: Wish
}

/** Runs in a thread of its own: what a page holds may take any time and memory, and must not stop the gateway. */
export function serve(): void {
  serveTasks(async (task: Task) => bounded(await readAs(task)))
}

/** More is no page. A small file may say the same thing a million times, and all of it would go to the thread that serves everybody. */
const MOST_CHARACTERS = 10_000_000

const bounded = (read: ReadText): ReadText =>
  read.content.length <= MOST_CHARACTERS
    ? read
    : { ...read, content: read.content.slice(0, MOST_CHARACTERS).toWellFormed(), warnings: [...read.warnings, CUT] }

const CUT = 'The text has more than 10,000,000 characters: only its beginning is answered.'

const XHTML = 'application/xhtml+xml'

async function readAs({ kind, bytes, content_type, url, wish }: Task): Promise<ReadText> {
  if (kind === 'pdf') {
    const { readPdf } = await import('./pdf.ts')
    return await readPdf(bytes)
  }
  const text = decode(bytes, content_type)
  if (kind === 'text') return { ...NO_FACTS, content: text.replace(/\r\n?/g, '\n').trimEnd(), links: [], images: [], warnings: [] }
  const { readEntangled, readHtml } = await import('./html.ts')
  const html = mediaTypeOf(content_type) === XHTML ? asHtml(text) : text
  return kind === 'html' ? readHtml(html, url, wish) : readEntangled(html)
}
