import { TaskError } from '../../../../lib/threads/errors.ts'
import { readHtml } from '../html/html.ts'
import { cleanText } from '../html/metadata.ts'
import { MAX_REFERENCES } from '../html/urls.ts'
import { toHtml } from '../html/xhtml.ts'
import { NO_FACTS, type ReadOptions, type ReadText } from '../page.ts'
import { elementsIn, parseXml, xmlText } from '../xml.ts'
import { type Archive, resolvePath } from './archive.ts'

const CONTAINER = 'META-INF/container.xml'
const MAX_CHAPTERS = 1_000
const CUT = `The book has more than ${MAX_CHAPTERS.toLocaleString('en')} chapters: only the first are returned.`

/** Returns the chapters of a book in their order. */
export function readEpub(archive: Archive, options: ReadOptions): ReadText {
  const [root] = elementsIn(parseXml(archive.text(CONTAINER)), 'rootfile')
  const main = root?.attributes['full-path'] ?? ''
  const book = parseXml(archive.text(main))
  const files = new Map(elementsIn(book, 'item').map(({ attributes }) => [attributes['id'], resolvePath(main, attributes['href'] ?? '')]))
  const spine = elementsIn(book, 'itemref')
  const chapters = spine.slice(0, MAX_CHAPTERS).map(({ attributes }) => files.get(attributes['idref']) ?? '')
  const encrypted = elementsIn(parseXml(archive.text('META-INF/encryption.xml')), 'cipherreference').map(
    ({ attributes }) => attributes['uri']
  )
  if (chapters.some(chapter => encrypted.includes(chapter))) throw new TaskError('it is encrypted')
  const sheets = new Map<string, string>() // most chapters share theirs
  const sheetOf = (name: string): string => {
    const css = sheets.get(name) ?? archive.text(name)
    sheets.set(name, css)
    return css
  }
  const read = chapters.filter(chapter => archive.has(chapter)).map(chapter => readChapter(archive, chapter, sheetOf, options))
  const one = (name: string): string | null => cleanText(xmlText(elementsIn(book, name)[0]))
  return {
    ...NO_FACTS,
    title: one('title'),
    author: one('creator'),
    description: one('description'),
    language: one('language'),
    published_time: one('date'),
    content: read
      .map(({ content }) => content)
      .filter(content => content !== '')
      .join('\n\n'),
    links: read.flatMap(({ links }) => links).slice(0, MAX_REFERENCES),
    images: [],
    warnings: [...new Set(read.flatMap(({ warnings }) => warnings)), ...(spine.length > MAX_CHAPTERS ? [CUT] : [])]
  }
}

/** The style sheets of a chapter are included in it, since they may hide text. */
function readChapter(archive: Archive, chapter: string, sheetOf: (name: string) => string, options: ReadOptions): ReadText {
  const source = archive.text(chapter)
  const links = elementsIn(parseXml(source), 'link').filter(({ attributes }) => /\bstylesheet\b/i.test(attributes['rel'] ?? ''))
  const names = links.map(({ attributes }) => resolvePath(chapter, attributes['href'] ?? ''))
  // Of a sheet that is linked repeatedly, the last position decides.
  const css = [...new Set(names.toReversed())].toReversed().map(sheetOf).join('\n')
  const styled = css === '' ? source : source.replace(/<head\b/i, () => `<style>${css.replaceAll('</', '')}</style><head`)
  return readHtml(toHtml(styled), 'archive:/', { ...options, main_only: false })
}
