import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** A room of src: which files it holds, and what these may reach beside their own room. */
export interface Room {
  name: string
  /** Matches the path below src; what it matches is the room, so that `tools/x/` is one for each system. */
  files: RegExp
  /** Prefixes of paths below src (`lib/`), names of packages (`typebox`), `node:` for all of Node's own, `npm:` for any package, `everything`. */
  may: readonly string[]
  /** What may be imported as a type only. */
  types?: readonly string[]
  /** Packages that `npm:` does not stand for. */
  never?: readonly string[]
}

export interface Import {
  /** A path below src, the name of a package, `node:…`; undefined where it is computed. */
  target: string | undefined
  /** Erased before the code runs. */
  type: boolean
}

export interface Source {
  file: string
  lines: number
  imports: Import[]
  functions: { line: number; lines: number }[]
  /** Lines of statements that do something when the file is imported. */
  effects: number[]
}

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

/** What a file imports, how long it and its functions are, and what it does by being imported. */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length
  const nodes = [...nodesOf(program)]
  return {
    file,
    lines: text.trimEnd().split('\n').length,
    imports: nodes.flatMap(node => importOf(node, file) ?? []),
    functions: nodes.filter(isFunction).map(({ start, end }) => ({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 })),
    effects: [...nodesOf(program, 1)].filter(hasEffect).map(({ start }) => lineOf(start))
  }
}

/** Every import that the rooms do not allow, as a sentence. */
export function violations(rooms: readonly Room[], sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, imports }) => {
    const room = roomOf(rooms, file)
    if (!room) return [`${file} is in no room`]
    return imports
      .filter(found => !allowed(room, file, found))
      .map(
        ({ target, type }) =>
          `${file} may not import ${type ? 'types of ' : ''}${target ?? 'a computed name'}: ${room.name} reaches ${[...room.may, ...(room.types ?? [])].join(', ')}`
      )
  })
}

/** Circles of files that import each other: those that are there when the code runs, or by types as well. */
export function cycles(sources: readonly Source[], { types = false } = {}): string[] {
  const edges = new Map(
    sources.map(({ file, imports }) => [file, imports.filter(({ type }) => types || !type).flatMap(({ target }) => target ?? [])])
  )
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file)
    if (at >= 0) found.add([...trail.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return [...found]
}

export const roomOf = (rooms: readonly Room[], file: string): Room | undefined => rooms.find(room => room.files.test(file))

function allowed(room: Room, file: string, { target, type }: Import): boolean {
  if (room.may.includes('everything')) return true
  if (target === undefined) return false
  const own = room.files.exec(file)?.[0]
  if (own?.endsWith('/') && target.startsWith(own)) return true
  const reaches = (prefixes: readonly string[] = []): boolean => prefixes.some(prefix => covers(prefix, target, room.never ?? []))
  return reaches(room.may) || (type && reaches(room.types))
}

function covers(prefix: string, target: string, never: readonly string[]): boolean {
  if (prefix === 'npm:') return isPackage(target) && !never.some(name => covers(name, target, []))
  return target === prefix || target.startsWith(/[/:]$/.test(prefix) ? prefix : `${prefix}/`)
}

const isPackage = (target: string): boolean => !target.startsWith('node:') && !target.startsWith('..') && !target.endsWith('.ts')

function importOf(node: Node, file: string): Import | undefined {
  const kinds: Record<string, boolean> = {
    ImportDeclaration: node['importKind'] === 'type',
    ExportNamedDeclaration: node['exportKind'] === 'type',
    ExportAllDeclaration: node['exportKind'] === 'type',
    ImportExpression: false,
    TSImportType: true
  }
  const type = kinds[node.type]
  const { source } = node
  if (type === undefined || !isNode(source)) return undefined
  const { value } = source
  return { target: typeof value === 'string' ? targetOf(file, value) : undefined, type }
}

const targetOf = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier

const isFunction = ({ type, body }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type) && isNode(body) && body.type === 'BlockStatement'

/** Declarations and imports do nothing by themselves; an export of a value declares one. */
const hasEffect = ({ type }: Node): boolean => !/^(Import|Export|TS)\w*$|Declaration$/.test(type)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** The nodes below one, itself left out, down to a depth. */
function* nodesOf(node: object, depth = Number.POSITIVE_INFINITY): Generator<Node> {
  if (depth === 0) return
  for (const child of Object.values(node).flat()) {
    if (!isNode(child)) continue
    yield child
    yield* nodesOf(child, depth - 1)
  }
}
