import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseHTML } from 'linkedom'
import { readHtml } from '../../src/tools/web/reader/html/html.ts'
import { PAGE_URL, readTestPages, type TestPage } from './test-pages.ts'

/** What a reader returns for a page. */
interface Reading {
  title: string | null
  /** Plain text of the main content, to compare its words. */
  text: () => string
  /** What a caller gets, to search it for formulas. */
  output: string
}

type Reader = (html: string) => Reading | Promise<Reading>

const PEERS = ['@mozilla/readability', 'jsdom', 'defuddle']

/** Reads Readability's own test pages, compared with Readability over jsdom and defuddle. */
export async function benchWebPages(data: string | undefined): Promise<string> {
  if (data === undefined) return 'web-pages: not measured (npm run bench -- web-pages --data <folder test-pages of mozilla/readability>)'
  const pages = await readTestPages(data)
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-web-pages-'))
  try {
    const rows = [await measure('Toolgate', pages, ours)]
    for (const [name, open] of Object.entries(installPeers(folder))) rows.push(await measure(name, pages, await open()))
    return [
      `web-pages: Readability's ${pages.length} test pages`,
      '| | F1 of the words | titles | formulas as LaTeX | CPU ms per page |',
      '|---|---|---|---|---|',
      ...rows
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const OPTIONS = { main_only: true, format: 'markdown' } as const

function ours(html: string): Reading {
  const { title, content } = readHtml(html, PAGE_URL, OPTIONS)
  return { title, text: () => readHtml(html, PAGE_URL, { ...OPTIONS, format: 'text' }).content, output: content }
}

/** The peers, as their documentation uses them. */
function installPeers(folder: string): Record<string, () => Promise<Reader>> {
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...PEERS], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const load = createRequire(path.join(folder, 'node_modules/'))
  return {
    async 'Readability + jsdom'() {
      const { Readability } = load('@mozilla/readability')
      const { JSDOM } = load('jsdom')
      return html => {
        const { window } = new JSDOM(html, { url: PAGE_URL })
        const read = new Readability(window.document).parse()
        window.close()
        return { title: read?.title ?? null, text: () => textOf(read?.content ?? ''), output: read?.content ?? '' }
      }
    },
    async defuddle() {
      const { Defuddle } = await import(path.join(folder, 'node_modules/defuddle/dist/node.js'))
      const { JSDOM } = load('jsdom')
      return async html => {
        const { title, content, contentMarkdown } = await Defuddle(new JSDOM(html, { url: PAGE_URL }), PAGE_URL, { separateMarkdown: true })
        return { title: title ?? null, text: () => textOf(content ?? ''), output: contentMarkdown ?? content ?? '' }
      }
    }
  }
}

async function measure(name: string, pages: readonly TestPage[], read: Reader): Promise<string> {
  let [scores, titles, formulas, all] = [0, 0, 0, 0]
  for (const { html } of pages.slice(0, WARM_UP)) await read(html)
  let cpu = 0
  for (const { html, expected, title } of pages) {
    const started = process.cpuUsage()
    const reading = await read(html)
    const { user, system } = process.cpuUsage(started)
    cpu += user + system
    scores += f1(wordsOf(reading.text()), wordsOf(textOf(expected)))
    if (clean(reading.title ?? '') === clean(title ?? '')) titles++
    const wanted = formulasIn(html)
    all += wanted.length
    formulas += wanted.filter(formula => withoutSpace(decoded(reading.output)).includes(formula)).length
  }
  const average = (sum: number, digits: number): string => (sum / pages.length).toFixed(digits)
  return `| ${name} | ${average(scores, 3)} | ${titles} of ${pages.length} | ${formulas} of ${all} | ${average(cpu / 1000, 0)} |`
}

const WARM_UP = 20

/** The text of HTML, with spaces between its blocks. */
const textOf = (html: string): string => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  for (const block of document.querySelectorAll(BLOCKS)) block.append(' ')
  return document.body.textContent
}
const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,li,td,th,tr,br,pre,blockquote,figcaption,dt,dd'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Harmonic mean of precision and recall of the words, each as often as it occurs. */
function f1(found: readonly string[], expected: readonly string[]): number {
  if (found.length + expected.length === 0) return 1
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared++
  }
  return (2 * shared) / (found.length + expected.length)
}

/** Formulas in HTML are escaped. */
const decoded = (html: string): string => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const clean = (title: string): string => title.replace(/\s+/g, ' ').trim()
const withoutSpace = (text: string): string => text.replace(/\s+/g, '')

/** The LaTeX that a page states for its formulas in MathML, without the style around it. */
const formulasIn = (html: string): string[] =>
  Array.from(html.matchAll(/<math\b[^>]*\balttext="([^"]*)"/g), ([, text = '']) =>
    withoutSpace(textOf(text).replace(/^\s*\{\\displaystyle (.*)\}\s*$/s, '$1'))
  )
