import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

const src = path.join(import.meta.dirname, '../../src')

/** A truncation in the code of a system: the properties that continue it, or an empty list if nothing does. */
export interface ReportedIn {
  file: string
  system: string
  next: string[]
}

/** Returns what the code of every system reports as truncated: each object with `reason`, `next` and `hint`. */
export function truncationsInCode(): ReportedIn[] {
  return globSync('tools/**/*.ts', { cwd: src }).flatMap(file => {
    const text = readFileSync(path.join(src, file), 'utf8')
    if (!text.includes('truncat')) return []
    return [...objectsIn(parseSync(file, text).program)].flatMap(object => {
      const value = propertyOf(object, 'next')
      if (!value || !propertyOf(object, 'reason') || !propertyOf(object, 'hint')) return []
      return [{ file, system: file.split('/')[1] ?? '', next: [...textsOf(value)] }]
    })
  })
}

interface Node {
  type: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* objectsIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if (isNode(node) && node.type === 'ObjectExpression') yield node
  for (const child of Object.values(node)) yield* objectsIn(child)
}

function propertyOf(object: Node, name: string): Node | undefined {
  const properties = 'properties' in object && Array.isArray(object.properties) ? object.properties : []
  const found = properties.find(({ key }) => isNode(key) && 'name' in key && key.name === name)
  return found?.value
}

function* textsOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if (isNode(node) && node.type === 'Literal' && 'value' in node && typeof node.value === 'string') yield node.value
  for (const [name, child] of Object.entries(node)) if (name !== 'test') yield* textsOf(child)
}
