import t from 'tap'
import { readHtml } from '../../../src/tools/web/reader/html/html.ts'

const HIDING = '<style>.sr{position:absolute!important;left:-10000px;width:1px;height:1px;overflow:hidden}</style>'

/** The text of a page with this body. */
const read = (body: string, main_only: boolean): string =>
  readHtml(
    `<!doctype html><html><head><title>T</title>${HIDING}</head><body><h1>Heading</h1><p>Start of the page.</p>${body}<p>End.</p></body></html>`,
    'http://a.example/',
    {
      main_only,
      format: 'markdown'
    }
  ).content

t.test('visible text that is hidden from screen readers is kept, once', async t => {
  for (const [html, times] of [
    ['<div aria-hidden="true">Visible 1299 text</div>', 1],
    ['<p>The price is <span><span class="sr">1299</span><span aria-hidden="true">1299</span></span> today.</p>', 1],
    ['<p>The price is <span><span class="vh">1299</span><span aria-hidden="true">1299</span></span> today.</p>', 1],
    ['<p>The price is <span><b>$12</b>99</span><span aria-hidden="true">$1299</span> today.</p>', 0],
    ['<p>The price is <span><b>$</b>1299</span><span aria-hidden="true">$1299</span> today.</p>', 1],
    ['<p>The price is <span>1299</span><span><span aria-hidden="true">1299</span></span> today.</p>', 1],
    ['<ul><li aria-hidden="true">1299</li><li aria-hidden="true">1299</li></ul>', 1],
    ['<table><tr><th>Price</th><td><span class="sr">1299</span><span aria-hidden="true">1299</span></td></tr></table>', 1]
  ] as const)
    for (const main_only of [true, false])
      t.equal(read(html, main_only).split('1299').length - 1, times, `${html}, main_only: ${main_only}`)
})

t.test('icons, symbols and closed overlays that are hidden from screen readers are removed', async t => {
  for (const html of [
    '<a href="#x" aria-hidden="true">§</a>',
    '<span aria-hidden="true"><img src="§.png" alt="§"></span>',
    '<i class="material-icons" aria-hidden="true">§home</i>',
    '<div role="dialog" aria-hidden="true">Accept § cookies</div>'
  ])
    for (const main_only of [true, false]) t.notMatch(read(html, main_only), '§', `${html}, main_only: ${main_only}`)
})
