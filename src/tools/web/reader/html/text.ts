import { convert, type FormatCallback } from 'html-to-text'

const LONGEST = 20_000_000

/** Converts HTML to text: a line per table row, with tabs between cells, so that numbers stay separate. */
export const toText = (html: string): string =>
  convert(html, { wordwrap: false, limits: { maxInputLength: LONGEST }, formatters: { cell }, selectors: SELECTORS })
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addLiteral('\t')
}

const block = (selector: string, lines: number) => ({
  selector,
  format: 'block',
  options: { leadingLineBreaks: lines, trailingLineBreaks: lines }
})

/** Elements that the library treats as inline. */
const BLOCKS = 'tr caption dt dd figure figcaption details summary address fieldset legend option'.split(' ')

const SELECTORS = [
  { selector: 'img', format: 'skip' },
  { selector: 'a', options: { ignoreHref: true } },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
  ...['table', 'dl'].map(selector => block(selector, 2)),
  ...BLOCKS.map(selector => block(selector, 1)),
  ...['td', 'th'].map(selector => ({ selector, format: 'cell' }))
]
