import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { NO_FACTS, type ReadText } from './page.ts'

/** More pages than these are not read. */
const MOST_PAGES = 500

/** The text of a PDF, page by page. A PDF of pictures has none. Throws where it is broken, or locked by a password. */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  try {
    if (pdf.numPages > MOST_PAGES) throw new Error(`it has ${pdf.numPages} pages, more than ${MOST_PAGES}`)
    const { text } = await extractText(pdf, { mergePages: false })
    const { info } = await getMeta(pdf)
    const pages = text.map(page => page.replace(/[ \t]+\n/g, '\n').trim())
    return {
      ...NO_FACTS,
      title: said(info['Title']),
      author: said(info['Author']),
      language: said(info['Language']),
      content: pages.filter(page => page !== '').join('\n\n'),
      links: [],
      images: [],
      warnings: pages.every(page => page === '') ? ['The PDF holds no text: its pages are pictures.'] : []
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const said = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
