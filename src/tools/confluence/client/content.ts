import { createRequire } from 'node:module'
import type MarkdownIt from 'markdown-it'
import { OperationError } from '../../../contract/errors.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import type { Written } from './page-source.ts'
import { checkStorage, macrosIn } from './storage.ts'

export type WriteFormat = 'storage' | 'wiki' | 'markdown' | 'view'

type Parser = InstanceType<typeof MarkdownIt>

let parser: Parser | undefined

/** What is written, as Confluence takes it. `before`: the storage that it takes the place of, whose macros Markdown could not say. */
export function written(content: string, format: WriteFormat, before = ''): Written {
  if (format === 'wiki') return { representation: 'wiki', value: content }
  const macros = format === 'markdown' ? macrosIn(withoutOurs(before)) : []
  if (macros.length > 0) throw wouldDestroy(macros)
  const value = format === 'markdown' ? storageFromMarkdown(content) : content
  checkStorage(value)
  return { representation: 'storage', value }
}

/** What Markdown can say and is kept as a macro: code with a language, and pictures at an address. Confluence gives a macro an id of its own. */
const OF_MACRO = '(?:\\s+ac:(?:schema-version|macro-id)="[^"]*")*'
const OURS = new RegExp(
  `<ac:structured-macro${OF_MACRO} ac:name="code"${OF_MACRO}>(?:<ac:parameter ac:name="language">[^<]*</ac:parameter>)?<ac:plain-text-body>(?:<!\\[CDATA\\[(?:(?!\\]\\]>)[\\s\\S])*\\]\\]>)+</ac:plain-text-body></ac:structured-macro>` +
    '|<ac:image(?: ac:alt="[^"]*")?><ri:url ri:value="[^"]*" ?/></ac:image>',
  'g'
)

const withoutOurs = (storage: string): string => storage.replace(OURS, '')

const wouldDestroy = (macros: readonly string[]): OperationError =>
  new OperationError('cannot_be_honoured', `Markdown would destroy what it cannot say: the page has ${macros.slice(0, 10).join(', ')}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Read the page with content_format storage, change that, and send it back as storage.']
  })

/** Markdown as storage. HTML within it is text. Loaded on first use. */
export function storageFromMarkdown(markdown: string): string {
  parser ??= makeParser()
  return parser.render(markdown)
}

function makeParser(): Parser {
  const load: (name: string) => { default?: typeof MarkdownIt } & typeof MarkdownIt = createRequire(import.meta.url)
  const loaded = load('markdown-it')
  const Parser = loaded.default ?? loaded
  const made = new Parser({ html: false, xhtmlOut: true })
  // Before what was escaped on purpose is joined with the text around it.
  made.core.ruler.before('text_join', 'macros', ({ tokens }) => {
    for (const { children } of tokens) for (const token of children ?? []) checkMacro(token)
  })
  const escaped = made.utils.escapeHtml
  made.renderer.rules['fence'] = (tokens, place) =>
    codeMacro(tokens[place]?.content ?? '', tokens[place]?.info.trim().split(/\s+/)[0] ?? '', escaped)
  made.renderer.rules['code_block'] = (tokens, place) => codeMacro(tokens[place]?.content ?? '', '', escaped)
  made.renderer.rules['image'] = (tokens, place) =>
    `<ac:image ac:alt="${escaped(tokens[place]?.content ?? '')}"><ri:url ri:value="${escaped(String(tokens[place]?.attrGet('src') ?? ''))}" /></ac:image>`
  return made
}

type Token = ReturnType<Parser['parse']>[number]

const MACRO_TAG = /<\/?(?:ac|ri):[a-z-]+/i
const MACRO_LINK = /^(?:ac|ri):/i

/** As text it would be shown to readers, and whoever wrote it meant the macro. */
function checkMacro(token: Token): void {
  const tag = token.type === 'text' ? MACRO_TAG.exec(token.content)?.[0] : undefined
  const link = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : ''
  if (tag === undefined && !MACRO_LINK.test(link)) return
  throw misgiven(
    'content',
    `has ${tag ?? `<${link}`.slice(0, 100)}, which Markdown cannot say`,
    'content_format storage for macros; in Markdown they can only be shown, as `code`'
  )
}

/** Code goes into CDATA, whose end it may hold. */
const codeMacro = (code: string, language: string, escaped: (text: string) => string): string =>
  `<ac:structured-macro ac:name="code">${language === '' ? '' : `<ac:parameter ac:name="language">${escaped(language)}</ac:parameter>`}<ac:plain-text-body><![CDATA[${code.replaceAll(']]>', ']]]]><![CDATA[>')}]]></ac:plain-text-body></ac:structured-macro>\n`
