/** A node of a parsed tree. */
interface Node {
  nodeName: string
  childNodes?: readonly Node[]
  /** What a template contains. */
  content?: Node
}

/** Maximum size of a tree. */
export interface TreeLimits {
  /** Nesting depth; children of the root have depth 1. */
  depth: number
  /** Number of elements. Default: no limit. */
  elements?: number
}

/** Whether a tree is within the limits. Iterative, because a deep tree would overflow the stack. */
export function isWithin(root: Node, { depth: deepest, elements: max = Number.POSITIVE_INFINITY }: TreeLimits): boolean {
  const open: [Node, number][] = [[root, 0]]
  let elements = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ childNodes, content }, depth] = next
    if (childNodes === undefined) continue
    if (depth > deepest || ++elements > max) return false
    for (const child of content?.childNodes ?? childNodes) open.push([child, depth + 1])
  }
  return true
}
