import t from 'tap'
import { plainText } from '../../src/lib/http/plain-text.ts'

t.test('the text of HTML has no tags, scripts and styles', async t => {
  for (const [html, text] of [
    [
      '<html><head><title>502</title><style>p { a }</style></head><body><h1>Bad  Gateway</h1>\n<p>nginx</p></body></html>',
      '502 Bad Gateway nginx'
    ],
    ['a<script>var x = "<p>b</p>"</script>c', 'a c'],
    ['a<SCRIPT src=x>b</Script >c<style-guide>d</style-guide>', 'a c d'],
    ['1 < 2 and 3 > 2', '1 2'],
    ['no tag', 'no tag'],
    ['<b>open', 'open'],
    ['<script>never closed', ''],
    ['', '']
  ] as const)
    t.equal(plainText(html), text, html)
})
