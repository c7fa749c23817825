// `npm run build:console`: bundles console/ into the static files that the gateway serves at /console.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { generate, parse } from 'css-tree'
import { type Plugin, rolldown } from 'rolldown'
import { licensesOf, packagesOf } from './licenses.ts'

const ROOT = path.join(import.meta.dirname, '..')
const SOURCES = path.join(ROOT, 'console')

/** Replaces imports of style sheets with empty modules, and collects the style sheets. */
function styleSheets(found: Set<string>): Plugin {
  return {
    name: 'style-sheets',
    load: id => {
      if (!id.endsWith('.css')) return null
      found.add(id)
      return { code: '', moduleType: 'js', moduleSideEffects: false }
    }
  }
}

/**
 * Writes index.html and `assets/`, whose names contain a hash of their content. The index is written last and at once, so that a
 * gateway that serves the folder in the meantime serves either version. Returns the names of the assets.
 */
export async function buildConsole(directory: string): Promise<string[]> {
  const sheets = new Set<string>()
  const bundled = await rolldown({
    cwd: SOURCES,
    platform: 'browser',
    input: 'main.tsx',
    tsconfig: false,
    transform: {
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
      define: { 'process.env.NODE_ENV': '"production"' }
    },
    plugins: [styleSheets(sheets)]
  })
  const { output } = await bundled.generate({ format: 'esm', minify: true, comments: false, sourcemap: false, codeSplitting: false })
  const [chunk] = output
  const assets = new Map([
    [nameOf('console.js', chunk.code), chunk.code],
    [nameOf('console.css', styleOf(sheets)), styleOf(sheets)],
    [nameOf('icon.svg', read('icon.svg')), read('icon.svg')]
  ])
  const [script = '', style = '', icon = ''] = [...assets.keys()].map(name => `/console/assets/${name}`)
  const index = read('index.html').replace('{script}', script).replace('{style}', style).replace('{icon}', icon)
  const licenses = licensesOf(packagesOf(chunk.moduleIds))

  mkdirSync(path.join(directory, 'assets'), { recursive: true })
  for (const [name, text] of assets) writeBoth(path.join(directory, 'assets', name), text)
  write(path.join(directory, 'THIRD-PARTY-LICENSES.txt'), licenses)
  writeBoth(path.join(directory, 'index.html'), index)
  for (const file of readdirSync(path.join(directory, 'assets')))
    if (!assets.has(file.replace(/\.gz$/, ''))) rmSync(path.join(directory, 'assets', file))
  return [...assets.keys()]
}

const read = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8')

/** Base styles come first, so that those of pages override them. */
function styleOf(sheets: ReadonlySet<string>): string {
  const inOrder = [...sheets].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  return inOrder.map(file => generate(parse(readFileSync(file, 'utf8')))).join('\n')
}

const rankOf = (file: string): number => (file.includes('node_modules') ? 0 : path.dirname(file).endsWith('styles') ? 1 : 2)

const nameOf = (file: string, text: string): string => {
  const { name, ext } = path.parse(file)
  return `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}${ext}`
}

/** Writes a file after its compressed copy. */
function writeBoth(file: string, text: string): void {
  write(`${file}.gz`, gzipSync(text, { level: 9, memLevel: 7 }))
  write(file, text)
}

/** Writes a file so that no reader sees a part of it. */
function write(file: string, text: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}

if (import.meta.main) {
  const started = performance.now()
  const directory = path.join(ROOT, 'dist/console')
  const assets = await buildConsole(directory)
  const bytes = [...assets.map(name => `assets/${name}`), 'index.html'].map(name => statSync(path.join(directory, `${name}.gz`)).size)
  const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1024
  const sources = globSync('**/*.{ts,tsx,css}', { cwd: SOURCES }).length
  process.stdout.write(
    `console: ${sources} sources, ${kilobytes.toFixed(1)} KB compressed, built in ${Math.round(performance.now() - started)} ms\n`
  )
}
