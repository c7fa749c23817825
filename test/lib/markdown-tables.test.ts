import t from 'tap'
import TurndownService from 'turndown'
import { tables } from '../../src/lib/markdown-tables.ts'

const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-' }).use(tables)
const markdownOf = (html: string): string => service.turndown(html)

t.test('a table of data', async t => {
  const rows = '<tr><td>A | B</td><td>1</td></tr><tr><td>C<br>D</td><td></td></tr>'
  t.equal(
    markdownOf(`<table><caption>Counts</caption><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody>${rows}</tbody></table>`),
    'Counts\n\n| Name | Count |\n| --- | --- |\n| A \\| B | 1 |\n| C<br>D |  |'
  )
})

t.test('a table without a heading gets an empty one, which Markdown requires', async t => {
  t.equal(markdownOf('<table><tr><td>1</td><td>2</td></tr></table>'), '|  |  |\n| --- | --- |\n| 1 | 2 |')
})

t.test('a cell of several rows is repeated in each, one of several columns is in its first', async t => {
  const html =
    '<table><tr><th>Year</th><th colspan="2">Goods</th></tr><tr><td rowspan="2">2025</td><td>tea</td><td>5</td></tr><tr><td>salt</td><td>7</td></tr></table>'
  t.equal(markdownOf(html), '| Year | Goods |  |\n| --- | --- | --- |\n| 2025 | tea | 5 |\n| 2025 | salt | 7 |')
})

t.test('spans beyond the table fill no memory', async t => {
  const cell = '<td colspan="1000000" rowspan="65534">x</td>'
  const text = markdownOf(`<table>${`<tr>${cell}<td>y</td></tr>`.repeat(300)}</table>`)
  t.ok(text.length < 200_000, String(text.length))
})

t.test('a list in a cell stays in its row', async t => {
  t.equal(
    markdownOf('<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td><ul><li>1</li><li>2</li></ul></td></tr></table>').replace(
      / {2,}/g,
      ' '
    ),
    '| A | B |\n| --- | --- |\n| x | - 1<br>- 2 |'
  )
})

t.test('a layout table is replaced by its content', async t => {
  t.equal(markdownOf('<table><tr><td>Menu</td><td><h1>Title</h1><p>Text</p></td></tr></table>'), 'Menu\n\n# Title\n\nText')
  t.equal(markdownOf('<table><tr><td><p>One</p></td></tr><tr><td><p>Two</p></td></tr></table>'), 'One\n\nTwo')
  t.equal(
    markdownOf('<table><tr><td>Menu</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>'),
    'Menu\n\n|  |  |\n| --- | --- |\n| 1 | 2 |'
  )
})

t.test('thousands of rows are fast', async t => {
  const text = markdownOf(`<table><tr><th>A</th><th>B</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(5_000)}</table>`)
  t.equal(text.split('\n').length, 5_002)
})
