import { badInput } from './failure.ts'

/** What a caller may set for one command. Any other name could run a program, move a credential or send it elsewhere: CLOUDSDK_PYTHON, for one. */
export const ALLOWED_NAMES = [
  'CLOUDSDK_CORE_PROJECT',
  'CLOUDSDK_COMPUTE_ZONE',
  'CLOUDSDK_COMPUTE_REGION',
  'CLOUDSDK_RUN_REGION',
  'CLOUDSDK_FUNCTIONS_REGION',
  'CLOUDSDK_ARTIFACTS_LOCATION',
  'CLOUDSDK_DATAPROC_REGION',
  'CLOUDSDK_BILLING_QUOTA_PROJECT'
] as const

/** Always so: no report, no log file for each call, no colours, no looking for updates. */
const ALWAYS: Readonly<Record<string, string>> = {
  CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
  CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK: 'true',
  CLOUDSDK_CORE_DISABLE_FILE_LOGGING: 'true',
  CLOUDSDK_CORE_DISABLE_COLOR: 'true',
  NO_COLOR: '1'
}

export interface Variable {
  name: string
  value: string
}

/** What a command gets beside what it inherits: the operator's, the caller's, and what always is. */
export function environmentOf(operator: Readonly<Record<string, string>>, given: readonly Variable[] = []): Record<string, string> {
  for (const [place, { name }] of given.entries())
    if (!ALLOWED_NAMES.some(allowed => allowed === name))
      throw badInput(`environment[${place}].name`, `is ${name}, which callers may not set`, `one of: ${ALLOWED_NAMES.join(', ')}`)
  return { ...operator, ...Object.fromEntries(given.map(({ name, value }) => [name, value])), ...ALWAYS }
}

/** The setting of the operator: `NAME=value` each. Throws in words. */
export function operatorEnvironment(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(pair => {
      const cut = pair.indexOf('=')
      if (cut < 1) throw new Error(`environment holds ${pair.slice(0, 40)}, which is not NAME=value`)
      return [pair.slice(0, cut), pair.slice(cut + 1)]
    })
  )
}

/** Names that gcloud inherits from the gateway: its login and configurations are those of this machine. */
export const INHERITS = ['CLOUDSDK_', 'GOOGLE_CLOUD_', 'GCE_METADATA_']
