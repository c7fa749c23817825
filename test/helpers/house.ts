import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** The import rules of a folder of src. */
export interface Room {
  name: string
  /** Matches paths below src. The matched text is the folder, so `tools/x/` is one folder for each system. */
  files: RegExp
  /** Prefixes of paths below src (`lib/`), names of packages (`typebox`), `node:` for all Node modules, `npm:` for any package, `everything`. */
  may: readonly string[]
  /** What may be imported only as a type. */
  types?: readonly string[]
  /** Packages that `npm:` excludes. */
  never?: readonly string[]
}

interface Import {
  /** A path below src, the name of a package, `node:…`; undefined if it is computed. */
  target: string | undefined
  /** Whether it is a type import, which is removed before the code runs. */
  type: boolean
}

export interface Source {
  file: string
  imports: Import[]
  /** Reads of an object by a computed name: it has inherited names, such as `constructor`. */
  lookups: { line: number; table: string }[]
  /** Lines of statements with side effects when the file is imported. */
  effects: number[]
}

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

/** Returns what a file imports, and its side effects when it is imported. */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length
  const nodes = [...nodesOf(program)]
  return {
    file,
    imports: nodes.flatMap(node => importOf(node, file) ?? []),
    lookups: lookupsIn(nodes).map(({ start, table }) => ({ line: lineOf(start), table })),
    effects: [...nodesOf(program, 1)].filter(hasEffect).map(({ start }) => lineOf(start))
  }
}

/** Reads by a computed name of constants that are object literals with any string as key. */
function lookupsIn(nodes: readonly Node[]): { start: number; table: string }[] {
  const tables = new Set(nodes.flatMap(({ type, id, init }) => (type === 'VariableDeclarator' && isTable(id, init) ? id.name : [])))
  return nodes.flatMap(({ type, start, computed, object, property }) => {
    const table = type === 'MemberExpression' && computed === true && isNamed(object) && tables.has(object.name) ? object.name : undefined
    return table === undefined || (isNode(property) && property.type === 'Literal') ? [] : [{ start, table }]
  })
}

const isTable = (id: unknown, init: unknown): id is Node & { name: string } =>
  isNamed(id) &&
  isNode(id['typeAnnotation']) &&
  acceptsAnyString(id['typeAnnotation']['typeAnnotation']) &&
  isNode(init) &&
  init.type === 'ObjectExpression' &&
  [init['properties']].flat().some(property => isNode(property) && property.type === 'Property')

/** `Record<string, …>`, or the same as `Readonly`. */
function acceptsAnyString(type: unknown): boolean {
  if (!isNode(type) || type.type !== 'TSTypeReference' || !isNode(type['typeArguments'])) return false
  const [first] = [type['typeArguments']['params']].flat()
  const name = isNamed(type['typeName']) ? type['typeName'].name : ''
  return name === 'Record' ? isNode(first) && first.type === 'TSStringKeyword' : name === 'Readonly' && acceptsAnyString(first)
}

const isNamed = (node: unknown): node is Node & { name: string } => isNode(node) && typeof node['name'] === 'string'

/** Returns every import that the rules do not allow, as a sentence. */
export function violations(rooms: readonly Room[], sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, imports }) => {
    const room = roomOf(rooms, file)
    if (!room) return [`${file} is in no folder with rules`]
    return imports
      .filter(found => !allowed(room, file, found))
      .map(
        ({ target, type }) =>
          `${file} may not import ${type ? 'types of ' : ''}${target ?? 'a computed name'}: ${room.name} reaches ${[...room.may, ...(room.types ?? [])].join(', ')}`
      )
  })
}

/** Returns circular imports: those that exist when the code runs or, with `types`, all. */
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

/** Declarations and imports have no side effects; an export of a value declares one. */
const hasEffect = ({ type }: Node): boolean => !/^(Import|Export|TS)\w*$|Declaration$/.test(type)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** Returns the descendants of a node, down to a depth. */
function* nodesOf(node: object, depth = Number.POSITIVE_INFINITY): Generator<Node> {
  if (depth === 0) return
  for (const child of Object.values(node).flat()) {
    if (!isNode(child)) continue
    yield child
    yield* nodesOf(child, depth - 1)
  }
}
