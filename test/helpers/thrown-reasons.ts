import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { REASON_NAMES, type Reason } from '../../src/contract/errors.ts'

const src = path.join(import.meta.dirname, '../../src')

/** Returns the reasons that the code of these folders can throw: those that it contains as strings, except in examples. Declarations use them as keys. */
export function reasonsThrownIn(folders: readonly string[], skip = /\/examples\.ts$/): Set<Reason> {
  const files = folders.flatMap(folder => globSync(`${folder}/**/*.ts`, { cwd: src })).filter(file => !skip.test(file))
  const named = new Set(files.flatMap(reasonsIn))
  return new Set(REASON_NAMES.filter(reason => named.has(reason)))
}

/** Cache, since systems share files. */
const known = new Map<string, Reason[]>()

function reasonsIn(file: string): Reason[] {
  const found = known.get(file) ?? readReasons(readFileSync(path.join(src, file), 'utf8'))
  known.set(file, found)
  return found
}

function readReasons(text: string): Reason[] {
  const named = REASON_NAMES.filter(reason => text.includes(reason))
  if (named.length === 0) return []
  const texts = new Set(textsOf(parseSync('file.ts', text).program))
  return named.filter(reason => texts.has(reason))
}

function* textsOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null || isExamples(node)) return
  if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string') yield node.value
  for (const child of Object.values(node)) yield* textsOf(child)
}

/** `examples: […]` */
const isExamples = (node: object): boolean =>
  'key' in node && typeof node.key === 'object' && node.key !== null && 'name' in node.key && node.key.name === 'examples'
