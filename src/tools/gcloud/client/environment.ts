import { badInput } from './errors.ts'

/** Variables that a caller may set for a command. Others, such as CLOUDSDK_PYTHON, could run a program or send a credential elsewhere. */
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

/** Always set: no usage reports, no log file per call, no colors, no update checks. */
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

/** Returns the variables of a command: the operator's, the caller's, and the fixed ones. */
export function environmentOf(operator: Readonly<Record<string, string>>, variables: readonly Variable[] = []): Record<string, string> {
  for (const [place, { name }] of variables.entries())
    if (!ALLOWED_NAMES.some(allowed => allowed === name))
      throw badInput(`environment[${place}].name`, `is ${name}, which callers may not set`, `one of: ${ALLOWED_NAMES.join(', ')}`)
  return { ...operator, ...Object.fromEntries(variables.map(({ name, value }) => [name, value])), ...ALWAYS }
}

/** Parses the operator's setting of `NAME=value` pairs. */
export function operatorEnvironment(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map(pair => {
      const cut = pair.indexOf('=')
      if (cut < 1) throw new Error(`environment contains ${pair.slice(0, 40)}, which is not NAME=value`)
      return [pair.slice(0, cut), pair.slice(cut + 1)]
    })
  )
}

/** Prefixes of the variables that gcloud inherits: it uses the login and configurations of the host. */
export const INHERITS = ['CLOUDSDK_', 'GOOGLE_CLOUD_', 'GCE_METADATA_']
