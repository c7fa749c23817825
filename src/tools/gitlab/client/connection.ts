import type { Runtime } from '../../../contract/tool.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream, type Upstream, type UpstreamAnswer } from '../../../lib/http/upstream.ts'
import { isRow, type Row, textOrNull } from '../../../lib/row.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { classifyFor, named, unreadable } from './failures.ts'
import type { Request, Turn } from './request.ts'
import { type Settings, type Site, siteOf } from './settings.ts'
import { tooOld } from './version.ts'

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
    title: 'GitLab',
    headers: site.headers,
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  return clientOf(upstream, site, settings)
}

function clientOf(upstream: Upstream, site: Site, settings: Settings): GitLab {
  const warning = ageWarning(upstream)
  const send: GitLab['send'] = async ({ about, ...request }, { signal, observe, warn }) => {
    const old = warning()
    try {
      const answer = await upstream.request({ ...request, signal })
      if (answer.rate_limit) observe(answer.rate_limit)
      return answer
    } catch (error) {
      throw named(error, about)
    } finally {
      const words = await old
      if (words !== undefined) warn(words)
    }
  }
  const row: GitLab['row'] = async (request, turn) => {
    const { body } = await send(request, turn)
    if (isRow(body)) return body
    throw unreadable(request.about, isRead(request))
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
    allowance: allowanceOf(settings, row)
  }
}

export const isRead = ({ method = 'GET', reads }: Pick<Request, 'method' | 'reads'>): boolean => method === 'GET' || reads === true

const VERSION_TIMEOUT_MS = 5_000

/** Asked with the first call, beside it; an instance that does not tell its version is taken to be new enough. */
function ageWarning(upstream: Upstream): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined
  const ask = async (): Promise<string | undefined> => {
    const signal = AbortSignal.timeout(VERSION_TIMEOUT_MS)
    try {
      const { body } = await upstream.request({ path: 'version', max_retries: 0, signal })
      return tooOld(isRow(body) ? textOrNull(body, 'version') : null)
    } catch {
      return undefined
    }
  }
  return () => (known ??= ask())
}
