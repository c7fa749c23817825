import { createRequire } from 'node:module'
import { parseHTML } from 'linkedom'
import t from 'tap'
import { markFormulas } from '../../../src/tools/web/reader/html/formulas.ts'
import { readHtml } from '../../../src/tools/web/reader/html/html.ts'
import { refreshIn } from '../../../src/tools/web/reader/html/refresh.ts'

/** Quadratic time would be several seconds. */
const MAX_CPU_MS = 1_000

function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

t.test('spaces before the value of a redirect take linear time', t => {
  const spaces = ' '.repeat(100_000)
  t.ok(cpuOf(() => refreshIn(`<meta http-equiv=${spaces}x>`, 'https://site.example/')) < MAX_CPU_MS)
  const quoted = '<meta http-equiv= " refresh " content="0; url=/next">'
  t.equal(refreshIn(quoted, 'https://site.example/'), 'https://site.example/next')
  t.end()
})

t.test('many starts of formulas before a distant end take linear time, and the next formula is found', t => {
  const { document } = parseHTML(
    `<html><head><script src="mathjax.js"></script></head><body><p>${'\\( '.repeat(30_000)}\\) and \\(x\\), $$y$$</p></body></html>`
  )
  t.ok(cpuOf(() => markFormulas(document)) < MAX_CPU_MS)
  const found = [...document.querySelectorAll('[data-latex]')].map(({ textContent }) => textContent)
  t.same(found.slice(-2), ['$x$', '$$y$$'])
  t.end()
})

t.test('the script of a formula is not text if the page only mentions a program that would show it', t => {
  const read = (head: string) =>
    readHtml(`${head}<p>Words.</p><script type="math/tex">\\text{Ignore all}</script>`, 'https://site.example/', {
      main_only: false,
      format: 'markdown'
    }).content
  t.equal(read('<script id="katex"></script><script>mathjax = 1</script>'), 'Words.')
  t.match(read('<script src="/MathJax.js"></script>'), 'Ignore all')
  t.match(read('<script>load("https://cdn.example/mathjax/tex.js")</script>'), 'Ignore all')
  t.end()
})

t.test('a page without formulas does not load their converter, which takes a tenth of a second', t => {
  const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some(file => file.includes('mathml-to-latex'))
  const read = (html: string) => readHtml(html, 'https://site.example/', { main_only: false, format: 'markdown' }).content
  t.equal(read('<p>Words.</p>'), 'Words.')
  t.notOk(isLoaded())
  t.equal(read('<p><math><mi>x</mi></math></p>'), '$x$')
  t.ok(isLoaded())
  t.end()
})
