import { statusOf } from '../../../contract/errors.ts'
import { environmentOf } from './environment.ts'
import { type Gcloud, NOT_INSTALLED, recently } from './gcloud.ts'
import { versionIn } from './installation.ts'
import type { Ending } from './outcome.ts'
import { directoryFor } from './places.ts'
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

/** Who gcloud would act as, and where: one call for account and project together, kept for some seconds. `verify` spends a refresh of the token. */
export async function statusFor(gcloud: Gcloud, verify: boolean, signal: AbortSignal): Promise<Status> {
  const installation = gcloud.installation()
  if (!installation) return absent()
  const known = await recently(gcloud, 'status', { keepMs: KEPT_MS, signal }, shared => look(gcloud, shared), isStatus)
  const version = known.version ?? (await versionIn(installation.root)) ?? null
  if (!verify) return { ...known, version }
  const { failure } = await ask(gcloud, ['auth', 'print-access-token', '--quiet'], signal)
  // Whatever is wrong but the credential says nothing of the credential.
  const authenticated = failure ? (statusOf(failure.reason) === 424 ? false : null) : true
  const told = failure ? { error: failure.message, suggestions: failure.details.suggestions ?? [] } : {}
  return { ...known, version, ...told, authenticated, verified: authenticated !== null, checked_at: new Date().toISOString() }
}

async function look(gcloud: Gcloud, signal: AbortSignal): Promise<Status> {
  const { output, failure } = await ask(gcloud, ['config', 'list', '--format=json', '--quiet'], signal)
  if (failure) throw failure
  const { core } = sectionsIn(output.structured_output)
  const account = textIn(core, 'account')
  return {
    ...absent(),
    installed: true,
    account,
    project: textIn(core, 'project'),
    error: null,
    suggestions:
      account === null ? ['No account is active: run "gcloud auth login" on the machine of the gateway, unless a token is set.'] : []
  }
}

async function ask(gcloud: Gcloud, argv: string[], signal: AbortSignal): Promise<Ending> {
  const plan = { argv, json: true, directory: await directoryFor(gcloud.places, undefined), environment: environmentOf(gcloud.environment) }
  const quiet = { emit: () => undefined, progress: () => undefined, signal }
  return await execute(gcloud, plan, { directory: null, timeout_ms: TIMEOUT_MS, writes: false }, quiet)
}

const absent = (): Status => ({
  installed: false,
  version: null,
  account: null,
  project: null,
  authenticated: null,
  verified: false,
  checked_at: new Date().toISOString(),
  error: NOT_INSTALLED,
  suggestions: ['Install the Google Cloud CLI, or set GCLOUD_PATH to where it is.']
})

const isStatus = (value: unknown): value is Status => typeof value === 'object' && value !== null && 'installed' in value

const sectionsIn = (value: unknown): { core?: unknown } => (typeof value === 'object' && value !== null ? value : {})

/** What is unset is absent there, and never "(unset)" or an empty list. */
function textIn(section: unknown, name: string): string | null {
  const value: unknown = typeof section === 'object' && section !== null ? Reflect.get(section, name) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
