import { execFileSync } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { definitionFiles } from '../src/catalog.ts'
import { licensesOf, packagesOf } from './licenses.ts'

const HOUSE = path.join(import.meta.dirname, '..')
const SOURCES = path.join(HOUSE, 'src')
const TOOLS = path.join(SOURCES, 'tools')

/** Packages that a start reads, of hundreds of files: put in with ours. All others stay where they are, and with them the files that they look for beside theirs. */
const BUNDLED: readonly string[] = ['bullmq', 'fastify', 'ioredis', 'pino', 'typebox']

/** A bundled package takes it where it is there, and does without: only development has it. */
const LEFT_OUT = 'supports-color'

/** What the module of all definitions is called until it is written. */
const DEFINITIONS = '\0definitions'

/** It exports each definition by its place: catalog.ts reads it as it reads the folder of a source checkout. */
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
 * Puts the whole of src into few files, since a start that reads 1,700 takes twice as long. They lie side by side, as main.ts and catalog.ts do, so
 * that those find what they look for beside them. Names are kept, so that a stack trace can be read; with `--enable-source-maps` it names our files.
 * Answers what was written.
 */
export async function bundle(directory: string): Promise<OutputChunk[]> {
  const threads = globSync('**/serve-*.ts', { cwd: TOOLS }).map(file => [path.basename(file, '.ts'), path.join(TOOLS, file)])
  const bundled = await rolldown({
    cwd: HOUSE,
    platform: 'node',
    input: {
      main: 'src/main.ts',
      cli: 'src/cli.ts',
      tools: DEFINITIONS,
      'client/client': 'src/client/client.ts',
      'node-version': 'src/node-version.ts',
      ...Object.fromEntries(threads)
    },
    external: isLeft,
    plugins: [definitions]
  })
  const { output } = await bundled.write({ dir: directory, chunkFileNames: '[name].js', sourcemap: true, sourcemapExcludeSources: true })
  const chunks = output.filter(file => file.type === 'chunk')
  const packages = packagesOf(chunks.flatMap(({ moduleIds }) => moduleIds))
  writeFileSync(path.join(directory, 'THIRD-PARTY-LICENSES.txt'), licensesOf(packages))
  return chunks
}

/** A package that a file of ours asks for by its name. What a bundled package asks for is bundled with it. */
function isLeft(id: string, importer = ''): boolean {
  const name = /^(@[^/]+\/)?[^./\0][^/]*/.exec(id)?.[0]
  if (name === undefined) return false
  return importer.startsWith(SOURCES) ? !BUNDLED.includes(name) : name === LEFT_OUT
}

if (import.meta.main) {
  rmSync(path.join(HOUSE, 'dist'), { recursive: true, force: true })
  execFileSync(path.join(HOUSE, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: HOUSE, stdio: 'inherit' })
  await bundle(path.join(HOUSE, 'dist'))
}
