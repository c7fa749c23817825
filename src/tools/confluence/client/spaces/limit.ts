import { LRUCache } from 'lru-cache'
import { OperationError } from '../../../../contract/errors.ts'
import { isRead } from '../../../../lib/http/request.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { below, id as idIn, idOrNull, isRow, type Row, rowOf, rows, textOrNull } from '../../../../lib/row.ts'
import { ANY_STATUS } from '../cloud/pages.ts'
import { type Confluence, rowBy } from '../connection.ts'
import { type ConfluenceCall, type Request, v1, v2 } from '../request.ts'
import { limitedSpaces, type SpaceAccess } from './space-access.ts'

/** Time for which the space of something is cached: it may be moved to another one. */
const KNOWN_MS = 5_000
const MAX_KNOWN = 1000

/** Maximum number of parent comments and containers to follow. */
const MAX_DEPTH = 50

/**
 * Returns the client for a key that is limited to spaces. Each request is checked: all content and every space that it names must be allowed, and one that
 * names none is not sent. Exceptions: users and the server; searches and lists that are filtered. What does not exist is refused like what is elsewhere.
 */
export function limitToSpaces(confluence: Confluence, only: ReadonlyMap<string, readonly string[]>): Confluence {
  const spaces = only.get('space')
  if (!spaces) return confluence
  const spaceAccess = limitedSpaces(confluence.spaceAccess, spaces)
  return { ...confluence, ...limitRequests(confluence, spaceAccess), spaceAccess }
}

function limitRequests(confluence: Confluence, access: SpaceAccess): Pick<Confluence, 'row' | 'send' | 'download'> {
  const spaces = createSpaceLookup(confluence)

  async function check(request: Request, call: ConfluenceCall): Promise<void> {
    const named = namedIn(request)
    if (Object.values(named).flat().length === 0 && !isOfNoSpace(request) && !isFiltered(request)) access.check(call.caller, null)
    for (const key of named.keys) access.check(call.caller, key)
    for (const id of named.spaces) access.check(call.caller, await keyOfSpace(confluence, id, call))
    for (const id of named.content) access.check(call.caller, await spaces.of(id, call))
  }

  /** The response to a read of one thing shows its space. */
  async function readOne(id: string, request: Request, call: ConfluenceCall): Promise<unknown> {
    try {
      const body = await confluence.send(request, call)
      if (isRow(body)) await spaces.note(id, body, call)
      access.check(call.caller, await spaces.of(id, call))
      return body
    } catch (error) {
      if (isNotFound(error)) access.check(call.caller, await spaces.of(id, call))
      throw error
    }
  }

  async function readTemplate(request: Request, call: ConfluenceCall): Promise<unknown> {
    const body = await confluence.send(request, call).catch(error => {
      if (isNotFound(error)) access.check(call.caller, null)
      throw error
    })
    access.check(call.caller, isRow(body) ? textOrNull(below(body, 'space'), 'key') : null)
    return body
  }

  const send: Confluence['send'] = async (request, call) => {
    const [, one, below] = (isRead(request) && CONTENT.exec(request.path)) || []
    if (one !== undefined && below === '') return await readOne(one, request, call)
    if (isRead(request) && TEMPLATE.test(request.path)) return await readTemplate(request, call)
    await check(request, call)
    const body = await confluence.send(request, call)
    if (!isFiltered(request)) await spaces.noteAll(request, body, call)
    return body
  }
  return {
    send,
    row: rowBy(send),
    async download(request, call) {
      await check(request, call)
      return await confluence.download(request, call)
    }
  }
}

/** What is below the ID is empty in the path of the content itself. */
const CONTENT =
  /^(?:api\/v2\/(?:pages|blogposts|attachments|footer-comments|inline-comments|folders)|rest\/api\/(?:analytics\/)?content)\/((?:att)?\d{1,20})(\/|$)/
const TEMPLATE = /^rest\/api\/template\/(?!page$)[^/]+$/
const IN_SPACE_BY_ID = /^api\/v2\/spaces\/(\d{1,20})(?:\/|$)/
const IN_SPACE_BY_KEY = /^rest\/api\/space\/([^/]+)(?:\/|$)/
/** The page that another one is moved next to, or the page that a file is attached to. */
const FURTHER = /^rest\/api\/content\/\d+\/move\/[a-z]+\/(\d{1,20})$|^download\/[a-z]+\/(\d{1,20})\//

/** Reads that concern users, the server, or what belongs to no space, such as global templates. */
const OF_NO_SPACE = /^(?:rest\/api\/(?:user\/current|search\/user|server-information|longtask\/[^/]+|template\/page)|api\/v2\/users-bulk)$/

/** Lists of what is in the space of what the path names. */
const LIST =
  /\/(?:direct-children|descendants|children|attachments|footer-comments|inline-comments|pages|blogposts|page|attachment|comment)$/

const isOfNoSpace = (request: Request): boolean => isRead(request) && OF_NO_SPACE.test(request.path)
const isFiltered = (request: Request): boolean => isRead(request) && request.filtered === true
const isNotFound = (error: unknown): boolean => error instanceof OperationError && error.code === 'NOT_FOUND_ERROR'

/** IDs of content, IDs of spaces, and keys of spaces. */
interface Named {
  content: string[]
  spaces: string[]
  keys: string[]
}

