import type { Call } from '../../../contract/handed.ts'
import { counted } from '../../../lib/format.ts'
import { id, idOrNull, integerOrNull, type Row, rows, text, textOrNull } from '../../../lib/row.ts'
import type { PageReference } from '../schemas.ts'
import { childrenPath } from './children.ts'
import { placeOf } from './cloud/pages.ts'
import { ancestorsOf } from './cloud/tree.ts'
import type { Confluence } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, type VendorPage, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { referenceOf } from './shapes-v1.ts'
import { getSpace } from './spaces.ts'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** What is below a blog post. */
const NOTHING: VendorPage = { rows: [], next: undefined, total: 0 }

export async function listChildren(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  turn: Turn
): Promise<Listed<PageReference>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const path = childrenPath(confluence, page_id)
  const about = { kind: 'page', name: page_id } as const
  const ask = async (place: Place, limit: number) =>
    type === 'blogpost' ? NOTHING : vendorPage(await confluence.send({ path, query: { limit, ...placeQuery(place) }, about }, turn), place)
  return tell(await list(paging, page_id, ask, referenceOf), turn)
}

export async function listAncestors(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  turn: Turn
): Promise<Listed<PageReference>> {
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const above = isCloud(confluence) ? (page.type === 'page' ? await ancestorsOf(confluence, page_id, turn) : []) : (page.ancestors ?? [])
  const ask = async ({ start }: Place, limit: number): Promise<VendorPage> => ({
    rows: above.slice(start, start + limit),
    next: start + limit < above.length ? { start: start + limit } : undefined,
    total: above.length
  })
  return tell(await list(paging, page_id, ask, referenceOf), turn)
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

/** The seed's bound of a list. */
const MOST_NODES = 1000
const LARGEST_PAGE = 250
const AT_ONCE = 5

export type TreeTurn = Turn & Pick<Call<unknown>, 'outOfTime'>

export interface TreeQuestion {
  space_key?: string
  page_id?: string
  depth: number
}

/** The pages below a page, or of a space, each after its parent. */
export async function getTree(confluence: Confluence, { space_key, page_id, depth }: TreeQuestion, turn: TreeTurn) {
  const nodes: Node[] = []
  let lost = 0
  const roots = page_id === undefined ? rootsOf(confluence, space_key ?? '', turn) : [[await rootAt(confluence, page_id, turn)]]
  let cut: 'timeout' | 'limit' | undefined
  for await (const some of roots) {
    if (turn.outOfTime()) {
      cut = 'timeout'
      break
    }
    const most = MOST_NODES - nodes.length - 1
    const trees = await inParallel(some, root => treeBelow(confluence, root, depth, most, turn))
    nodes.push(...trees.flatMap(({ nodes }) => nodes))
    lost += trees.reduce((sum, tree) => sum + tree.lost, 0)
    if (nodes.length > MOST_NODES || trees.some(({ more }) => more)) {
      cut = 'limit'
      break
    }
  }
  if (lost > 0)
    turn.warn(`Left out: ${counted(lost, 'page')} below pages that are not shown, such as archived ones or those this account may not see.`)
  return told(nodes, cut, turn)
}

/** A page with those below it. What stands below a page that is not among them has no place; where it was cut short nobody can tell. */
async function treeBelow(confluence: Confluence, root: Node, depth: number, most: number, turn: Turn) {
  if (root.type === 'blogpost') return { nodes: [root], more: false, lost: 0 }
  const { found, more } = await descendantsOf(confluence, root.id, depth, most, turn)
  const below = inOrder(found, root.id, 1, depth)
  return { nodes: [root, ...below], more, lost: more ? 0 : found.length - below.length }
}

function told(nodes: readonly Node[], cut: 'timeout' | 'limit' | undefined, turn: Turn) {
  const hint = cut === 'limit' ? `At most ${MOST_NODES} pages: ask for the tree below one of them.` : 'Ask for the tree below one of them.'
  if (cut) turn.truncate({ reason: cut, omitted: null, hint })
  const whole = nodes.slice(0, MOST_NODES)
  return { nodes: whole, count: whole.length }
}

async function rootAt(confluence: Confluence, page_id: string, turn: Turn): Promise<Node> {
  const { id, title, type, status, parent_id } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  return { id, title, type, status, parent_id, depth: 0 }
}

/** A few at a time, so that what is below them is asked for side by side. */
async function* rootsOf(confluence: Confluence, space_key: string, turn: Turn): AsyncGenerator<Node[]> {
  const { id: space } = await getSpace(confluence, { space_key, no_cache: false }, turn)
  const about = { kind: 'space', name: space_key } as const
  const request = isCloud(confluence)
    ? { path: `${v2('spaces')}/${space}/pages`, query: { depth: 'root', status: 'current', limit: LARGEST_PAGE } }
    : { path: `${v1('space')}/${segment(space_key)}/content/page`, query: { depth: 'root', limit: 100 } }
  for (let place: Place | undefined = { start: 0 }; place; ) {
    const query = { ...request.query, ...placeQuery(place) }
    const page: VendorPage = vendorPage(await confluence.send({ ...request, query, about }, turn), place)
    for (let at = 0; at < page.rows.length; at += AT_ONCE) yield page.rows.slice(at, at + AT_ONCE).map(rootOf)
    place = page.next
  }
}

const rootOf = (row: Row): Node => ({
  id: id(row),
  title: text(row, 'title'),
  type: 'page',
  status: textOrNull(row, 'status'),
  parent_id: null,
  depth: 0
})

async function descendantsOf(
  confluence: Confluence,
  root: string,
  depth: number,
  most: number,
  turn: Turn
): Promise<{ found: Found[]; more: boolean }> {
  if (most <= 0) return { found: [], more: true }
  const found: Found[] = []
  const about = { kind: 'page', name: root } as const
  const request = isCloud(confluence)
    ? { path: `${placeOf('page', root)}/descendants`, query: { depth, limit: LARGEST_PAGE } }
    : { path: `${v1('content')}/${segment(root)}/${depth === 1 ? 'child' : 'descendant'}/page`, query: { expand: 'ancestors', limit: 100 } }
  for (let place: Place | undefined = { start: 0 }; place && found.length < most; ) {
    const query = { ...request.query, ...placeQuery(place) }
    const page: VendorPage = vendorPage(await confluence.send({ ...request, query, about }, turn), place)
    found.push(...page.rows.map(row => foundIn(row, root)))
    place = page.next
    if (place && found.length >= most) return { found, more: true }
  }
  return { found: found.filter(node => node.depth <= depth), more: false }
}

/** Cloud tells parent and depth; Data Center the ancestors. */
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
