import type { Call } from '../../../contract/handed.ts'
import type { Runtime } from '../../../contract/tool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream } from '../../../lib/http/upstream.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { type Cache, createCache } from './cache.ts'
import { classifyFor, named, type Subject, unreadable } from './failures.ts'
import { isRow, type Row } from './row.ts'
import { type Settings, type Site, siteOf } from './settings.ts'
import { createSpaceBook, type SpaceBook } from './space-book.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'warn' | 'truncate' | 'respond' | 'caller'>

export type Request = Omit<UpstreamRequest, 'signal'> & { about: Subject }

/** One instance of Confluence. */
export interface Confluence {
  site: Site
  /** Answers one thing. */
  row: (request: Request, turn: Turn) => Promise<Row>
  /** For what answers nothing, or nothing that is read. */
  send: (request: Request, turn: Turn) => Promise<unknown>
  download: (request: Request, turn: Turn) => Promise<UpstreamStream>
  cache: Cache
  spaces: SpaceBook
  allowance: Allowance
}

const VERSION_2 = 'api/v2/'
const VERSION_1 = 'rest/api/'

/** Paths of the two interfaces. */
export const v2 = (path: string): string => VERSION_2 + path
export const v1 = (path: string): string => VERSION_1 + path

/** An id, or whatever a caller gave, as one segment of a path. */
export const segment = (id: string): string => encodeURIComponent(id)

export async function connect(settings: Settings, runtime: Pick<Runtime, 'instance' | 'log' | 'budget'>): Promise<Confluence> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.base }, runtime)),
    title: 'Confluence',
    headers: { authorization: site.authorization },
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  const cache = createCache()
  const send: Confluence['send'] = async ({ about, ...request }, { signal, observe }) => {
    try {
      const { body, rate_limit } = await upstream.request({ ...request, signal })
      if (rate_limit) observe(rate_limit)
      return body
    } catch (error) {
      throw named(error, about)
    } finally {
      if (changes(request)) cache.forget()
    }
  }
  const row: Confluence['row'] = async (request, turn) => {
    const body = await send(request, turn)
    if (isRow(body)) return body
    throw unreadable(request.about, !changes(request))
  }
  return {
    site,
    send,
    row,
    async download({ about, ...request }, { signal }) {
      try {
        return await upstream.stream({ ...request, signal })
      } catch (error) {
        throw named(error, about)
      }
    },
    cache,
    spaces: createSpaceBook(),
    allowance: allowanceOf(settings)
  }
}

const changes = ({ method = 'GET', reads }: Omit<Request, 'about'>): boolean => method !== 'GET' && reads !== true
