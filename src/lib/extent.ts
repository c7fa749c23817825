/** A part of a tree, as a parser makes it. */
interface Node {
  nodeName: string
  childNodes?: readonly Node[]
}

/** What one may be at most. */
export interface Extent {
  /** Elements within each other; those directly below the root are 1 deep. */
  depth: number
  /** Default: any number. */
  elements?: number
}

/** Whether a tree is not larger than that. Not by recursion: what is asked is whether that would go well. */
export function isWithin(root: Node, { depth: deepest, elements: most = Number.POSITIVE_INFINITY }: Extent): boolean {
  const open: [Node, number][] = [[root, 0]]
  let elements = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ childNodes }, depth] = next
    if (childNodes === undefined) continue
    if (depth > deepest || ++elements > most) return false
    for (const child of childNodes) open.push([child, depth + 1])
  }
  return true
}
