import { createRequire } from 'node:module'
import type TurndownService from 'turndown'
import { fenced } from '../../../lib/format.ts'

let made: TurndownService | undefined

/** HTML as Markdown: tables, code with its language, lists. Loaded on first use. */
export function toMarkdown(html: string): string {
  made ??= make()
  return made.turndown(html).replace(/\n{3,}/g, '\n\n').trim()
}

function make(): TurndownService {
  const load = createRequire(import.meta.url)
  const Service: typeof TurndownService = load('turndown')
  const { gfm }: { gfm: TurndownService.Plugin } = load('@joplin/turndown-plugin-gfm')
  const service = new Service({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' }).use(gfm)
  // Only code within it makes a pre a block of code by itself.
  service.addRule('preformatted', {
    filter: node => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
    replacement: (_content, node) => `\n\n${fenced(node.textContent ?? '')}\n\n`
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
