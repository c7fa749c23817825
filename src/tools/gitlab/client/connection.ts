import type { Runtime } from '../../../contract/tool.ts'
import { createTeller, rowIn } from '../../../lib/http/about.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream, type Upstream, type UpstreamAnswer } from '../../../lib/http/upstream.ts'
import type { Row } from '../../../lib/row.ts'
import { watchAge } from './age.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { classifyFor, SPEECH } from './failures.ts'
import type { Request, Turn } from './request.ts'
import { type Settings, type Site, siteOf } from './settings.ts'

/** One instance of GitLab. */
export interface GitLab {
  site: Site
  /** For what answers nothing, or whose headers are read. */
  send: (request: Request, turn: Turn) => Promise<UpstreamAnswer>
  /** Answers one thing. */
  row: (request: Request, turn: Turn) => Promise<Row>
  download: (request: Request, turn: Turn) => Promise<UpstreamStream>
  allowance: Allowance
}

export async function connect(settings: Settings, runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'>): Promise<GitLab> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.api }, runtime)),
    title: SPEECH.title,
    headers: site.headers,
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  return clientOf(upstream, site, settings)
}

function clientOf(upstream: Upstream, site: Site, settings: Settings): GitLab {
  const age = watchAge(upstream)
  const teller = createTeller(upstream, SPEECH)
  const warned =
    <Answer>(ask: (request: Request, turn: Turn) => Promise<Answer>) =>
    async (request: Request, turn: Turn): Promise<Answer> => {
      age.ask()
      try {
        return await ask(request, turn)
      } finally {
        await age.warn(turn)
      }
    }
  const send = warned(teller.send)
  const row: GitLab['row'] = async (request, turn) => rowIn((await send(request, turn)).body, request, SPEECH.title)
  return { site, send, row, download: warned(teller.download), allowance: allowanceOf(settings, row) }
}
