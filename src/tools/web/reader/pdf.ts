import { createRequire } from 'node:module'
import path from 'node:path'
import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf'
import { CannotBeDone } from '../../../lib/threads/failures.ts'
import { NO_FACTS, type ReadText } from './page.ts'
import { paragraphsOf } from './pdf-text.ts'

/** More pages than these are not read. */
const MOST_PAGES = 500
/** Of a title, an author, a language. */
const LONGEST = 1000

/** The text of a PDF, page by page. A PDF of pictures has none. Throws where it is broken, or locked by a password. */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    cMapUrl: folderOf('cmaps'),
    standardFontDataUrl: folderOf('standard_fonts'),
    verbosity: 0 // what it finds odd in a stranger's file is nothing for our log
  }).catch(broken)
  try {
    if (pdf.numPages > MOST_PAGES) throw new CannotBeDone(`it has ${pdf.numPages} pages, more than ${MOST_PAGES}`)
    const { items } = await extractTextItems(pdf).catch(broken)
    const { info } = await getMeta(pdf).catch(broken)
    const pages = items.map(paragraphsOf)
    const told = pages.filter(page => page !== '')
    return {
      ...NO_FACTS,
      title: said(info['Title']),
      author: said(info['Author']),
      language: said(info['Language']),
      content: told.join('\n\n'),
      links: [],
      images: [],
      warnings: told.length < pages.length ? [untold(pages.length - told.length, pages.length)] : []
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** Whatever pdf.js stumbles over is in the file, which may hold anything. */
function broken(error: unknown): never {
  throw new CannotBeDone(error instanceof Error ? error.message : String(error), { cause: error })
}

/** What pdf.js ships beside its code. Without its tables of encodings most of what East Asia writes would be no text at all. */
function folderOf(name: 'cmaps' | 'standard_fonts'): string {
  const home = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return `${path.join(home, name)}/`
}

const said = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LONGEST).toWellFormed() : null

const untold = (empty: number, all: number): string =>
  `${empty === all ? 'The PDF holds' : `${empty} of the ${all} pages of the PDF hold`} no text that can be read: there may be pictures, or letters whose meaning the file does not tell.`
