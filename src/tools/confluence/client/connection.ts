import type { BudgetLane } from '../../../contract/budget.ts'
import type { Runtime } from '../../../contract/tool.ts'
import { createTeller, isRead, rowIn } from '../../../lib/http/about.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream } from '../../../lib/http/upstream.ts'
import type { Row } from '../../../lib/row.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { type Cache, createCache } from './cache.ts'
import { classifyFor, SPEECH } from './failures.ts'
import { createMark } from './mark.ts'
import type { Request, Send, Turn } from './request.ts'
import { type Settings, type Site, siteOf } from './settings.ts'
import { createSpaceBook, type SpaceBook } from './space-book.ts'

/** One instance of Confluence. */
export interface Confluence {
  /** For whom it is: callers who wait, or jobs. */
  lane: BudgetLane
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

export async function connect(
  settings: Settings,
  runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane' | 'shared'>
): Promise<Confluence> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.base }, runtime)),
    title: SPEECH.title,
    headers: { authorization: site.authorization },
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  const cache = createCache(createMark(runtime.shared))
  const teller = createTeller(upstream, SPEECH)
  const send: Send = async (request, turn) => {
    try {
      return (await teller.send(request, turn)).body
    } finally {
      if (!isRead(request)) await cache.forget()
    }
  }
  return {
    lane: runtime.lane,
    site,
    send,
    row: async (request, turn) => rowIn(await send(request, turn), request, SPEECH.title),
    download: teller.download,
    cache,
    spaces: createSpaceBook(send),
    allowance: allowanceOf(settings)
  }
}
