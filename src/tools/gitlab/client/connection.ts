import type { Runtime } from '../../../contract/tool.ts'
import { createTeller, rowIn } from '../../../lib/http/about.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream, type Upstream, type UpstreamAnswer } from '../../../lib/http/upstream.ts'
import { isRow, type Row, textOrNull } from '../../../lib/row.ts'
import { type Allowance, allowanceOf } from './allowance.ts'
import { classifyFor, SPEECH } from './failures.ts'
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
    title: SPEECH.title,
    headers: site.headers,
    secrets: site.secrets,
    classify: classifyFor(site)
  })
  return clientOf(upstream, site, settings)
}

function clientOf(upstream: Upstream, site: Site, settings: Settings): GitLab {
  const warning = ageWarning(upstream)
  const teller = createTeller(upstream, SPEECH)
  const send: GitLab['send'] = async (request, turn) => {
    const old = warning()
    try {
      return await teller.send(request, turn)
    } finally {
      const words = await old
      if (words !== undefined) turn.warn(words)
    }
  }
  const row: GitLab['row'] = async (request, turn) => rowIn((await send(request, turn)).body, request, SPEECH.title)
  return { site, send, row, download: teller.download, allowance: allowanceOf(settings, row) }
}

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
