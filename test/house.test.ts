import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { cycles, type Room, readSource, roomOf, type Source, violations } from './helpers/house.ts'

/** Who may import whom. `types` go away before the code runs. */
const ROOMS: readonly Room[] = [
  // The nearest name of a misspelt one is a pure function, hence fastest-levenshtein; so is the hash that tells versions apart.
  { name: 'contract', files: /^contract\//, may: ['typebox', 'fastest-levenshtein', 'node:crypto'] },
  { name: 'what the systems of Google share', files: /^lib\/google\//, may: ['contract/', 'lib/', 'typebox', 'node:'] },
  {
    name: 'lib',
    files: /^lib\//,
    may: ['contract/errors.ts', 'form-data-encoder', 'got', 'ioredis', 'ipaddr.js', 'node:'],
    types: ['contract/']
  },
  {
    name: 'a system',
    files: /^tools\/[^/]+\//,
    may: ['contract/', 'lib/', 'node:', 'npm:'],
    never: ['fastify', '@fastify', 'bullmq', 'ioredis', '@bull-board']
  },
  { name: 'bulk', files: /^bulk\//, may: ['contract/', 'lib/', 'bullmq', 'ioredis', 'node:'], types: ['pino'] },
  {
    name: 'the REST surface',
    files: /^surfaces\/rest\//,
    may: ['contract/', 'node:', 'fastify', '@fastify/multipart', 'negotiator', 'typebox'],
    types: ['bulk/']
  },
  {
    name: 'the MCP surface',
    files: /^surfaces\/mcp\//,
    may: ['contract/', 'node:', 'fastify', 'typebox', '@modelcontextprotocol'],
    types: ['bulk/']
  },
  {
    name: 'the dialects',
    files: /^surfaces\/dialects\//,
    may: ['contract/', 'node:', 'fastify', 'openai']
  },
  {
    name: 'a surface',
    files: /^surfaces\/(?:[^/]+\/|[^/]+\.ts$)/,
    may: ['contract/', 'node:', 'fastify', '@fastify', 'typebox'],
    types: ['bulk/']
  },
  {
    name: 'plugins',
    files: /^plugins\//,
    may: ['contract/errors.ts', 'lib/', 'node:', 'npm:'],
    types: ['contract/', 'config'],
    never: ['bullmq', 'got']
  },
  // It runs wherever fetch is, and knows of the house only what it answers.
  { name: 'the client', files: /^client\//, may: ['eventsource-parser'], types: ['../openapi/'] },
  // What puts the house together: every file directly in src, and the folders of two of them.
  { name: 'the top', files: /^(?:[^/]+\.ts$|config\/|cli\/)/, may: ['everything'] }
]

const LONGEST_FILE = 200
const LONGEST_FUNCTION = 50

/** Files that are longer than that, and why they stay so. */
const LONG_FILES: Readonly<Record<string, string>> = {}

/** Files with a function that is longer than that, and why it stays so. */
const LONG_FUNCTIONS: Readonly<Record<string, string>> = {}

const root = path.join(import.meta.dirname, '..')
const sourcesOf = (folder: string): Source[] =>
  globSync('**/*.ts', { cwd: path.join(root, folder) })
    .sort()
    .map(file => readSource(file, readFileSync(path.join(root, folder, file), 'utf8')))
const sources = sourcesOf('src')
const sandbox = sourcesOf('sandbox')

t.test('every room imports only what it may', async t => t.strictSame(violations(ROOMS, sources), []))

t.test('every file of src has its room', async t => {
  const homeless = sources.filter(({ file }) => !roomOf(ROOMS, file))
  t.strictSame(
    homeless.map(({ file }) => file),
    []
  )
})

t.test('no files import each other in a circle', async t => t.strictSame(cycles(sources), []))

// A call can start a job, and a job makes calls: the types of the contract name each other.
t.test('nor by types alone, but for those of the contract', async t => {
  const others = sources.filter(({ file }) => !file.startsWith('contract/'))
  t.strictSame(cycles(others, { types: true }), [])
})

t.test('only main.ts does anything by being imported', async t => {
  const doing = sources.filter(({ file, effects }) => file !== 'main.ts' && effects.length > 0)
  t.strictSame(
    doing.map(({ file, effects }) => `${file}:${effects}`),
    []
  )
})

t.test('the sandbox imports nothing of src', async t => {
  const leaving = sandbox.flatMap(({ file, imports }) => imports.filter(({ target }) => target?.startsWith('..')).map(() => file))
  t.strictSame(leaving, [])
})

t.test(`files are at most ${LONGEST_FILE} lines long, but for those with a reason`, async t => {
  const long = [...sources, ...sandbox].filter(({ file, lines }) => lines > LONGEST_FILE && LONG_FILES[file] === undefined)
  t.strictSame(
    long.map(({ file, lines }) => `${file} has ${lines} lines`),
    []
  )
})

t.test(`functions are at most ${LONGEST_FUNCTION} lines long, but for those with a reason`, async t => {
  const long = [...sources, ...sandbox].flatMap(({ file, functions }) =>
    functions.filter(({ lines }) => lines > LONGEST_FUNCTION && LONG_FUNCTIONS[file] === undefined).map(found => ({ file, ...found }))
  )
  t.strictSame(
    long.map(({ file, line, lines }) => `${file}:${line} has ${lines} lines`),
    []
  )
})

t.test('a reason for length goes away with the length', async t => {
  const short = [...sources, ...sandbox].filter(
    ({ file, lines, functions }) =>
      (LONG_FILES[file] !== undefined && lines <= LONGEST_FILE) ||
      (LONG_FUNCTIONS[file] !== undefined && functions.every(found => found.lines <= LONGEST_FUNCTION))
  )
  t.strictSame(
    short.map(({ file }) => file),
    []
  )
})

t.test('the checker of this file finds what it looks for', async t => {
  const inRoom = (file: string, text: string): string[] => violations(ROOMS, [readSource(file, text)])
  const forbidden: [string, string, string][] = [
    ['another room', 'contract/a.ts', "import { x } from '../lib/x.ts'"],
    ['Node in the contract', 'contract/a.ts', "import fs from 'node:fs'"],
    ['a value where types are allowed', 'bulk/a.ts', "import pino from 'pino'"],
    ['an inline type, which leaves an import behind', 'bulk/a.ts', "import { type Logger } from 'pino'"],
    ['a re-export', 'contract/a.ts', "export * from '../app.ts'"],
    ['a dynamic import', 'contract/a.ts', "const x = () => import('../app.ts')"],
    ['a computed import', 'contract/a.ts', 'const x = (name: string) => import(name)'],
    ['the type of an import', 'contract/a.ts', "type X = import('../app.ts').X"],
    ['another system', 'tools/a/tool.ts', "import { x } from '../b/client.ts'"],
    ['another system whose name begins alike', 'tools/a/tool.ts', "import { x } from '../ab/client.ts'"],
    ['a queue in a system', 'tools/a/tool.ts', "import { Queue } from 'bullmq'"],
    ['a plugin of the web server in a system', 'tools/a/tool.ts', "import x from '@fastify/etag'"],
    ['another surface', 'surfaces/a.ts', "import { x } from './b.ts'"],
    ['another surface in a folder', 'surfaces/rest/a.ts', "import { x } from '../mcp/b.ts'"],
    ['values of bulk in a surface', 'surfaces/a.ts', "import { x } from '../bulk/x.ts'"],
    ['a file in no room', 'corner/a.ts', '']
  ]
  for (const [what, file, text] of forbidden) t.equal(inRoom(file, text).length, 1, what)
  const permitted: [string, string, string][] = [
    ['types where types are allowed', 'bulk/a.ts', "import type { Logger } from 'pino'"],
    ['its own room', 'tools/a/operations/x.ts', "import { x } from '../client/x.ts'"],
    ['a subpath of a package', 'contract/a.ts', "import { Compile } from 'typebox/schema'"],
    ['a package of its trade', 'tools/a/client.ts', "import picomatch from 'picomatch'"]
  ]
  for (const [what, file, text] of permitted) t.strictSame(inRoom(file, text), [], what)
  const circle = [readSource('contract/a.ts', "import { b } from './b.ts'"), readSource('contract/b.ts', "import { a } from './a.ts'")]
  t.strictSame(cycles(circle), ['contract/a.ts → contract/b.ts → contract/a.ts'])
  const { effects } = readSource('a.ts', 'const x = make()\nstart()\nawait x\nexport { x }\nif (x) stop()')
  t.strictSame(effects, [2, 3, 5], 'a call, an await and a branch')
  const { functions, lines } = readSource('a.ts', 'function f() {\n  return () => {\n    x\n  }\n}\n')
  t.strictSame([lines, functions.map(found => found.lines)], [5, [5, 3]])
})
