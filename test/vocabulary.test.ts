// Texts and names use the terms of the field. These words belonged to an earlier dialect of the project.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'

const root = path.join(import.meta.dirname, '..')

const REPLACED = /\b(?:told|tells|somebody|whoever|heed|stand-in|led on|nor does)\b/i

/** Also replaced outside of tests, whose data may contain them. */
const REPLACED_IN_PRODUCT = /\b(?:anybody|nobody|heeds|heeded|unheeded|anew|stand-ins)\b/i

const isReplaced = (file: string, line: string): boolean =>
  REPLACED.test(line) || (!file.startsWith('test/') && REPLACED_IN_PRODUCT.test(line))

/** Lines that may contain such a word: a regular expression that matches the line, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^\| \[.*\]\(docs\/operations\.md#/, 'a row of the README, generated from the text of a system']
]

const CHECKED = [
  '*.md',
  'docs/**/*.md',
  'src/**/*.{ts,md}',
  'sandbox/**/*.{ts,md}',
  'script/**/*.ts',
  'bench/**/*.ts',
  'console/**/*.{ts,tsx,md}',
  'packages/*/README.md',
  'test/**/*.{ts,md,py,yaml,yml}'
]

/** Generated from texts that are checked where they are written. */
const GENERATED = ['docs/configuration.md', 'docs/operations.md']

/** This file lists the words. */
const OWN = 'test/vocabulary.test.ts'

t.test('no text uses a word that the vocabulary replaces', async t => {
  const files = globSync(CHECKED, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', ...GENERATED, OWN] })
  t.ok(files.length > 1000)
  const found = files.flatMap(file =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        isReplaced(file, line) && !EXCEPTIONS.some(([allowed]) => allowed.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : []
      )
  )
  t.strictSame(found, [])
})
