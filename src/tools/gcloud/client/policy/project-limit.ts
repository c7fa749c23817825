import { outsideConstraints, useOnly } from '../../../../contract/constraints.ts'
import { type Argument, valuesOf } from '../command/arguments.ts'
import { type Command, readCommand } from '../command/command.ts'
import type { Gcloud } from '../gcloud.ts'

/**
 * Throws outside_constraints if the key is limited to projects and the command may concern another one. The account can do whatever Google's IAM allows, so
 * only what is certain runs: a listed command, whose flags the tree of the SDK shows, with values that name nothing outside of the project.
 */
export async function checkProjects(gcloud: Gcloud, argv: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const { projects } = gcloud
  if (projects === undefined) return
  const command = readCommand(argv, await gcloud.tree())
  if (command.shows === undefined && !concernsOnly(command, projects, environment))
    throw outsideConstraints(useOnly('project', projects, 'Google Cloud SDK'), ADVICE)
}

const ADVICE =
  'Set project to one of them. Only commands that certainly concern no other project are allowed: those of compute, container clusters, dns, functions, logging, pubsub, run, scheduler, secrets, services, sql, tasks and similar ones, with plain names and common flags.'

/** Returns the client for a key that is limited to projects. It has no results of other keys. */
export const limitToProjects = (gcloud: Gcloud, only: ReadonlyMap<string, readonly string[]>): Gcloud => ({
  ...gcloud,
  projects: only.get('project') ?? [],
  recent: new Map()
})

/** Commands that find everything that a plain name can stand for in the project of `--project`. Those of all projects, organizations, folders, accounts and buckets are not among them. */
const IN_PROJECT = new RegExp(
  `^(?:${[
    'artifacts (?:locations|operations|packages|repositories|tags|versions)',
    'builds (?:cancel|describe|list|log)',
    'compute (?:accelerator-types|addresses|backend-services|disk-types|disks|firewall-rules|forwarding-rules|health-checks|images|instance-groups|instance-templates|instances|machine-types|network-endpoint-groups|networks|operations|regions|resource-policies|routers|routes|security-policies|snapshots|ssl-certificates|ssl-policies|target-http-proxies|target-https-proxies|target-pools|url-maps|vpn-gateways|vpn-tunnels|zones)',
    'container (?:clusters|get-server-config|node-pools|operations)',
    'dns (?:dns-keys|managed-zones|operations|policies|record-sets)',
    'filestore (?:backups|instances|locations|operations|regions|zones)',
    'functions (?:delete|describe|list|logs|regions|runtimes)',
    'logging (?:logs (?:delete|list)|metrics (?:delete|describe|list)|read)',
    'memcache',
    'pubsub (?:schemas|snapshots|subscriptions|topics)',
    'redis (?:clusters|instances|operations|regions|zones)',
    'run (?:jobs|regions|revisions|services)',
    'scheduler',
    'secrets (?:delete|describe|list|versions)',
    'services (?:disable|enable|list)',
    'spanner (?:backups|databases|instances|operations)',
    'sql (?:backups|databases|flags|instances|operations|tiers|users)',
    'tasks',
    'workflows (?:delete|describe|executions|list)'
  ].join('|')})(?: [a-z-]+)*$`
)

/** Flags whose values are words of gcloud itself, such as filters: they select among what the command finds. */
const SELECTING: ReadonlySet<string> = new Set(['--filter', '--flatten', '--format', '--sort-by', '--freshness', '--order'])

/** Flags whose values are plain names of places and things within the project, and quantities. */
const PLAIN = new Set(
  `async boot-disk-size cluster cluster-version database disk disks gen2 global group instance instances job labels limit location locations machine-type
  managed max-instances max-nodes memory message min-instances min-nodes name network node-pool num-nodes page-size quiet queue region regions remove-labels
  revision router service size snapshot-names start-time subnet subscription tag tags tier topic type update-labels username verbosity version zone zones`
    .split(/\s+/)
    .map(name => `--${name}`)
)

/** Flags whose value is a project. */
const OF_PROJECT: ReadonlySet<string> = new Set(['--project', '--billing-project'])

/** Variables whose value is a project. */
const VARIABLES = ['CLOUDSDK_CORE_PROJECT', 'CLOUDSDK_BILLING_QUOTA_PROJECT']

/** Whether a command names one of these projects, and can be shown to use no other. */
export function concernsOnly(command: Command, projects: readonly string[], environment: Readonly<Record<string, string>>): boolean {
  const { arguments: args, known, path, takes, track } = command
  const named = [...OF_PROJECT].flatMap(flag => valuesOf(args, flag))
  const inherited = VARIABLES.flatMap(name => environment[name] ?? [])
  const isNamed = valuesOf(args, '--project').length > 0 || environment['CLOUDSDK_CORE_PROJECT'] !== undefined
  if (known !== 'command' || track !== 'ga' || !isNamed || ![...named, ...inherited].every(one => projects.includes(one))) return false
  const shown = path.join(' ')
  if (!IN_PROJECT.test(shown) && !(OF_ONE_PROJECT.test(shown) && isOneOf(args, projects))) return false
  return args.every(argument => isDecided(argument, shown, takes, projects))
}

/** Commands whose only positional is a project. */
const OF_ONE_PROJECT = /^projects (?:describe|get-iam-policy)$/

const isOneOf = (args: readonly Argument[], projects: readonly string[]): boolean =>
  args.every(({ role, value }) => role !== 'positional' || (value !== undefined && projects.includes(value)))

function isDecided({ role, flag, value, text }: Argument, path: string, takes: Command['takes'], projects: readonly string[]): boolean {
  if (role === 'positional') return path === 'logging read' || namesOnly(text, projects)
  if (flag === undefined || role === 'unclear') return false
  if (takes(flag) === 'none') return value === undefined || /^(?:true|false)$/i.test(value)
  if (takes(flag) === undefined) return false
  if (SELECTING.has(flag) || OF_PROJECT.has(flag)) return true
  return PLAIN.has(flag) && (value === undefined || namesOnly(value, projects))
}

/** A name without any other part, or a number. */
const NAME = /^[\w.+~-]*$/

/** Whether a value contains only plain names, and full names of resources in these projects. */
const namesOnly = (value: string, projects: readonly string[]): boolean =>
  value.split(/[,=]/).every(one => {
    const [first, project = '', ...rest] = one.split('/')
    if (project === '' && rest.length === 0) return first === one && NAME.test(one)
    return (
      first === 'projects' &&
      projects.includes(project) &&
      rest.length > 0 &&
      rest.every(part => NAME.test(part) && !/^(?:\.*|projects)$/.test(part))
    )
  })
