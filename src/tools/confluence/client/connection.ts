import type { BudgetLane, Runtime } from '../../../contract/runtime.ts'
import { unexpectedResponse } from '../../../lib/http/failures.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { isRead } from '../../../lib/http/request.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream } from '../../../lib/http/upstream.ts'
import { hasAny, isRow, type Row } from '../../../lib/row.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { createReadMemory, type ReadMemory } from './cache/read-memory.ts'
import { createSpaceCache, type SpaceCache } from './cache/space-cache.ts'
import { createWriteMarker } from './cache/write-marker.ts'
import { classifyFor, reasonFor, TITLE } from './failures.ts'
import type { ConfluenceCall, Request, Send } from './request.ts'
import { type Settings, type Site, siteOf } from './settings.ts'
import { type SpaceAccess, spaceAccessOf } from './spaces/space-access.ts'

/** A connection to one instance of Confluence. */
export interface Confluence {
  /** Whether it serves calls or jobs. */
  lane: BudgetLane
  site: Site
  /** Sends a request whose response is one object. */
  row: (request: Request, call: ConfluenceCall) => Promise<Row>
  /** Sends a request whose response is empty or ignored. */
  send: Send
  download: (request: Request, call: ConfluenceCall) => Promise<UpstreamStream>
  cache: Cache
  reads: ReadMemory
  spaces: SpaceCache
  spaceAccess: SpaceAccess
}

/** Confluence Cloud redirects to these for attachments. */
const MEDIA_HOSTS = ['*.atlassian.com', '*.atlassian.net']

export async function connect(
  settings: Settings,
  runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane' | 'shared'> & Partial<Pick<Runtime, 'guard'>>
): Promise<Confluence> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.base }, runtime)),
    title: TITLE,
    viewer: 'account',
    headers: { authorization: site.authorization },
    secrets: site.secrets,
    classify: classifyFor(site),
    reasonFor,
    redirect_hosts: MEDIA_HOSTS
  })
  const cache = createCache(createWriteMarker(runtime.shared))
  const send: Send = async (request, call) => {
    try {
      const { body, rate_limit } = await upstream.request({ ...request, signal: call.signal })
      if (rate_limit) call.observe(rate_limit)
      return body
    } finally {
      if (!isRead(request)) await cache.forget()
    }
  }
  return {
    lane: runtime.lane,
    site,
    send,
    row: rowBy(send),
    download: (request, { signal }) => upstream.stream({ ...request, signal }),
    cache,
    reads: createReadMemory(runtime.shared),
    spaces: createSpaceCache(send),
    spaceAccess: spaceAccessOf(settings)
  }
}

/** Every object that Confluence returns has at least one of these properties. */
const NAMES = [
  ...['type', 'key', 'title', 'name', 'version', 'status', 'body', 'space', 'spaceId', 'pageId', 'displayName', 'username', 'accountId'],
  ...['results', '_links', '_expandable', 'count', 'size', 'restrictions', 'read', 'update', 'operation', 'hasPermission', 'value'],
  ...['successful', 'finished', 'percentageComplete', 'templateId', 'routeOverrideEnabled', 'history', 'resolutionStatus', 'authorId']
]

/** Returns how to send a request whose response is one object. */
export const rowBy =
  (send: Send): Confluence['row'] =>
  async (request, call) => {
    const body = await send(request, call)
    // The status of a write reports that it was executed, whatever its response lacks.
    if (isRow(body) && (!isRead(request) || hasAny(body, NAMES))) return body
    throw unexpectedResponse(TITLE, request)
  }
