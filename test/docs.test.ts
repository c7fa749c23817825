// What README.md, docs/ and the other pages state, compared with the repository.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { brokenLinks, rows } from './helpers/markdown.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const docs = globSync('docs/**/*.md', { cwd: root }).toSorted()
const pages = [
  ...globSync('*.md', { cwd: root }),
  ...docs,
  ...globSync('{src,sandbox,test,script}/**/README.md', { cwd: root, exclude: ['**/node_modules/**'] })
]
const marked = (text: string, mark: string): string => text.split(`<!-- ${mark} -->`)[1]?.split(`<!-- /${mark} -->`)[0] ?? ''

t.test('relative links resolve, with their anchors', async t => {
  t.ok(pages.length >= 30)
  for (const page of pages) t.strictSame(brokenLinks(path.join(root, page)), [], page)
})

t.test('docs/README.md links to every page', async t => {
  const index = read('docs/README.md')
  for (const page of docs.filter(page => page !== 'docs/README.md')) t.ok(index.includes(`](${path.relative('docs', page)}`), page)
})

t.test('paths that a page names exist', async t => {
  for (const page of pages) t.strictSame(missingPaths(read(page)), [], page)
})

/** Paths in code spans that start at a folder of the root. Placeholders, globs and generated folders are left out. */
function missingPaths(text: string): string[] {
  const spans = [...text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const named = spans.filter(span => /^(?:src|test|sandbox|script|bench|docs|openapi|packages)\/[\w./-]+$/.test(span))
  return named.filter(file => !existsSync(path.join(root, file)) && !EXAMPLES.test(file))
}

/** Files of the systems that the guides create as examples. */
const EXAMPLES = /\/(?:notes|tasks)\/|list-runners|list_runners/

for (const [heading, group] of [
  ['At run time', 'dependencies'],
  ['For development', 'devDependencies']
] as const)
  t.test(`docs/dependencies.md justifies exactly the ${group} of package.json`, async t => {
    const section = read('docs/dependencies.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    const [, ...named] = rows(section).filter(([, why = '']) => !/^-+$/.test(why))
    t.strictSame(
      named.map(([name]) => name),
      Object.keys(JSON.parse(read('package.json'))[group]).sort()
    )
    for (const [name = '', why = ''] of named) t.ok(why.length >= 5, name)
  })

t.test('docs/benchmarks.md has the figures that npm run bench measures, their date and method', async t => {
  const page = read('docs/benchmarks.md')
  t.match(page, /^Measured on .*\d{4}/m)
  t.match(page, '## Method')
  for (const figure of [
    /pipeline and envelope.*\| \d\.\d+ of its speed/,
    /got request.*\| \d\.\d+ of its speed/,
    /\d\.\d+ s built/,
    /\d+ MB built/,
    /5 GB file \| \d+ ms/
  ])
    t.match(marked(page, 'bench'), figure)
})

t.test('a figure that misses its target is marked', async t => {
  const [, ...measured] = rows(marked(read('docs/benchmarks.md'), 'bench'))
  t.ok(measured.length >= 20)
  for (const [what = '', figure = '', target = '', met = ''] of measured) {
    t.match(met, /^(yes|\*\*no\*\*)$/, what)
    const [, bound, limit] = /^([≥≤]) ([\d.,]+)/.exec(target) ?? []
    const [value] = /^\d[\d.,]*/.exec(figure) ?? []
    if (!/ of its speed/.test(figure) || figure.includes(' to ') || !bound || !value) continue
    t.equal(met === 'yes', bound === '≥' ? Number(value) >= Number(limit) : Number(value) <= Number(limit), what)
  }
})

t.test('the tool lists have about the size that docs/models.md states', async t => {
  const lists = globSync('openapi/dialects/*', { cwd: root })
  for (const [, names = '', size = ''] of rows(read('docs/models.md')).filter(([, , size]) => size?.endsWith(' MB'))) {
    const named = lists.filter(list => [path.basename(list), path.parse(list).name].some(name => names.includes(`\`${name}\``)))
    const largest = Math.max(...named.map(list => statSync(path.join(root, list)).size))
    const ratio = largest / 1e6 / Number.parseFloat(size)
    t.ok(ratio > 0.8 && ratio < 1.25, `${names}: ${size}`)
  }
})
