import { createRequire } from 'node:module'
import type TurndownService from 'turndown'
import { isWithin } from '../../../lib/extent.ts'
import { tables } from '../../../lib/markdown-tables.ts'
import { CannotBeDone } from '../../../lib/threads/failures.ts'

/** What takes turndown a second; the time grows with the square of it. */
const DEEPEST = 500

const load = createRequire(import.meta.url)

let made: TurndownService | undefined

/** HTML, as Confluence shows a page, for reading as Markdown. Loaded on first use. Throws CannotBeDone where elements lie too deep within each other. */
export function toMarkdown(html: string): string {
  const { parseFragment }: typeof import('parse5') = load('parse5')
  if (!isWithin(parseFragment(html), { depth: DEEPEST })) throw new CannotBeDone(`elements lie within each other more than ${DEEPEST} deep`)
  made ??= make()
  return made.turndown(html)
}

function make(): TurndownService {
  const Service: typeof TurndownService = load('turndown')
  const { highlightedCodeBlock, strikethrough, taskListItems }: Record<string, TurndownService.Plugin> = load('@joplin/turndown-plugin-gfm')
  const service = new Service({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*', hr: '---' })
  return service.use([highlightedCodeBlock, strikethrough, taskListItems, tables].filter(plugin => plugin !== undefined))
}
