import sax from 'sax'
import { ROOT } from '../storage.ts'

/** An element of storage format. Positions are offsets in the storage text. */
export interface Element {
  type: 'element'
  name: string
  attributes: Readonly<Record<string, string>>
  children: Node[]
  from: number
  to: number
  /** Where its content begins and ends; both are `to` for a self-closing element. */
  innerFrom: number
  innerTo: number
}

export interface Text {
  type: 'text'
  text: string
  isCdata: boolean
  from: number
  to: number
}

/** A comment or a processing instruction. */
interface Comment {
  type: 'comment'
  from: number
  to: number
}

export type Node = Element | Text | Comment

/** Depth at which a conversion would take too long. */
const MAX_DEPTH = 500

/** Thrown if elements are nested more than MAX_DEPTH levels deep. */
export class TooDeep extends Error {}

/** Parses storage format with the position of each node; undefined if it is not well-formed. Throws TooDeep. */
export function parseStorage(storage: string): Element | undefined {
  const parser = sax.parser(true)
  const root: Element = element('', {}, 0)
  root.innerFrom = 0
  const open: Element[] = []
  let end = 0
  let text = ''
  let fault = false
  const here = (): number => parser.position - ROOT.length
  const start = (): number => Math.max(0, parser.startTagPosition - 1 - ROOT.length)
  const flush = (to: number): void => {
    const parent = open.at(-1)
    if (parent && to > end) parent.children.push({ type: 'text', text, isCdata: false, from: end, to })
    text = ''
    end = Math.max(end, to)
  }
  parser.ontext = found => {
    text += found
  }
  parser.onopentag = ({ name, attributes }) => {
    if (open.length === 0) {
      open.push(root)
      return
    }
    flush(start())
    if (open.length > MAX_DEPTH) throw new TooDeep()
    const values = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]))
    const child = element(name, values, end)
    child.innerFrom = here()
    end = here()
    open.at(-1)?.children.push(child)
    open.push(child)
  }
  parser.onclosetag = () => {
    if (open.length === 1) {
      flush(storage.length)
      open.pop()
      return
    }
    const closed = open.at(-1)
    if (!closed) return
    if (here() > closed.innerFrom) flush(start())
    open.pop()
    closed.innerTo = here() === closed.innerFrom ? closed.innerFrom : end
    closed.to = here()
    end = here()
  }
  let cdata = ''
  parser.onopencdata = () => {
    flush(start())
    cdata = ''
  }
  parser.oncdata = found => {
    cdata += found
  }
  parser.onclosecdata = () => {
    open.at(-1)?.children.push({ type: 'text', text: cdata, isCdata: true, from: end, to: here() })
    end = here()
  }
  const skip = (): void => {
    flush(start())
    open.at(-1)?.children.push({ type: 'comment', from: end, to: here() })
    end = here()
  }
  parser.oncomment = skip
  parser.onprocessinginstruction = skip
  parser.onerror = error => {
    fault = true
    throw error
  }
  try {
    parser.write(`${ROOT}${storage}</storage>`).close()
  } catch (error) {
    if (fault) return undefined
    throw error
  }
  root.to = storage.length
  root.innerTo = storage.length
  return root
}

const element = (name: string, attributes: Readonly<Record<string, string>>, from: number): Element => ({
  type: 'element',
  name,
  attributes,
  children: [],
  from,
  to: from,
  innerFrom: from,
  innerTo: from
})

export const isElement = (node: Node): node is Element => node.type === 'element'

/** Whether a node is neither text that shows nor an element. */
export const isBlank = (node: Node): boolean => node.type === 'comment' || (node.type === 'text' && /^[ \t\r\n]*$/.test(node.text))

export const childOf = ({ children }: Element, name: string): Element | undefined =>
  children.find((node): node is Element => isElement(node) && node.name === name)

/** The text of an element and of all below it. Not recursive. */
export function textOf(element: Element): string {
  let text = ''
  const open: Node[] = element.children.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'text') text += node.text
    else if (isElement(node)) open.push(...node.children.toReversed())
  }
  return text
}

/** The name of a macro. */
export const macroName = ({ name, attributes }: Element): string | undefined =>
  name === 'ac:structured-macro' || name === 'ac:macro' ? (attributes['ac:name'] ?? '') : undefined

/** The parameters of a macro by name; undefined if one of them is more than text. */
export function parametersOf(macro: Element): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (const node of macro.children) {
    if (!isElement(node) || node.name !== 'ac:parameter') continue
    if (node.children.some(isElement)) return undefined
    found.set(node.attributes['ac:name'] ?? '', textOf(node))
  }
  return found
}
