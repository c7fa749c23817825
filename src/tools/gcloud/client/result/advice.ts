/** Returns what resolves a failure of a class, most useful first: commands as `gcloud …`, and hints for this gateway. */
export function advice(failureClass: string, stderr: string): string[] {
  return ADVICE.get(failureClass)?.(stderr.replace(/\s+/g, ' ')) ?? []
}

/** Rules by the class of the error catalog. Classes without one have only gcloud's own hints. */
const ADVICE: ReadonlyMap<string, (stderr: string) => string[]> = new Map(
  Object.entries({
    api_disabled: stderr => {
      const api = first(stderr, /API \[([\w.-]+)\]/, /apis\/api\/([\w.-]+)\//, /\bservice: ([\w-]+\.googleapis\.com)/)
      const project = first(
        stderr,
        /not enabled on project \[([^\]\s]+)\]/,
        /used in project (\S+) before/,
        /\bconsumer: projects\/([\w:.-]+)/
      )
      return api === undefined
        ? ['gcloud services list --available']
        : [
            `gcloud services enable ${api}${project === undefined ? '' : ` --project=${project}`}`,
            'Repeat the command a few minutes after the API is enabled.'
          ]
    },
    permission_denied: stderr => {
      const permission = first(
        stderr,
        /[Pp]ermission '([a-z]\w*\.\w+\.\w+)' (?:denied|for)/,
        /Required '([a-z]\w*\.\w+\.\w+)' permission/,
        /permission:? ([a-z]\w*\.\w+\.\w+)/
      )
      const project =
        first(stderr, /(?:for|on)(?: resource)? '?(?:\/\/[\w.]+\/)?projects\/([\w:.-]+)/, /access projects instance \[([^\]\s]+)\]/) ??
        'PROJECT'
      const account = first(stderr, /\[([^[\]\s@]{1,128}@[^[\]\s@]{1,128})\] does not have permission/)
      const role = permission === undefined ? undefined : roleFor(permission)
      const what =
        permission === undefined
          ? 'a role that the command needs'
          : `a role with ${permission}${role === undefined ? '' : `, such as ${role}`}`
      return [
        `Ask an administrator of the project for ${what}, or use another project.`,
        `gcloud projects add-iam-policy-binding ${project} --member=${memberOf(account)} --role=${role ?? 'ROLE'}`
      ]
    },
    quota_exceeded: stderr => {
      const [, metric, limit, region] = /Quota '([^']+)' exceeded\. Limit: ([\d.]+)(?: in region ([\w-]+))?/.exec(stderr) ?? []
      const which =
        metric === undefined ? 'The quota' : `The quota ${metric}${region === undefined ? '' : ` in ${region}`} (limit ${limit})`
      return [
        ...(region === undefined ? [] : [`gcloud compute regions describe ${region} --format=json(quotas)`]),
        `${which} is used up: delete what is no longer needed${region === undefined ? '' : ', use another region'}, or request an increase at https://console.cloud.google.com/iam-admin/quotas.`
      ]
    },
    rate_limited: () => ['Wait a minute and repeat the command. For many resources, use gcloud_bulk_run_each: it waits automatically.'],
    location_missing: stderr => {
      const flag =
        first(stderr, /Specify the \[(--[\w-]+)\] flag/, /the `(--[\w-]+)` flag/) ?? (/zone/.test(stderr) ? '--zone' : '--region')
      const resource = first(stderr, /Underspecified resource \[([^\]\s]+)\]/)
      const group = first(stderr, /\(gcloud\.([\w.-]+)\.[\w-]+\)/)?.replaceAll('.', ' ')
      const places = flag === '--zone' ? 'zones' : 'regions'
      return [
        `Add ${flag}=${flag.slice(2).toUpperCase()}.`,
        ...(group !== undefined && resource !== undefined ? [`gcloud ${group} list --filter=name=${resource}`] : []),
        `gcloud compute ${places} list`
      ]
    },
    project_missing: () => ['Set project in the call.', 'gcloud projects list'],
    project_invalid: () => ['Set project to an ID, not to a name or a number.', 'gcloud projects list'],
    not_found: stderr => {
      const group = /\(gcloud\.([\w.-]+)\.(?:describe|delete|update|get-iam-policy)\)/.exec(stderr)?.[1]
      return group === undefined ? [] : [`gcloud ${group.replaceAll('.', ' ')} list`]
    }
  })
)

function first(text: string, ...patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

const memberOf = (account: string | undefined): string =>
  account === undefined ? 'user:ACCOUNT' : `${account.endsWith('.gserviceaccount.com') ? 'serviceAccount' : 'user'}:${account}`

/** Predefined roles by the service of a permission: one that reads, and one that changes. */
const ROLES: ReadonlyMap<string, readonly [reads: string, changes: string]> = new Map(
  Object.entries({
    artifactregistry: ['artifactregistry.reader', 'artifactregistry.writer'],
    bigquery: ['bigquery.dataViewer', 'bigquery.dataEditor'],
    cloudbuild: ['cloudbuild.builds.viewer', 'cloudbuild.builds.editor'],
    cloudfunctions: ['cloudfunctions.viewer', 'cloudfunctions.developer'],
    cloudkms: ['cloudkms.viewer', 'cloudkms.admin'],
    cloudsql: ['cloudsql.viewer', 'cloudsql.editor'],
    compute: ['compute.viewer', 'compute.instanceAdmin.v1'],
    container: ['container.viewer', 'container.developer'],
    dns: ['dns.reader', 'dns.admin'],
    iam: ['iam.securityReviewer', 'iam.serviceAccountAdmin'],
    logging: ['logging.viewer', 'logging.configWriter'],
    monitoring: ['monitoring.viewer', 'monitoring.editor'],
    pubsub: ['pubsub.viewer', 'pubsub.editor'],
    resourcemanager: ['browser', 'resourcemanager.projectIamAdmin'],
    run: ['run.viewer', 'run.developer'],
    secretmanager: ['secretmanager.viewer', 'secretmanager.admin'],
    serviceusage: ['serviceusage.serviceUsageViewer', 'serviceusage.serviceUsageAdmin'],
    spanner: ['spanner.viewer', 'spanner.databaseAdmin'],
    storage: ['storage.objectViewer', 'storage.objectAdmin']
  })
)

/** Permissions that the roles of their service do not contain. */
const SPECIAL_ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'iam.serviceAccounts.actAs': 'roles/iam.serviceAccountUser',
    'serviceusage.services.use': 'roles/serviceusage.serviceUsageConsumer',
    'storage.buckets.get': 'roles/storage.bucketViewer',
    'storage.buckets.list': 'roles/storage.bucketViewer',
    'storage.buckets.create': 'roles/storage.admin',
    'storage.buckets.delete': 'roles/storage.admin',
    'storage.buckets.update': 'roles/storage.admin'
  })
)

function roleFor(permission: string): string | undefined {
  const [service = '', , verb = ''] = permission.split('.')
  const roles = ROLES.get(service)
  const special = SPECIAL_ROLES.get(permission)
  return special ?? (roles && `roles/${/^(?:get|list|search)/.test(verb) ? roles[0] : roles[1]}`)
}
