import { Type } from 'typebox'
import { OPTIONS } from '../../contract/reserved.ts'
import { words } from '../../contract/schema.ts'

const LONGEST_URL = 2048

export const pageUrl = (description: string, longest = LONGEST_URL) => Type.String({ minLength: 1, maxLength: longest, description })

/** How pages are to be read. */
export const readWish = {
  reader: Type.Optional(
    words(['embedded', 'jina'], {
      description:
        'embedded: the gateway reads the page itself, and runs no scripts. jina: Jina Reader does, which does and sees the URL. Absent: as the gateway is set'
    })
  ),
  format: words(['markdown', 'text'], { default: 'markdown', description: 'How the text is written. Default markdown' }),
  main_only: Type.Boolean({
    default: true,
    description:
      'true: what the page is about; a warning tells where much is left away. false: all of it, with menus and the like. Default true. Jina decides by itself'
  }),
  no_cache: OPTIONS.no_cache
}

export const showWish = {
  include_links: Type.Boolean({ default: false, description: 'Answer the links of the text as a list, too. Default false' }),
  include_images: Type.Boolean({ default: false, description: 'Answer the pictures of the text as a list, too. Default false' }),
  max_chars: OPTIONS.max_chars
}

/** Brave's own bounds. */
export const searchQuery = Type.String({
  minLength: 1,
  maxLength: 400,
  pattern: '^\\s*(?:\\S+\\s+){0,49}\\S+\\s*$',
  'x-form': 'of 1 to 50 words',
  'x-aliases': ['q'],
  description:
    'What to look for: at most 400 characters and 50 words. Operators of Brave are taken, as "exact words", -word, site:example.com'
})

export const country = Type.Optional(
  Type.String({
    pattern: '^([A-Z]{2}|ALL)$',
    'x-form': 'two capital letters, or ALL',
    description: 'Country where the results come from: two letters such as US, or ALL. Absent: as Brave sees the caller'
  })
)

export const searchLanguage = Type.Optional(
  Type.String({
    pattern: '^[a-z]{2,3}(-[a-z]{2,4})?$',
    'x-form': 'as en, pt-br or zh-hans',
    description: "Language of the results, by Brave's own names: en, de, pt-br, zh-hans, jp (and not ja). Absent: as Brave finds"
  })
)
