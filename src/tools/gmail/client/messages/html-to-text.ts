import { convert } from 'html-to-text'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { removeHidden } from '../../../../lib/html/hidden.ts'
import { hidesText } from '../../../../lib/html/hides-text.ts'
import { textWithin } from '../../../../lib/html/text-within.ts'
import { removedWarnings, withoutInvisible } from '../../../../lib/invisible.ts'
import { isWithin } from '../../../../lib/tree-limits.ts'

/** Limits of a conversion, which blocks all other calls: characters, tags and nesting depth. */
const MAX_HTML = 1_000_000
const MAX_TAGS = 50_000
const MAX_DEPTH = 300

/** Maximum steps to match elements with style rules, which blocks all other calls. */
const MAX_STEPS = 2_000_000

/** Text, and warnings about what was removed from it. */
export interface PlainText {
  text: string
  warnings: string[]
}

/** Converts HTML to text. Links keep their URL and lists their bullets; images and text that is hidden from readers are removed. */
export function plainText(html: string): PlainText {
  const { document, isCut } = parsed(html)
  const warnings = [...(isCut ? [CUT] : []), ...removeHidden(document, MAX_STEPS)]
  const isManageable = isWithin(document, { depth: MAX_DEPTH })
  const clean = withoutInvisible(isManageable ? serialize(document) : textWithin(document))
  const text = isManageable ? convert(clean.text, { wordwrap: false, selectors: [...SKIPPED, ...HEADINGS] }).trim() : clean.text
  return { text, warnings: [...warnings, ...removedWarnings(clean.found)] }
}

/** Returns the warnings for HTML that is returned unchanged. */
export function hiddenWarnings(html: string): string[] {
  const { document, isCut } = parsed(html)
  return hidesText(document, MAX_STEPS) || isCut ? [HOLDS_HIDDEN] : []
}

const HOLDS_HIDDEN = 'The HTML contains, or may contain, text that is hidden from readers. Use body: text to leave it out.'

/** Mail programs do not run scripts, so `noscript` content is visible. */
function parsed(html: string): { document: DefaultTreeAdapterTypes.Document; isCut: boolean } {
  const beginning = firstTags(html.slice(0, MAX_HTML))
  return { document: parse(beginning, { scriptingEnabled: false }), isCut: beginning.length < html.length }
}

const SKIPPED = ['img', 'svg', 'template', 'script', 'style', 'object'].map(selector => ({ selector, format: 'skip' }))

const CUT = 'The HTML of the message is very large. Only its beginning was read.'

function firstTags(html: string): string {
  let end = -1
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    end = html.indexOf('<', end + 1)
    if (end === -1) return html
  }
  return html.slice(0, end)
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } }))
