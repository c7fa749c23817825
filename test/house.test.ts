import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { cycles, type Room, readSource, roomOf, type Source, violations } from './helpers/house.ts'

/** Which folder may import which. `types` are imports that are removed before the code runs. */
const ROOMS: readonly Room[] = [
  {
    name: 'lib',
    files: /^lib\/(?!google\/)/,
    may: ['contract/errors.ts', 'node:', 'npm:'],
    types: ['contract/'],
    never: ['fastify', 'bullmq']
  },
  { name: 'lib/google', files: /^lib\/google\//, may: ['contract/', 'lib/', 'typebox', 'openid-client', 'node:'] },
  { name: 'contract', files: /^contract\//, may: ['lib/', 'typebox', 'node:crypto'], types: ['node:net'] },
  // The catalog and the pipeline do no I/O.
  {
    name: 'catalog',
    files: /^catalog\//,
    may: ['contract/', 'lib/', 'typebox'],
    types: ['pipeline/ports.ts']
  },
  {
    name: 'pipeline',
    files: /^pipeline\//,
    may: ['catalog/', 'contract/', 'lib/', 'ioredis', 'node:crypto', 'node:timers/promises', 'typebox']
  },
  {
    name: 'a folder of tools',
    files: /^tools\/[^/]+\//,
    may: ['catalog/reserved-inputs.ts', 'contract/', 'lib/', 'node:', 'npm:'],
    never: ['fastify', '@fastify', 'bullmq', 'ioredis', '@bull-board']
  },
  {
    name: 'jobs',
    files: /^jobs\//,
    may: ['contract/', 'lib/', 'pipeline/', 'bullmq', 'ioredis', 'standardwebhooks', 'node:'],
    types: ['pino']
  },
  {
    name: 'record',
    files: /^record\//,
    may: ['contract/', 'lib/', 'pipeline/', 'typebox', 'pg', 'node:'],
    types: ['ioredis']
  },
  {
    name: 'surfaces/shared',
    files: /^surfaces\/shared\//,
    may: ['catalog/', 'contract/', 'lib/', 'pipeline/', 'lru-cache', 'node:crypto', 'typebox'],
    types: ['fastify']
  },
  {
    name: 'a surface',
    files: /^surfaces\/(?!shared\/)[^/]+\//,
    may: ['catalog/', 'contract/', 'lib/', 'pipeline/', 'surfaces/shared/', 'node:', 'npm:'],
    types: ['jobs/'],
    never: ['bullmq', 'ioredis', 'got']
  },
  {
    name: 'access',
    files: /^access\//,
    may: ['catalog/', 'contract/', 'lib/', 'jose', 'lru-cache', 'node:', 'typebox'],
    types: ['config/', 'pipeline/', 'server/plugins/']
  },
  {
    name: 'systems',
    files: /^systems\/(?!load-catalog)/,
    may: ['access/', 'catalog/', 'contract/', 'folders.ts', 'lib/', 'pipeline/', 'node:', 'typebox'],
    types: ['config/']
  },
  {
    name: 'config',
    files: /^config\//,
    may: ['access/', 'folders.ts', 'catalog/', 'contract/', 'lib/', 'systems/', 'jobs/settings.ts', 'record/settings.ts', 'node:', 'npm:']
  },
  {
    name: 'plugins',
    files: /^server\/plugins\//,
    may: [
      'contract/call.ts',
      'contract/errors.ts',
      'contract/limits.ts',
      'contract/principal.ts',
      'lib/',
      'surfaces/shared/',
      'node:',
      'npm:'
    ],
    types: ['config/', 'contract/', 'pipeline/ports.ts'],
    never: ['bullmq', 'got']
  },
  // The client runs in browsers, too, and imports only types of the gateway.
  { name: 'the client', files: /^client\//, may: ['eventsource-parser'], types: ['../openapi/'] },
  // Entry points and the composition of the parts.
  { name: 'the composition', files: /^(?:[^/]+\.ts$|server\/[^/]+\.ts$|systems\/load-catalog\.ts$|cli\/)/, may: ['everything'] }
]

const root = path.join(import.meta.dirname, '..')
const sourcesOf = (folder: string, pattern = '**/*.ts'): Source[] =>
  globSync(pattern, { cwd: path.join(root, folder) })
    .sort()
    .map(file => readSource(file, readFileSync(path.join(root, folder, file), 'utf8')))
const sources = sourcesOf('src')
const sandbox = sourcesOf('sandbox')

t.test('every folder imports only what the rules allow', async t => t.strictSame(violations(ROOMS, sources), []))

t.test('every file of src belongs to a folder with rules', async t => {
  const withoutRules = sources.filter(({ file }) => !roomOf(ROOMS, file))
  t.strictSame(
    withoutRules.map(({ file }) => file),
    []
  )
})

const MAX_README_LINES = 30

t.test(`every main folder has a README.md of at most ${MAX_README_LINES} lines`, async t => {
  const folders = ['src', 'sandbox', 'test', 'script', 'console', ...globSync('src/*/', { cwd: root })]
  t.ok(folders.length > 12)
  for (const folder of folders) {
    const file = path.join(root, folder, 'README.md')
    t.ok(existsSync(file), `${folder}/README.md exists`)
    if (existsSync(file)) t.ok(readFileSync(file, 'utf8').trimEnd().split('\n').length <= MAX_README_LINES, `${folder}/README.md`)
  }
})

t.test('no imports are circular', async t => t.strictSame(cycles(sources), []))

// A call can start a job, and a job makes calls: types of the contract refer to each other.
t.test('no type imports are circular, except those of the contract, the catalog and the pipeline', async t => {
  const others = sources.filter(({ file }) => !/^(?:contract|pipeline|catalog)\//.test(file))
  t.strictSame(cycles(others, { types: true }), [])
})

t.test('only main.ts has side effects when it is imported', async t => {
  const withEffects = sources.filter(({ file, effects }) => file !== 'main.ts' && effects.length > 0)
  t.strictSame(
    withEffects.map(({ file, effects }) => `${file}:${effects}`),
    []
  )
})

t.test('the sandbox imports nothing of src', async t => {
  const outside = sandbox.flatMap(({ file, imports }) => imports.filter(({ target }) => target?.startsWith('..')).map(() => file))
  t.strictSame(outside, [])
})

t.test('the console imports only packages that it is bundled with, and types of the published API', async t => {
  const allowed = ['preact', 'preact/hooks', '@preact/signals']
  const imports = sourcesOf('console', '**/*.{ts,tsx}').flatMap(({ file, imports }) => imports.map(one => ({ file, ...one })))
  const outside = imports.filter(({ target = '..', type }) =>
    target.startsWith('..') ? !type || target !== '../openapi/client.d.ts' : !/\.(?:tsx?|css)$/.test(target) && !allowed.includes(target)
  )
  t.ok(imports.length > 20)
  t.strictSame(
    outside.map(({ file, target }) => `${file}: ${target}`),
    []
  )
})

t.test('lookups by a computed name use a Map: an object inherits names such as constructor', async t => {
  const found = [...sources, ...sandbox].flatMap(({ file, lookups }) => lookups.map(({ line, table }) => `${file}:${line} ${table}`))
  t.strictSame(found, [])
})

t.test('the checks of this file find violations', async t => {
  const violationsIn = (file: string, text: string): string[] => violations(ROOMS, [readSource(file, text)])
  const forbidden: [string, string, string][] = [
    ['another folder', 'contract/a.ts', "import { x } from '../pipeline/x.ts'"],
    ['Node in the contract', 'contract/a.ts', "import fs from 'node:fs'"],
    ['a value where types are allowed', 'jobs/a.ts', "import pino from 'pino'"],
    ['an inline type, which leaves an import', 'jobs/a.ts', "import { type Logger } from 'pino'"],
    ['a re-export', 'contract/a.ts', "export * from '../server/app.ts'"],
    ['a dynamic import', 'contract/a.ts', "const x = () => import('../server/app.ts')"],
    ['a computed import', 'contract/a.ts', 'const x = (name: string) => import(name)'],
    ['the type of an import', 'contract/a.ts', "type X = import('../server/app.ts').X"],
    ['another system', 'tools/a/tool.ts', "import { x } from '../b/client.ts'"],
    ['another system whose name starts with the same letters', 'tools/a/tool.ts', "import { x } from '../ab/client.ts'"],
    ['a queue in a system', 'tools/a/tool.ts', "import { Queue } from 'bullmq'"],
    ['a plugin of the web server in a system', 'tools/a/tool.ts', "import x from '@fastify/etag'"],
    ['another surface', 'surfaces/a.ts', "import { x } from './b.ts'"],
    ['another surface in a folder', 'surfaces/rest/a.ts', "import { x } from '../mcp/b.ts'"],
    ['values of jobs in a surface', 'surfaces/a.ts', "import { x } from '../jobs/x.ts'"],
    ['a file in no folder with rules', 'corner/a.ts', '']
  ]
  for (const [what, file, text] of forbidden) t.equal(violationsIn(file, text).length, 1, what)
  const permitted: [string, string, string][] = [
    ['types where types are allowed', 'jobs/a.ts', "import type { Logger } from 'pino'"],
    ['its own folder', 'tools/a/operations/x.ts', "import { x } from '../client/x.ts'"],
    ['a subpath of a package', 'contract/a.ts', "import { Compile } from 'typebox/schema'"],
    ['a package for its purpose', 'tools/a/client.ts', "import picomatch from 'picomatch'"]
  ]
  for (const [what, file, text] of permitted) t.strictSame(violationsIn(file, text), [], what)
  const circle = [readSource('contract/a.ts', "import { b } from './b.ts'"), readSource('contract/b.ts', "import { a } from './a.ts'")]
  t.strictSame(cycles(circle), ['contract/a.ts → contract/b.ts → contract/a.ts'])
  const table = "const T: Readonly<Record<string, number>> = { a: 1 }\nconst U: Record<'a', number> = { a: 1 }\n"
  const { lookups } = readSource('a.ts', `${table}T[name]\nT['a']\nU[name]\nT.a`)
  t.strictSame(lookups, [{ line: 3, table: 'T' }], 'a computed name of a table that accepts any')
  const { effects } = readSource('a.ts', 'const x = make()\nstart()\nawait x\nexport { x }\nif (x) stop()')
  t.strictSame(effects, [2, 3, 5], 'a call, an await and a branch')
})
