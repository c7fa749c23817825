import type { Runtime } from '../../../contract/tool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream } from '../../../lib/http/upstream.ts'
import { isRow, type Row } from '../../../lib/row.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { type Cache, createCache } from './cache.ts'
import { classifyFor, named, unreadable } from './failures.ts'
import type { Request, Send, Turn } from './request.ts'
import { type Settings, type Site, siteOf } from './settings.ts'
import { createSpaceBook, type SpaceBook } from './space-book.ts'

/** One instance of Confluence. */
export interface Confluence {
  site: Site
  /** Answers one thing. */
  row: (request: Request, turn: Turn) => Promise<Row>
  /** For what answers nothing, or nothing that is read. */
  send: Send
  download: (request: Request, turn: Turn) => Promise<UpstreamStream>
  cache: Cache
  spaces: SpaceBook
  allowance: Allowance
}

export async function connect(settings: Settings, runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'>): Promise<Confluence> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.base }, runtime)),
    title: 'Confluence',
    headers: { authorization: site.authorization },
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  const cache = createCache()
  const send: Send = async ({ about, ...request }, { signal, observe }) => {
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
    spaces: createSpaceBook(send),
    allowance: allowanceOf(settings)
  }
}

const changes = ({ method = 'GET', reads }: Omit<Request, 'about'>): boolean => method !== 'GET' && reads !== true
