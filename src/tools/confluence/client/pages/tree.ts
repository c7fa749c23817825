import pMap from 'p-map'
import type { Call } from '../../../../contract/call.ts'
import { decodeCursor, encodeCursor, queryDigest } from '../../../../lib/cursor.ts'
import { counted } from '../../../../lib/format.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { id, idOrNull, integerOrNull, type Row, rows, text, textOrNull } from '../../../../lib/row.ts'
import type { PageReference } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import { ancestorsOf } from '../cloud/tree.ts'
import type { Confluence } from '../connection.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, type VendorPage, vendorPage } from '../listing.ts'
import { CONCURRENCY, type ConfluenceCall, v1, v2 } from '../request.ts'
import { referenceOf } from '../shapes-v1.ts'
import { getSpace } from '../spaces/spaces.ts'
import { childrenPath } from './children.ts'
import { findPage } from './pages.ts'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** The children of a blog post. */
const NOTHING: VendorPage = { rows: [], next: undefined, total: 0 }

export async function listChildren(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  call: ConfluenceCall
): Promise<Listed<PageReference>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const path = childrenPath(confluence, page_id)
  const subject = { kind: 'page', name: page_id } as const
  const fetchPage = async (position: Position, limit: number) =>
    type === 'blogpost'
      ? NOTHING
      : vendorPage(await confluence.send({ path, query: { limit, ...positionQuery(position) }, subject }, call), position)
  return report(await list(paging, page_id, fetchPage, referenceOf), call)
}

export async function listAncestors(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  call: ConfluenceCall
): Promise<Listed<PageReference>> {
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const above = isCloud(confluence) ? (page.type === 'page' ? await ancestorsOf(confluence, page_id, call) : []) : (page.ancestors ?? [])
  const fetchPage = async ({ start }: Position, limit: number): Promise<VendorPage> => ({
    rows: above.slice(start, start + limit),
    next: start + limit < above.length ? { start: start + limit } : undefined,
    total: above.length
  })
  return report(await list(paging, page_id, fetchPage, referenceOf), call)
}

export interface Node {
  id: string
  title: string
  type: string
  status: string | null
  parent_id: string | null
  depth: number
}

interface Found extends Node {
  position: number
}

interface Limits {
  /** Maximum number of pages in a response. */
  nodes: number
  /** Maximum number of pages below one page that are read at once. */
  read: number
}

/** Maximum size of a list, and the number of pages that Confluence returns within a few seconds. */
const LIMITS: Limits = { nodes: 1000, read: 5000 }
const LARGEST_PAGE = 250
const AT_ONCE = 5

export type TreeCall = ConfluenceCall & Pick<Call<unknown>, 'outOfTime'>

export interface TreeInput {
  space_key?: string
  page_id?: string
  depth: number
  nodes_cursor?: string
}

/** A list of sibling pages, as Confluence returns it, and the index of one of them. */
interface Step {
  position: Position
  index: number
}

/** Position of a part of a tree: the siblings on the path down to a page, and how many pages of its tree to skip. */
interface TreePosition {
  steps: Step[]
  skip: number
}

interface Chunk {
  nodes: Node[]
  /** Position of the first node. Without nodes, everything before it was returned, and nothing after it was read. */
  at: TreePosition
  /** Number of pages below pages that are not shown. */
  lost: number
}

/** Returns the pages below a page or of a space, each after its parent. */
export async function getTree(confluence: Confluence, { nodes_cursor, ...query }: TreeInput, call: TreeCall, limits: Limits = LIMITS) {
  const { space_key = '', page_id, depth } = query
  const from = nodes_cursor === undefined ? undefined : treePositionOf(nodes_cursor, query)
  const siblings =
    page_id === undefined
      ? await rootsOf(confluence, space_key, call)
      : async () => ({ nodes: [await rootAt(confluence, page_id, call)], next: undefined })
  const nodes: Node[] = []
  let lost = 0
  let next: TreePosition | undefined
  for await (const chunk of walk(confluence, siblings, { depth, above: [], limit: limits.read }, from, call)) {
    const room = limits.nodes - nodes.length
    const isLate = chunk.nodes.length === 0 && call.outOfTime()
    if (isLate || room === 0 || chunk.nodes.length > room) {
      nodes.push(...chunk.nodes.slice(0, room))
      next = { ...chunk.at, skip: chunk.at.skip + Math.min(room, chunk.nodes.length) }
      const hint = 'For more pages, pass next_nodes_cursor as nodes_cursor, or request the tree below one of them.'
      call.truncate({ reason: isLate ? 'timeout' : 'limit', omitted: null, next: 'next_nodes_cursor', hint })
      break
    }
    nodes.push(...chunk.nodes)
    lost += chunk.lost
  }
  if (lost > 0)
    call.warn(
      `Omitted: ${counted(lost, 'page')} below pages that are not shown, such as archived ones or those that this account cannot see.`
    )
  return { nodes, count: nodes.length, ...(next && { next_nodes_cursor: cursorOf(next, query) }) }
}

