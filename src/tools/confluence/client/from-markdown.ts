import { createRequire } from 'node:module'
import type MarkdownIt from 'markdown-it'
import { macrosIn } from './storage.ts'

/** Markdown as storage; or why it is not: the macros of what it takes the place of, or the one that it holds itself. */
export type Converted = { storage: string } | { destroyed: string[] } | { macro: string }

/** HTML within it is text. `before`: the storage that it takes the place of, whose macros Markdown could not say. */
export function fromMarkdown(markdown: string, before: string): Converted {
  const destroyed = macrosIn(withoutOurs(before))
  if (destroyed.length > 0) return { destroyed }
  const found: Record<string, unknown> = {}
  parser ??= makeParser()
  const storage = parser.render(markdown, found)
  const { macro } = found
  return typeof macro === 'string' ? { macro } : { storage }
}

/** What Markdown can say and is kept as a macro: code with a language, and pictures at an address. Confluence gives a macro an id of its own. */
const OF_MACRO = '(?:\\s+ac:(?:schema-version|macro-id)="[^"]*")*'
const OURS = new RegExp(
  `<ac:structured-macro${OF_MACRO} ac:name="code"${OF_MACRO}>(?:<ac:parameter ac:name="language">[^<]*</ac:parameter>)?<ac:plain-text-body>(?:<!\\[CDATA\\[(?:(?!\\]\\]>)[\\s\\S])*\\]\\]>)+</ac:plain-text-body></ac:structured-macro>` +
    '|<ac:image(?: ac:alt="[^"]*")?><ri:url ri:value="[^"]*" ?/></ac:image>',
  'g'
)

const withoutOurs = (storage: string): string => storage.replace(OURS, '')

type Parser = InstanceType<typeof MarkdownIt>

/** Made on first use. */
let parser: Parser | undefined

function makeParser(): Parser {
  const load: (name: string) => { default?: typeof MarkdownIt } & typeof MarkdownIt = createRequire(import.meta.url)
  const loaded = load('markdown-it')
  const Parser = loaded.default ?? loaded
  const made = new Parser({ html: false, xhtmlOut: true })
  // Before what was escaped on purpose is joined with the text around it.
  made.core.ruler.before('text_join', 'macros', ({ tokens, env }) => {
    for (const { children } of tokens) for (const token of children ?? []) env['macro'] ??= macroIn(token)
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
function macroIn(token: Token): string | undefined {
  if (token.type === 'text') return MACRO_TAG.exec(token.content)?.[0]
  const link = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : ''
  return MACRO_LINK.test(link) ? `<${link}`.slice(0, 100) : undefined
}

/** Code goes into CDATA, whose end it may hold. */
const codeMacro = (code: string, language: string, escaped: (text: string) => string): string =>
  `<ac:structured-macro ac:name="code">${language === '' ? '' : `<ac:parameter ac:name="language">${escaped(language)}</ac:parameter>`}<ac:plain-text-body><![CDATA[${code.replaceAll(']]>', ']]]]><![CDATA[>')}]]></ac:plain-text-body></ac:structured-macro>\n`
