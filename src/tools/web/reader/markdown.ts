import { createRequire } from 'node:module'
import TurndownService from 'turndown'
import { fenced } from '../../../lib/format.ts'
import { type Element, tables } from '../../../lib/markdown-tables.ts'
import { needsMark } from './raised.ts'

let made: TurndownService | undefined

/** HTML as Markdown: tables, code with its language, lists. */
export function toMarkdown(html: string): string {
  made ??= make()
  return made.turndown(html).trim()
}

function make(): TurndownService {
  const load = createRequire(import.meta.url)
  const plugins: Record<string, TurndownService.Plugin> = load('@joplin/turndown-plugin-gfm') // without types
  const { highlightedCodeBlock, strikethrough, taskListItems } = plugins
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---'
  })
  service.use([highlightedCodeBlock, strikethrough, taskListItems, tables, items].filter(plugin => plugin !== undefined))
  // Only code within it makes a pre a block of code by itself.
  service.addRule('preformatted', {
    filter: node => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
    replacement: (_content, node) => `\n\n${fenced(node.textContent ?? '')}\n\n`
  })
  // A link around nothing that can be read, as of a picture that went away, or around the sign by which a heading links to itself.
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
  service.addRule('picture without address', {
    filter: node => node.nodeName === 'IMG' && !node.getAttribute('src'),
    replacement: () => ''
  })
  return service
}

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,dl,section,article,header,footer,figure,blockquote,table,pre,hr'

/** No link goes over several blocks: of a card its first line is the link. */
function card(content: string, target: string): string {
  const [first = '', ...rest] = content.split('\n')
  const [, mark = '', words = ''] = /^((?:#{1,6} |> |- |\d+\. )*)(.*)$/.exec(first) ?? []
  const own = /^(\||```|---$)/.test(words) // a table, code or a rule is none
  const lines = own ? [`[link${target}`, '', first, ...rest] : [`${mark}[${words}${target}`, ...rest]
  return `\n\n${lines.join('\n')}\n\n`
}

/** Where a list begins to count, as browsers read it. */
function firstOf(list: Element): number {
  const start = Number.parseInt(list.getAttribute('start') ?? '', 10)
  return Number.isNaN(start) ? 1 : start
}

/** One blank after a marker, where the library puts three; items are counted as they come, where the library looks each up. */
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
