import type { Test } from 'tap'
import { EMAIL, PASSWORD, TOKEN, USERNAME } from '../../sandbox/confluence/credentials.ts'
import { CONTEXT, confluenceServer } from '../../sandbox/confluence/server.ts'
import { lastOf, type Page, type Site } from '../../sandbox/confluence/state/model.ts'
import { seedSite } from '../../sandbox/confluence/state/seed.ts'
import type { FaultResponse, Match } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import archive from '../../src/tools/confluence/bulk/archive-pages.ts'
import exportPages from '../../src/tools/confluence/bulk/export-pages.ts'
import label from '../../src/tools/confluence/bulk/label-pages.ts'
import move from '../../src/tools/confluence/bulk/move-pages.ts'
import replace from '../../src/tools/confluence/bulk/replace-in-pages.ts'
import resolveComments from '../../src/tools/confluence/bulk/resolve-inline-comments.ts'
import restore from '../../src/tools/confluence/bulk/restore-pages.ts'
import trash from '../../src/tools/confluence/bulk/trash-pages.ts'
import unlabel from '../../src/tools/confluence/bulk/unlabel-pages.ts'
import { confluence } from '../../src/tools/confluence/tool.ts'
import type { AdapterContract, RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { clientOf, controlOf } from './sandbox-control.ts'

/** Three pages of the Playground: Alpha, Beta and Gamma, which are all below Shelf and have the label later. */
export const LATER = { space_key: 'PLAY', label: 'later' }
/** Matches no page. */
const NONE = { space_key: 'PLAY', label: 'nobody-has-this' }
/** The page Target of the Playground, and another one. */
export const TARGET = '65689'
const SHELF = '65685'

interface Kit {
  mode: Site['mode']
  /** Another user changes the part of the page that the action changes. */
  changed: (page: Page, site: Site) => void
  /** The response that refuses an item; default: an invalid request. */
  refused?: FaultResponse
  /** Prepares the site before the job; default: unchanged. */
  begin?: (site: Site) => void
  /** The write requests of a page; default: those at its own path. */
  writesTo?: (id: string) => Match[]
  /** The request that counts. Default: the search. */
  counts?: string
  /** The state that the action changes. Default: the pages. */
  stateOf?: (received: Received[], site: Site) => unknown
  /** Another user changes the item, if it is not a page. */
  changedItem?: (site: Site, id: string) => void
  /** Adds items that the selection matches. Default: pages. */
  grow?: (site: Site, many: number) => void
}

const atItsPath = (id: string): Match[] => ['PUT', 'POST', 'DELETE'].map(method => ({ method, path: `/(pages|content)/${id}\\b` }))

/** Starts a sandbox server in its initial state, with a client. */
const opener =
  ({
    mode,
    changed,
    refused = { status: 400, body: { message: 'no' } },
    begin,
    writesTo = atItsPath,
    counts = '/rest/api/search',
    stateOf,
    changedItem,
    grow = addPages
  }: Kit): AdapterContract['open'] =>
  async (t: Test): Promise<TestSystem> => {
    const site = seedSite(mode)
    begin?.(site)
    const server = confluenceServer(site)
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const settings =
      mode === 'cloud'
        ? { url: `${address}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN }
        : { url: address + CONTEXT, username: USERNAME, password: PASSWORD }
    const failWrites = async (id: string, response: Parameters<typeof control.failNext>[1]): Promise<void> => {
      for (const match of writesTo(id)) await control.failNext(match, response, 9)
    }
    return {
      client: await clientOf(t, confluence, settings),
      requestLog: control,
      settings,
      grow: many => grow(site, many),
      http: { ...control, writes: '' },
      state: async () => (stateOf ? stateOf(await control.requests(), site) : pagesOf(site)),
      fail: {
        item: id => failWrites(id, refused),
        rate_limit: id => failWrites(id, { status: 429, body: { message: 'Rate limit exceeded' }, headers: { 'retry-after': '1' } }),
        credential: id => failWrites(id, { status: 401, body: { message: 'Unauthorized' } }),
        lost: id => failWrites(id, { cut: true, after: true }),
        async changed(id) {
          const page = site.pages.get(id)
          if (page) changed(page, site)
          changedItem?.(site, id)
        },
        async count() {
          await control.failNext({ path: counts }, { status: 400, body: { message: 'Could not parse cql' } })
          return 'Could not parse cql'
        }
      }
    }
  }

/** Adds copies of a page that matches LATER. */
function addPages({ pages }: Site, many: number): void {
  const page = [...pages.values()].find(({ labels }) => labels.includes('later'))
  for (let n = 1; page && n <= many; n++) {
    const id = String(70_000 + n)
    const versions = page.versions.map(version => ({ ...version, title: `${version.title} ${n}` }))
    pages.set(id, { ...page, id, labels: [...page.labels], versions, position: page.position + n })
  }
}

/** Without the times of changes, which no action sets. */
const pagesOf = ({ pages }: Site): unknown =>
  [...pages.values()].map(({ id, status, parentId, labels, versions, space }) => ({
    id,
    status,
    parentId,
    labels: labels.toSorted(),
    space: space.key,
    body: versions.at(-1)?.body
  }))

/** Returns the kind of a request. */
export function classify({ method, path, query, body }: Received): RequestKind {
  const [, id] = /\/(?:pages|content)\/(\d+)/.exec(path) ?? []
  if (method !== 'GET') return { kind: 'write', ids: path.endsWith('/archive') ? archivedBy(body) : [id ?? ''] }
  if (/\/(content\/search|search|spaces\/\d+\/pages|api\/content)$/.test(path))
    return { kind: 'list', most: Number(new URLSearchParams(query).get('limit')) }
  return { kind: id === undefined || id === TARGET || id === SHELF ? 'other' : 'item' }
}

const archivedBy = (body: unknown): string[] => [...JSON.stringify(body).matchAll(/"id":(\d+)/g)].map(([, id = '']) => id)

export const movesOf = (mode: Site['mode']): AdapterContract => ({
  adapter: move,
  classify,
  open: opener({ mode, changed: page => void Object.assign(page, { parentId: '65684' }) }),
  good: { ...LATER, target_id: TARGET },
  nothing: { ...NONE, target_id: SHELF },
  names: [],
  refused: [{ input: { target_id: TARGET }, path: 'ids' }],
  unknown_names: []
})

const BOTH = [{ input: { ...LATER, query: 'type = page) or (space = HR' }, path: 'query' }]

export const labelsOf = (mode: Site['mode']): AdapterContract => ({
  adapter: label,
  classify,
  open: opener({ mode, changed: page => void Object.assign(page, { labels: [] }) }),
  good: { ...LATER, add_label: 'checked' },
  nothing: { ...NONE, add_label: 'other' },
  names: [],
  refused: [
    { input: { add_label: 'checked' }, path: 'ids' },
    { input: { ...LATER, add_label: 'two words' }, path: 'add_label' },
    ...BOTH.map(one => ({ ...one, input: { ...one.input, add_label: 'x' } }))
  ],
  unknown_names: []
})

export const unlabelsOf = (mode: Site['mode']): AdapterContract => ({
  adapter: unlabel,
  classify,
  open: opener({ mode, changed: page => void Object.assign(page, { labels: ['later'] }) }),
  good: { ...LATER, remove_label: 'later' },
  nothing: { ...NONE, remove_label: 'other' },
  names: [],
  refused: [{ input: { remove_label: 'later' }, path: 'ids' }],
  unknown_names: []
})

export const trashOf = (mode: Site['mode'], refused?: FaultResponse): AdapterContract => ({
  adapter: trash,
  classify,
  open: opener({ mode, changed: page => void Object.assign(page, { status: 'archived' }), ...(refused && { refused }) }),
  good: LATER,
  nothing: NONE,
  names: [],
  refused: [{ input: {}, path: 'ids' }],
  unknown_names: []
})

const LATER_PAGES = (site: Site): Page[] => [...site.pages.values()].filter(({ labels }) => labels.includes('later'))

/** The trash of the Playground contains Alpha, Beta and Gamma. */
export const restoresOf = (mode: Site['mode']): AdapterContract => ({
  adapter: restore,
  classify,
  open: opener({
    mode,
    begin: site => {
      for (const page of LATER_PAGES(site)) page.status = 'trashed'
    },
    changed: page => void page.versions.push({ ...lastOf(page.versions), number: page.versions.length + 1 }),
    counts: mode === 'cloud' ? '/spaces/\\d+/pages' : '/rest/api/content\\?'
  }),
  good: { space_key: 'PLAY' },
  nothing: { space_key: 'HR' },
  names: [],
  refused: [
    { input: {}, path: 'space_key' },
    { input: { space_key: 'NOWHERE' }, path: 'space_key', reason: 'space_not_found' }
  ],
  unknown_names: []
})

export const archivesOf = (kit: Partial<Kit> = {}): AdapterContract => ({
  adapter: archive,
  classify,
  open: opener({
    mode: 'cloud',
    changed: page => void Object.assign(page, { status: 'trashed' }),
    writesTo: id => [{ method: 'POST', path: '/content/archive', body: `"id":${id}` }],
    ...kit
  }),
  good: LATER,
  nothing: NONE,
  names: [],
  refused: [{ input: {}, path: 'ids' }],
  unknown_names: []
})

/** Alpha, Beta and Gamma contain the old name; the other pages of the Playground do not. */
export const replacesOf = (mode: Site['mode'], begin?: Kit['begin']): AdapterContract => ({
  adapter: replace,
  classify,
  open: opener({
    mode,
    ...(begin && { begin }),
    changed: page =>
      void page.versions.push({ ...lastOf(page.versions), number: page.versions.length + 1, body: '<p>Another old name</p>' })
  }),
  good: { space_key: 'PLAY', search: 'old name', replacement: 'old name &amp; the new' },
  nothing: { ...NONE, search: 'old name', replacement: 'new' },
  names: [],
  refused: [
    { input: { search: 'a', replacement: 'b' }, path: 'ids' },
    { input: { ...LATER, search: 'a', replacement: 'a' }, path: 'replacement' }
  ],
  unknown_names: []
})

/** The page that a request reads, with its text. */
const exportedBy = ({ method, path }: Pick<Received, 'method' | 'path'>): string | undefined =>
  method === 'GET' ? /\/(?:pages|content)\/(\d+)$/.exec(path)?.[1] : undefined

const NO_CHANGE = 'reading changes nothing, so it can be repeated'

/** Reads count as writes, because the job does nothing else. */
export const exportsOf = (mode: Site['mode']): AdapterContract => ({
  adapter: exportPages,
  classify(request) {
    const id = exportedBy(request)
    return id === undefined ? classify(request) : { kind: 'write', ids: [id] }
  },
  open: opener({
    mode,
    changed: () => {},
    writesTo: id => [{ method: 'GET', path: `/(pages|content)/${id}(\\?|$)` }],
    stateOf: received => [...new Set(received.flatMap(request => exportedBy(request) ?? []))].toSorted()
  }),
  good: LATER,
  nothing: NONE,
  names: [],
  refused: [{ input: {}, path: 'ids' }],
  unknown_names: [],
  without: {
    'executeBatch a second time reports finished items as skipped': NO_CHANGE,
    'a write whose response was lost is unknown and never sent again': NO_CHANGE
  }
})

const HANDBOOK = '65704'
const KIND = '65705'

/** Adds copies of the open comment on the Handbook. */
function addComments({ comments }: Site, many: number): void {
  const comment = comments.get(KIND)
  for (let n = 1; comment && n <= many; n++) {
    const id = String(80_000 + comments.size)
    comments.set(id, { ...comment, id })
  }
}

/** The Handbook has three open comments. */
export const resolvesOf = (): AdapterContract => ({
  adapter: resolveComments,
  classify({ method, path, query }) {
    const [, id] = /\/inline-comments\/(\d+)$/.exec(path) ?? []
    if (method !== 'GET') return { kind: 'write', ids: [id ?? ''] }
    if (path.endsWith('/inline-comments')) return { kind: 'list', most: Number(new URLSearchParams(query).get('limit')) }
    return { kind: id === undefined ? 'other' : 'item' }
  },
  open: opener({
    mode: 'cloud',
    begin: site => addComments(site, 2),
    grow: addComments,
    changed: () => {},
    changedItem({ comments }, id) {
      const comment = comments.get(id)
      if (comment) comment.resolution = 'reopened'
    },
    writesTo: id => [{ method: 'PUT', path: `/inline-comments/${id}` }],
    counts: '/inline-comments\\?',
    stateOf: (_received, { comments }) => [...comments.values()].map(({ id, resolution = 'open' }) => [id, resolution === 'resolved'])
  }),
  good: { page_id: HANDBOOK },
  nothing: { page_id: '65538', resolved: false },
  names: [],
  refused: [
    { input: {}, path: 'ids' },
    { input: { page_id: '424242' }, path: 'page_id', reason: 'page_not_found' }
  ],
  unknown_names: []
})
