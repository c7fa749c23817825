import { statusOf } from '../../../../contract/errors.ts'
import { resolveDirectory } from '../directories.ts'
import { environmentOf } from '../environment.ts'
import { cached, type Gcloud, NOT_INSTALLED } from '../gcloud.ts'
import { versionIn } from '../installation.ts'
import type { Ending } from '../result/outcome.ts'
import { execute } from './run.ts'

export interface Status {
  installed: boolean
  version: string | null
  account: string | null
  project: string | null
  authenticated: boolean | null
  verified: boolean
  checked_at: string
  error: string | null
  suggestions: string[]
}

const KEPT_MS = 10_000
const TIMEOUT_MS = 25_000

/** Returns the account and project of gcloud, both from one call, cached for a few seconds. `verify` refreshes the token. */
export async function statusFor(gcloud: Gcloud, verify: boolean, signal: AbortSignal): Promise<Status> {
  const installation = gcloud.installation()
  if (!installation) return notInstalledStatus()
  const known = await cached(gcloud, 'status', { keepMs: KEPT_MS, signal }, shared => readStatus(gcloud, shared), isStatus)
  const version = known.version ?? (await versionIn(installation.root)) ?? null
  if (!verify) return { ...known, version }
  const { failure } = await ask(gcloud, ['auth', 'print-access-token', '--quiet'], signal)
  // Other failures do not show whether the credential works.
  const authenticated = failure ? (statusOf(failure.reason) === 424 ? false : null) : true
  const problem = failure ? { error: failure.message, suggestions: failure.details.suggestions ?? [] } : {}
  return { ...known, version, ...problem, authenticated, verified: authenticated !== null, checked_at: new Date().toISOString() }
}

async function readStatus(gcloud: Gcloud, signal: AbortSignal): Promise<Status> {
  const { output, failure } = await ask(gcloud, ['config', 'list', '--format=json', '--quiet'], signal)
  if (failure) throw failure
  const { core } = sectionsIn(output.structured_output)
  const account = textIn(core, 'account')
  return {
    ...notInstalledStatus(),
    installed: true,
    account,
    project: textIn(core, 'project'),
    error: null,
    suggestions:
      account === null ? [`No account is active: run "gcloud auth login" on the gateway's host, unless a token is configured.`] : []
  }
}

async function ask(gcloud: Gcloud, argv: string[], signal: AbortSignal): Promise<Ending> {
  const plan = {
    argv,
    json: true,
    directory: await resolveDirectory(gcloud.folders, undefined),
    environment: environmentOf(gcloud.environment)
  }
  const quiet = { emit: () => undefined, progress: () => undefined, signal }
  return await execute(gcloud, plan, { directory: null, timeout_ms: TIMEOUT_MS, writes: false }, quiet)
}

const notInstalledStatus = (): Status => ({
  installed: false,
  version: null,
  account: null,
  project: null,
  authenticated: null,
  verified: false,
  checked_at: new Date().toISOString(),
  error: NOT_INSTALLED,
  suggestions: ['Install the Google Cloud CLI, or set GCLOUD_PATH to its location.']
})

const isStatus = (value: unknown): value is Status => typeof value === 'object' && value !== null && 'installed' in value

const sectionsIn = (value: unknown): { core?: unknown } => (typeof value === 'object' && value !== null ? value : {})

/** Unset values are absent, never "(unset)" or an empty list. */
function textIn(section: unknown, name: string): string | null {
  const value: unknown = typeof section === 'object' && section !== null ? Reflect.get(section, name) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
