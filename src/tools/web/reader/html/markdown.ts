import { createRequire } from 'node:module'
import TurndownService from 'turndown'
import { fenced } from '../../../../lib/format.ts'
import { type Element, tables } from '../../../../lib/markdown-tables.ts'
import { FORMULA } from './formulas.ts'
import { needsMark } from './superscript.ts'
import { TASK } from './tasks.ts'

let made: TurndownService | undefined

/** Converts HTML to Markdown: tables, code with its language, lists. */
export function toMarkdown(html: string): string {
  made ??= make()
  return made.turndown(html).trim()
}

function make(): TurndownService {
  const load = createRequire(import.meta.url)
  const plugins: Record<string, TurndownService.Plugin> = load('@joplin/turndown-plugin-gfm') // no types available
  const { highlightedCodeBlock, strikethrough } = plugins
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---'
  })
  service.use([highlightedCodeBlock, strikethrough, tables, items].filter(plugin => plugin !== undefined))
  // By default, only a pre with a code element becomes a code block.
  service.addRule('preformatted', {
    filter: node => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
    replacement: (_content, node) => `\n\n${fenced(node.textContent ?? '')}\n\n`
  })
  // A link without readable text, such as around a removed image or the anchor sign of a heading.
  service.addRule('empty link', {
    filter: node => node.nodeName === 'A' && /^[#¶§]?$/.test((node.textContent ?? '').trim()) && !node.querySelector('img'),
    replacement: () => ''
  })
  service.addRule('raised', {
    filter: ['sup', 'sub'],
    replacement(content, node) {
      const name = node.nodeName.toLowerCase()
      return needsMark(node.textContent ?? '') && !node.closest('code') ? `<${name}>${content}</${name}>` : content
    }
  })
  service.addRule('link around blocks', {
    filter: node => node.nodeName === 'A' && Boolean(node.getAttribute('href') && node.querySelector(BLOCKS)),
    replacement: (content, node) => card(content.trim(), `](${node.getAttribute('href') ?? ''})`)
  })
  service.addRule('formula', {
    filter: node => node.nodeName === 'SPAN' && node.hasAttribute(FORMULA),
    replacement(_content, node) {
      const latex = node.textContent ?? ''
      if (node.closest('td,th')) return latex.replaceAll('\\|', '\\Vert{}').replaceAll('|', '\\vert{}') // a bar would end the cell
      return node.getAttribute(FORMULA) === 'block' && !node.closest('h1,h2,h3,h4,h5,h6,a') ? `\n\n${latex}\n\n` : latex
    }
  })
  service.addRule('task', {
    filter: node => node.nodeName === 'SPAN' && node.hasAttribute(TASK),
    replacement: (_content, node) => (node.textContent ?? '').trim()
  })
  service.addRule('picture without address', {
    filter: node => node.nodeName === 'IMG' && !node.getAttribute('src'),
    replacement: () => ''
  })
  return service
}

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,dl,section,article,header,footer,figure,blockquote,table,pre,hr'

/** Markdown links cannot span blocks, so the first line of a card becomes the link. */
function card(content: string, target: string): string {
  const [first = '', ...rest] = content.split('\n')
  const [, mark = '', words = ''] = /^((?:#{1,6} |> |- |\d+\. )*)(.*)$/s.exec(first) ?? []
  const own = /^(\||```|---$)/.test(words) // a table, code or a rule cannot be a link
  const lines = own ? [`[link${target}`, '', first, ...rest] : [`${mark}[${words}${target}`, ...rest]
  return `\n\n${lines.join('\n')}\n\n`
}

/** Returns the first number of a list, as browsers do. */
function firstOf(list: Element): number {
  const start = Number.parseInt(list.getAttribute('start') ?? '', 10)
  return Number.isNaN(start) ? 1 : start
}

/** One space after a marker instead of the library's three. Items are counted in order, because the library searches for each one. */
function items(service: TurndownService): void {
  const counts = new WeakMap<Element, number>()
  service.addRule('item', {
    filter: 'li',
    replacement(content, node) {
      const list: Element | null = node.parentElement
      const place = list ? (counts.get(list) ?? 0) : 0
      if (list) counts.set(list, place + 1)
      const marker = list?.nodeName === 'OL' ? `${firstOf(list) + place}. ` : '- '
      const lines = content.trim().replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`)
      return `${marker}${lines}${node.nextSibling ? '\n' : ''}`
    }
  })
}
