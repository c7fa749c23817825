import { Type } from 'typebox'
import { OPTIONS } from '../../catalog/reserved-inputs.ts'
import { stringEnum } from '../../contract/schema.ts'

const MAX_URL = 2048

export const pageUrl = (description: string, longest = MAX_URL) => Type.String({ minLength: 1, maxLength: longest, description })

/** How to read pages. */
export const pageOptions = {
  reader: Type.Optional(
    stringEnum(['embedded', 'jina'], {
      description:
        "embedded: the gateway reads the page itself and runs no scripts. jina: Jina Reader, which runs scripts and sees the URL. Default: the gateway's setting"
    })
  ),
  format: stringEnum(['markdown', 'text'], { default: 'markdown', description: 'Format of the text. Default markdown' }),
  main_only: Type.Boolean({
    default: true,
    description:
      'true: only the main content; a warning reports if much was omitted. false: the whole page, including menus. Default true. Ignored by jina'
  }),
  no_cache: OPTIONS.no_cache
}

export const showWish = {
  include_links: Type.Boolean({ default: false, description: 'true: also return the links of the text as a list. Default false' }),
  include_images: Type.Boolean({ default: false, description: 'true: also return the images of the text as a list. Default false' }),
  max_chars: OPTIONS.max_chars
}

/** Limits of Brave. */
export const searchQuery = Type.String({
  minLength: 1,
  maxLength: 400,
  pattern: '^\\s*(?:\\S+\\s+){0,49}\\S+\\s*$',
  'x-form': 'of 1 to 50 words',
  'x-aliases': ['q'],
  description: 'Search query: at most 400 characters and 50 words. Brave\'s operators work, such as "exact words", -word, site:example.com'
})

export const country = Type.Optional(
  Type.String({
    pattern: '^([A-Z]{2}|ALL)$',
    'x-form': 'two capital letters, or ALL',
    description: 'Country of the results: two letters such as US, or ALL. Default: detected by Brave'
  })
)

export const searchLanguage = Type.Optional(
  Type.String({
    pattern: '^[a-z]{2,3}(-[a-z]{2,4})?$',
    'x-form': 'such as en, pt-br or zh-hans',
    description:
      'Language of the results, as one of the language codes of Brave, such as en, de, pt-br, zh-hans, jp (not ja). Default: detected by Brave'
  })
)
