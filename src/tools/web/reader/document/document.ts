import { TaskError } from '../../../../lib/threads/errors.ts'
import { readHtml } from '../html/html.ts'
import { cleanText } from '../html/metadata.ts'
import { NO_FACTS, type ReadOptions, type ReadText } from '../page.ts'
import { type Archive, openArchive } from './archive.ts'
import { docxHtml } from './docx.ts'
import { readEpub } from './epub.ts'
import { pptxHtml } from './pptx.ts'
import { propertiesOf } from './relations.ts'
import { readXlsx } from './xlsx.ts'

/** Returns the visible text of a Word, Excel, PowerPoint or EPUB file. Throws TaskError if it is broken or another archive. */
export function readDocument(bytes: Uint8Array, url: string, options: ReadOptions): ReadText {
  const archive = openArchive(bytes)
  if (archive.has('META-INF/container.xml')) return readEpub(archive, options)
  const { title, author, language, modified } = propertiesOf(archive)
  return {
    ...readOffice(archive, url, options),
    title: cleanText(title),
    author: cleanText(author),
    language: cleanText(language),
    published_time: cleanText(modified)
  }
}

function readOffice(archive: Archive, url: string, options: ReadOptions): ReadText {
  const asHtml = (html: string): ReadText => readHtml(`<!doctype html><html>${html}</html>`, url, { ...options, main_only: false })
  if (archive.has('word/document.xml')) return asHtml(docxHtml(archive))
  if (archive.has('xl/workbook.xml')) return { ...NO_FACTS, ...readXlsx(archive, options), links: [], images: [] }
  if (archive.has('ppt/presentation.xml')) {
    const { html, warnings } = pptxHtml(archive)
    const read = asHtml(`<body>${html}</body>`)
    return { ...read, warnings: [...warnings, ...read.warnings] }
  }
  throw new TaskError('it is an archive, and not a Word, Excel, PowerPoint or EPUB file')
}