const cursorOf = ({ steps, skip }: TreePosition, query: object): string =>
  encodeCursor([skip, queryDigest(query), ...steps.map(({ position, index }) => [position.cursor ?? null, position.start, index])])

function treePositionOf(cursor: string, query: object): TreePosition {
  const [skip, mark, ...steps] = decodeCursor(cursor)
  const read = steps.map(stepOf).filter(step => step !== undefined)
  if (!isCount(skip) || read.length === 0 || read.length < steps.length)
    throw invalidField('nodes_cursor', 'was not returned by this operation', 'next_nodes_cursor of the previous part, or nothing')
  if (mark !== queryDigest(query)) throw invalidField('nodes_cursor', 'belongs to another tree', 'the input that returned it, unchanged')
  return { steps: read, skip }
}

function stepOf(part: unknown): Step | undefined {
  const [cursor, start, index]: unknown[] = Array.isArray(part) ? part : []
  if ((cursor !== null && typeof cursor !== 'string') || !isCount(start) || !isCount(index)) return undefined
  return { position: cursor === null ? { start } : { cursor, start }, index }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

interface Siblings {
  nodes: Node[]
  next: Position | undefined
}

type ListSiblings = (position: Position) => Promise<Siblings>

/** Remaining depth of the tree, and the steps on the path to it. */
interface Depth {
  depth: number
  above: Step[]
  /** Maximum number of pages below one page that are read at once. */
  limit: number
}

/**
 * Returns the trees of sibling pages in order. All descendants of a page are read at once; if there are too many, its children are read as
 * siblings. So a part of a tree of any size takes few requests.
 */
async function* walk(
  confluence: Confluence,
  list: ListSiblings,
  { depth, above, limit }: Depth,
  from: TreePosition | undefined,
  call: ConfluenceCall
): AsyncGenerator<Chunk> {
  const below = (node: Node, step: Step, rest: TreePosition | undefined): AsyncGenerator<Chunk> =>
    walk(confluence, childrenOf(confluence, node, call), { depth: depth - 1, above: [...above, step], limit }, rest, call)
  const [first, ...inner] = from?.steps ?? []
  let { position, index }: { position: Position | undefined; index: number } = first ?? { position: { start: 0 }, index: 0 }
  let rest = from
  while (position) {
    const current: Position = position
    const { nodes, next } = await list(current)
    const within = nodes[index]
    if (rest && inner.length > 0 && within) {
      yield* below(within, { position: current, index }, { ...rest, steps: inner })
      index++
      rest = undefined
    }
    for (; index < nodes.length; index += AT_ONCE) {
      const skip = rest?.skip ?? 0
      rest = undefined
      const at = (offset: number, skip: number): TreePosition => ({ steps: [...above, { position: current, index: index + offset }], skip })
      yield { nodes: [], at: at(0, skip), lost: 0 }
      const some = nodes.slice(index, index + AT_ONCE)
      const trees = await pMap(some, node => treeBelow(confluence, node, { depth, limit }, call), { concurrency: CONCURRENCY })
      for (const [offset, tree] of trees.entries()) {
        const skipped = offset === 0 ? skip : 0
        yield { nodes: tree.nodes.slice(skipped), at: at(offset, skipped), lost: tree.lost }
        if (tree.more) yield* below(tree.root, { position: current, index: index + offset }, undefined)
      }
    }
    position = next
    index = 0
  }
}

/** Returns a page with its descendants; the page alone if there are too many. A descendant whose parent is missing is omitted and counted. */
async function treeBelow(confluence: Confluence, root: Node, { depth, limit }: Omit<Depth, 'above'>, call: ConfluenceCall) {
  if (root.type === 'blogpost' || depth === 0) return { root, nodes: [root], more: false, lost: 0 }
  const { found, more } = await descendantsOf(confluence, root.id, { depth, limit }, call)
  if (more) return { root, nodes: [root], more, lost: 0 }
  const below = inOrder(found, root.id, root.depth + 1, root.depth + depth)
  return { root, nodes: [root, ...below], more, lost: found.length - below.length }
}

async function rootAt(confluence: Confluence, page_id: string, call: ConfluenceCall): Promise<Node> {
  const { id, title, type, status, parent_id } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  return { id, title, type, status, parent_id, depth: 0 }
}

async function rootsOf(confluence: Confluence, space_key: string, call: ConfluenceCall): Promise<ListSiblings> {
  const { id: space } = await getSpace(confluence, { space_key, no_cache: false }, call)
  const subject = { kind: 'space', name: space_key } as const
  const request = isCloud(confluence)
    ? { path: `${v2('spaces')}/${space}/pages`, query: { depth: 'root', status: 'current', limit: LARGEST_PAGE } }
    : { path: `${v1('space')}/${segment(space_key, 'space_key')}/content/page`, query: { depth: 'root', limit: 100 } }
  return async position => {
    const page = vendorPage(
      await confluence.send({ ...request, query: { ...request.query, ...positionQuery(position) }, subject }, call),
      position
    )
    return { nodes: page.rows.map(rootOf), next: page.next }
  }
}

/** Returns the direct children of a page. */
const childrenOf =
  (confluence: Confluence, { id: parent_id, depth }: Node, call: ConfluenceCall): ListSiblings =>
  async position => {
    const path = childrenPath(confluence, parent_id)
    const query = { limit: 100, ...positionQuery(position) }
    const page = vendorPage(await confluence.send({ path, query, subject: { kind: 'page', name: parent_id } }, call), position)
    return { nodes: page.rows.map(row => ({ ...rootOf(row), ...typeOf(row), parent_id, depth: depth + 1 })), next: page.next }
  }

const typeOf = (row: Row): { type: string } => ({ type: textOrNull(row, 'type') ?? 'page' })

const rootOf = (row: Row): Node => ({
  id: id(row),
  title: text(row, 'title'),
  type: 'page',
  status: textOrNull(row, 'status'),
  parent_id: null,
  depth: 0
})

/** Returns the descendants of a page; `more` if there are too many to read. */
async function descendantsOf(
  confluence: Confluence,
  root: string,
  { depth, limit }: Omit<Depth, 'above'>,
  call: ConfluenceCall
): Promise<{ found: Found[]; more: boolean }> {
  const found: Found[] = []
  const subject = { kind: 'page', name: root } as const
  const request = isCloud(confluence)
    ? { path: `${contentPath('page', root)}/descendants`, query: { depth, limit: LARGEST_PAGE } }
    : { path: `${v1('content')}/${segment(root)}/${depth === 1 ? 'child' : 'descendant'}/page`, query: { expand: 'ancestors', limit: 100 } }
  for (let position: Position | undefined = { start: 0 }; position; ) {
    const query = { ...request.query, ...positionQuery(position) }
    const page: VendorPage = vendorPage(await confluence.send({ ...request, query, subject }, call), position)
    found.push(...page.rows.map(row => foundIn(row, root)))
    position = page.next
    if (position && found.length >= limit) return { found, more: true }
  }
  return { found: found.filter(node => node.depth <= depth), more: false }
}

/** Cloud returns parent and depth; Data Center returns the ancestors. */
function foundIn(row: Row, root: string): Found {
  const above = rows(row, 'ancestors').map(id)
  const at = above.indexOf(root)
  return {
    id: id(row),
    title: text(row, 'title'),
    type: textOrNull(row, 'type') ?? 'page',
    status: textOrNull(row, 'status'),
    parent_id: idOrNull(row, 'parentId') ?? above.at(-1) ?? null,
    depth: integerOrNull(row, 'depth') ?? above.length - at,
    position: integerOrNull(row, 'childPosition') ?? 0
  }
}

function inOrder(found: readonly Found[], parent: string, depth: number, deepest: number): Node[] {
  if (depth > deepest) return []
  const children = found.filter(({ parent_id }) => parent_id === parent).toSorted((a, b) => a.position - b.position)
  return children.flatMap(({ position: _, ...node }) => [{ ...node, depth }, ...inOrder(found, node.id, depth + 1, deepest)])
}
