import type { Element } from '../css/selectors.ts'
import type { Sheet } from '../css/stylesheet.ts'
import type { Kind } from './appearance.ts'
import { BLACK, type Color } from './color.ts'

/** Page-wide facts for judging elements. */
export interface Page {
  sheets: readonly Sheet[]
  /** Whether it has external style sheets, which are not fetched. */
  hasLinks: boolean
  /** Whether scripts may define elements. */
  hasScripts: boolean
  /** Whether it is in quirks mode. */
  isQuirky: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const BLOCKS = words(`address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary ul xmp`)
const INLINE_BLOCKS = words('button img input select textarea marquee')
const TABLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ table: 'block', td: 'table-cell', th: 'table-cell', tr: 'table-row', tbody: 'table-row-group', caption: 'block' })
)
const NOT_SHOWN = words('area base basefont datalist link meta param title')
const SMALLER = words('small sub sup')
/** Controls have their own colors on a background of the system. */
const CONTROLS = words('button input option select textarea mark')

const LINK: Color = { red: 0, green: 0, blue: 238, alpha: 1 }
/** Pixels of `<font size>`. */
const SIZES = [10, 10, 13, 16, 18, 24, 32, 48]
const MAX_PARENTHESIS = 2
/** Attributes for the color of text. In all other elements that of MathML. */
const COLORS: ReadonlyMap<string, string> = new Map([
  ['font', 'color'],
  ['body', 'text']
])

/** Returns the defaults of the browser and the attributes, which styles may override. */
export function kindOf(element: Element, page: Page): Kind {
  const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
  const { tagName } = element
  return {
    display: displayOf(element, attributes, page),
    size: sizeFactor(tagName, attributes),
    hints: {
      color: attributes.get(COLORS.get(tagName) ?? 'mathcolor'),
      // Confluence sets the background of table cells with the second one.
      background:
        attributes.get('bgcolor') ??
        attributes.get('mathbackground') ??
        attributes.get('data-highlight-colour') ??
        (CONTROLS.has(tagName) ? 'unknown' : undefined),
      own: ownColour(tagName, attributes, page),
      hasPicture: attributes.has('background')
    },
    isPage: tagName === 'html' || tagName === 'body',
    isPanel: attributes.get('role') === 'tabpanel',
    isBesidePicture: () => element.parentNode !== null && holdsPicture(element.parentNode)
  }
}

type Parent = NonNullable<Element['parentNode']>

const PICTURES = words('img picture video canvas svg')
const known = new WeakMap<Parent, boolean>()

/** Whether an image is among the children or grandchildren of an element. */
function holdsPicture(parent: Parent): boolean {
  const found =
    known.get(parent) ?? parent.childNodes.some(child => isPicture(child) || ('childNodes' in child && child.childNodes.some(isPicture)))
  known.set(parent, found)
  return found
}

const isPicture = ({ nodeName }: { nodeName: string }): boolean => PICTURES.has(nodeName)

type Attributes = ReadonlyMap<string, string>

function displayOf(element: Element, attributes: Attributes, page: Page): string {
  const { tagName } = element
  if (NOT_SHOWN.has(tagName) || (tagName === 'rp' && !isParenthesis(element))) return 'none'
  if (attributes.has('hidden') && attributes.get('hidden')?.toLowerCase() !== 'until-found') return 'none'
  if (tagName === 'marquee' && ['width', 'height'].some(side => Number(attributes.get(side) ?? 1) === 0)) return 'none'
  if (attributes.has('popover') || (tagName === 'dialog' && !attributes.has('open'))) return 'none'
  if (INLINE_BLOCKS.has(tagName)) return 'inline-block'
  // An unknown style sheet may give it any display.
  return TABLES.get(tagName) ?? (BLOCKS.has(tagName) || page.hasLinks ? 'block' : 'inline')
}

/** Whether the element is a parenthesis around a ruby annotation. */
const isParenthesis = ({ childNodes }: Element): boolean =>
  childNodes.every(child => 'value' in child && child.value.trim().length <= MAX_PARENTHESIS)

function ownColour(tagName: string, attributes: Attributes, { hasLinks }: Page): Color | undefined {
  if (CONTROLS.has(tagName)) return BLACK
  if (tagName === 'a' && attributes.has('href') && !hasLinks) return LINK
  return undefined
}

function sizeFactor(tagName: string, attributes: Attributes): number {
  if (SMALLER.has(tagName)) return 1 / 1.2
  if (tagName === 'font') return fontFactor(attributes.get('size'))
  const [, number = '1', unit = 'em'] = /^\s*(\d{1,9}(?:\.\d{0,9})?)(px|pt|em|%)?/.exec(attributes.get('mathsize') ?? '') ?? []
  return Number(number) / (unit === 'em' ? 1 : unit === '%' ? 100 : 16)
}

function fontFactor(size: string | undefined): number {
  const step = Number.parseInt(size ?? '', 10)
  if (Number.isNaN(step)) return 1
  const absolute = /^[+-]/.test(size ?? '') ? 3 + step : step
  return (SIZES[Math.max(1, Math.min(7, absolute))] ?? 16) / 16
}
