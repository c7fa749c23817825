import { createRequire } from 'node:module'
import path from 'node:path'
import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf'
import { TaskError } from '../../../../lib/threads/errors.ts'
import { NO_FACTS, type ReadOptions, type ReadText } from '../page.ts'
import { asItems, pageTexts } from './paragraphs.ts'
import { NOT_JUDGED, visibleItems } from './visible-text.ts'

/** Maximum number of pages to read. */
const MAX_PAGES = 500
/** Maximum length of title, author and language. */
const MAX_METADATA_LENGTH = 1000

/**
 * Returns the visible text of a PDF, page by page; all text, with a warning, unless `isChecked`. A PDF of images has none. Throws if the
 * file is broken or needs a password.
 */
export async function readPdf(bytes: Uint8Array, isChecked: boolean, format: ReadOptions['format'] = 'markdown'): Promise<ReadText> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    cMapUrl: folderOf('cmaps'),
    standardFontDataUrl: folderOf('standard_fonts'),
    maxImageSize: 1, // images are not decoded
    verbosity: 0 // warnings about a foreign file do not belong in the log
  }).catch(broken)
  try {
    if (pdf.numPages > MAX_PAGES) throw new TaskError(`it has ${pdf.numPages} pages, more than ${MAX_PAGES}`)
    const { items } = await extractTextItems(pdf).catch(broken)
    const { info } = await getMeta(pdf).catch(broken)
    const all = { pages: items.map(asItems), warnings: [NOT_JUDGED] }
    const { pages: visible, warnings } = isChecked ? await visibleItems(pdf, items, bytes).catch(broken) : all
    const pages = pageTexts(visible, format)
    const nonEmpty = pages.filter(page => page !== '')
    return {
      ...NO_FACTS,
      title: textOrNull(info['Title']),
      author: textOrNull(info['Author']),
      language: textOrNull(info['Language']),
      content: nonEmpty.join('\n\n'),
      links: [],
      images: [],
      warnings: [...warnings, ...(nonEmpty.length < pages.length ? [emptyPagesWarning(pages.length - nonEmpty.length, pages.length)] : [])]
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** Any error of pdf.js is caused by the file, which may contain anything. */
function broken(error: unknown): never {
  throw new TaskError(error instanceof Error ? error.message : String(error), { cause: error })
}

/** Data files shipped with pdf.js. Without its encoding tables, most East Asian text would be lost. */
function folderOf(name: 'cmaps' | 'standard_fonts'): string {
  const home = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return `${path.join(home, name)}/`
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_METADATA_LENGTH).toWellFormed() : null

const emptyPagesWarning = (empty: number, all: number): string =>
  `${empty === all ? 'The PDF contains' : `${empty} of the ${all} pages of the PDF contain`} no readable text: there may be images, or fonts without a character mapping.`