/** Returns all that a request names: in its path, in its query and in its body. */
function namedIn({ path, query = {}, json }: Request): Named {
  const further = FURTHER.exec(path)?.slice(1) ?? []
  const inPath = [CONTENT.exec(path)?.[1], ...further].filter(id => id !== undefined)
  const [, space] = IN_SPACE_BY_ID.exec(path) ?? []
  const [, key] = IN_SPACE_BY_KEY.exec(path) ?? []
  const sent = [...fieldsOf(query), ...fieldsOf(json)]
  const valuesOf = (names: RegExp): string[] => sent.flatMap(([name, value]) => (names.test(name) ? value.split(',') : []))
  return {
    content: [...inPath, ...valuesOf(CONTENT_FIELDS)],
    spaces: [...(space === undefined ? [] : [space]), ...valuesOf(/(?:^|\.)space-?[iI]ds?$/)],
    keys: [...(key === undefined ? [] : [decodeURIComponent(key)]), ...valuesOf(/(?:^|\.)(?:spaceKeys?|keys|space\.key)$/)]
  }
}

/** Fields of requests that contain the ID of content. The `destination` of a copy is always a page here. */
const CONTENT_FIELDS =
  /(?:^|\.)(?:(?:page|blogPost|content|attachment|comment|parent|parentComment)Ids?|(?:pages|ancestors|container)\.id|destination\.value)$/

/** Returns all values of a body at any depth, each with the names that lead to it: `ancestors.id`. */
function fieldsOf(given: unknown, above = ''): [name: string, value: string][] {
  if (Array.isArray(given)) return given.flatMap(one => fieldsOf(one, above))
  if (typeof given === 'string' || typeof given === 'number') return [[above, String(given)]]
  if (!isRow(given)) return []
  return Object.entries(given).flatMap(([name, value]) => fieldsOf(value, above === '' ? name : `${above}.${name}`))
}

const keyOfSpace = async ({ spaces }: Confluence, id: string, call: ConfluenceCall): Promise<string | null> =>
  (await spaces.byId(id, call)).key || null

function createSpaceLookup(confluence: Confluence) {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN, ttl: KNOWN_MS })

  /** Returns the key of the space that a row is in; null if it does not show it. */
  async function statedIn(row: Row, call: ConfluenceCall, depth: number): Promise<string | null> {
    const spaceId = idOrNull(row, 'spaceId')
    if (spaceId !== null) return await keyOfSpace(confluence, spaceId, call)
    const key = textOrNull(below(row, 'space'), 'key')
    if (key !== null) return key
    const parents = ['pageId', 'blogPostId', 'attachmentId', 'parentCommentId'].map(name => idOrNull(row, name))
    const parent = parents.find(one => one !== null) ?? idOrNull(below(row, 'container'), 'id')
    return parent === null || depth === MAX_DEPTH ? null : await keyOf(parent, call, depth + 1)
  }

  async function keyOf(id: string, call: ConfluenceCall, depth: number): Promise<string | null> {
    const before = known.get(id)
    if (before !== undefined) return before
    const row = await find(confluence, id, call)
    const key = row ? await statedIn(row, call, depth) : null
    if (key !== null) known.set(id, key)
    return key
  }

  async function note(id: string, row: Row, call: ConfluenceCall): Promise<void> {
    const key = await statedIn(row, call, 0)
    if (key !== null) known.set(id, key)
  }

  return {
    /** The key of the space that content is in; null if there is none with this ID, or Confluence does not return its space. */
    of: (id: string, call: ConfluenceCall): Promise<string | null> => keyOf(id, call, 0),
    note,
    /** Notes what the response to an allowed request contains: created content, and what is listed below other content. */
    async noteAll({ path, ...request }: Request, body: unknown, call: ConfluenceCall): Promise<void> {
      if (isRow(body) && !isRead(request) && idOrNull(body, 'id') !== null) await note(idIn(body), body, call)
      if (!isRead(request) || !LIST.test(path)) return
      const { content, spaces, keys } = namedIn({ path, ...request })
      const [owner, space] = [content[0], spaces[0]]
      const key = owner === undefined ? (space === undefined ? keys[0] : await keyOfSpace(confluence, space, call)) : known.get(owner)
      if (key) for (const row of rows(rowOf(body), 'results')) known.set(idIn(row), key)
    }
  }
}

/** Kinds of content in version 2 of the API, by what an ID means most often. */
const KINDS = ['pages', 'blogposts', 'footer-comments', 'inline-comments', 'folders'] as const

/** Returns the content with this ID, of any kind and in any state. */
async function find(confluence: Confluence, id: string, call: ConfluenceCall): Promise<Row | undefined> {
  const subject = { kind: 'page', name: id } as const
  const read = async (path: string, query: Request['query']): Promise<Row | undefined> => {
    try {
      return await confluence.row({ path, ...(query && { query }), subject }, call)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }
  if (confluence.site.deployment === 'datacenter')
    return await read(`${v1('content')}/${segment(id)}`, { expand: 'space,container', status: 'any' })
  for (const kind of id.startsWith('att') ? ['attachments'] : KINDS) {
    const status = kind === 'pages' ? ANY_STATUS.page : kind === 'blogposts' ? ANY_STATUS.blogpost : undefined
    const row = await read(v2(`${kind}/${segment(id)}`), { status })
    if (row) return row
  }
  return undefined
}
