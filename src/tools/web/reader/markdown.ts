import { createRequire } from 'node:module'
import type TurndownService from 'turndown'
import { fenced } from '../../../lib/format.ts'

let made: TurndownService | undefined

/** HTML as Markdown: tables, code with its language, lists. Loaded on first use. */
export function toMarkdown(html: string): string {
  made ??= make()
  return made
    .turndown(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function make(): TurndownService {
  const load = createRequire(import.meta.url)
  const Service: typeof TurndownService = load('turndown')
  const { gfm }: { gfm: TurndownService.Plugin } = load('@joplin/turndown-plugin-gfm')
  const service = new Service({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' }).use(
    gfm
  )
  // Only code within it makes a pre a block of code by itself.
  service.addRule('preformatted', {
    filter: node => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
    replacement: (_content, node) => `\n\n${fenced(node.textContent ?? '')}\n\n`
  })
  // One blank after a marker, where the library puts three.
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode
      const place = list ? Array.from(list.children).indexOf(node) : 0
      const marker = list?.nodeName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + place}. ` : '- '
      const lines = content.trim().replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`)
      return `${marker}${lines}${node.nextSibling ? '\n' : ''}`
    }
  })
  // A link around nothing that can be read, as of a picture that went away.
  service.addRule('empty link', {
    filter: node => node.nodeName === 'A' && (node.textContent ?? '').trim() === '' && node.querySelector('img') === null,
    replacement: () => ''
  })
  service.addRule('picture without address', {
    filter: node => node.nodeName === 'IMG' && !node.getAttribute('src'),
    replacement: () => ''
  })
  return service
}
