import { createRequire } from 'node:module'
import type TurndownService from 'turndown'

let made: TurndownService | undefined

/** HTML, as Confluence shows a page, for reading as Markdown. Loaded on first use. */
export function toMarkdown(html: string): string {
  made ??= make()
  return made.turndown(html)
}

function make(): TurndownService {
  const load = createRequire(import.meta.url)
  const Service: typeof TurndownService = load('turndown')
  const { gfm }: { gfm: TurndownService.Plugin } = load('@joplin/turndown-plugin-gfm')
  return new Service({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' }).use(gfm)
}
