import { globSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { definitionFiles } from '../src/systems/load-catalog.ts'
import { buildConsole } from './build-console.ts'
import { licensesOf, packagesOf } from './licenses.ts'

const ROOT = path.join(import.meta.dirname, '..')
const SOURCES = path.join(ROOT, 'src')
const TOOLS = path.join(SOURCES, 'tools')

/** Packages of hundreds of files that every start reads: bundled with our code. All others stay outside, since some look for files next to their own. */
const BUNDLED: readonly string[] = ['bullmq', 'fastify', 'ioredis', 'pino', 'typebox']

/** An optional dependency of a bundled package, which is installed only for development. */
const OMITTED = 'supports-color'

/** Virtual module that exports all definitions. */
const DEFINITIONS = '\0definitions'

/** Generates the module that exports each definition by its path: load-catalog.ts reads it like the folder of a source checkout. */
const definitions: Plugin = {
  name: 'definitions',
  resolveId: id => (id === DEFINITIONS ? id : null),
  load: async id =>
    id === DEFINITIONS
      ? (await definitionFiles(TOOLS))
          .map(file => `export * as ${JSON.stringify(file)} from ${JSON.stringify(`${TOOLS}/${file}`)}`)
          .join('\n')
      : null
}

/**
 * Bundles src into few files, since a start that reads 1,700 files takes twice as long. They are written to one folder, so that main.ts and the
 * catalog find each other. Names are kept for readable stack traces; with `--enable-source-maps` these show our files. Returns the written chunks.
 */
export async function bundle(directory: string): Promise<OutputChunk[]> {
  const threads = globSync('{record,tools}/**/serve-*.ts', { cwd: SOURCES }).map(file => [
    path.basename(file, '.ts'),
    path.join(SOURCES, file)
  ])
  const bundled = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: {
      main: 'src/main.ts',
      cli: 'src/cli.ts',
      tools: DEFINITIONS,
      'node-version': 'src/node-version.ts',
      ...Object.fromEntries(threads)
    },
    external: isExternal,
    plugins: [definitions]
  })
  const { output } = await bundled.write({
    dir: directory,
    chunkFileNames: '[name].js',
    // A process keeps its code as text. A file with one character beyond ASCII would take two bytes for each.
    charset: 'ascii',
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true
  })
  const chunks = output.filter(file => file.type === 'chunk')
  const packages = packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds))
  writeFileSync(path.join(directory, 'THIRD-PARTY-LICENSES.txt'), licensesOf(packages))
  return chunks
}

/** Whether an import stays outside of the bundle: packages that our files import, except BUNDLED. Imports of a bundled package are bundled with it. */
function isExternal(id: string, importer = ''): boolean {
  const name = /^(@[^/]+\/)?[^./\0][^/]*/.exec(id)?.[0]
  if (name === undefined) return false
  return importer.startsWith(SOURCES) ? !BUNDLED.includes(name) : name === OMITTED
}

if (import.meta.main) {
  rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true })
  await bundle(path.join(ROOT, 'dist'))
  await buildConsole(path.join(ROOT, 'dist/console'))
}
