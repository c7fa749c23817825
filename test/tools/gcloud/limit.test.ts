import path from 'node:path'
import t from 'tap'
import { splitWords } from '../../../src/lib/command-line.ts'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { type CommandTree, readTree } from '../../../src/tools/gcloud/client/command/tree.ts'
import { judge } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { concernsOnly } from '../../../src/tools/gcloud/client/policy/project-limit.ts'
import { startApp } from '../../helpers/app.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'
import { openReal, sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

const PROJECTS = ['ours', 'ours-too']
const OF_OURS = '--project=ours'
const tree = skip ? undefined : await readTree(sdk)

const isAllowed = (text: string, environment: Record<string, string> = {}): boolean =>
  concernsOnly(readCommand(splitWords(text), tree), PROJECTS, environment)

t.test('commands that certainly concern only an allowed project may run', { skip }, t => {
  for (const command of [
    'compute instances list',
    "compute instances list --filter='name:web AND zone:europe-west1-b' --limit 5 --sort-by=name --format='value(name)'",
    'compute instances describe vm-1 --zone=europe-west1-b',
    'compute instances stop vm-1 vm-2 --zone europe-west1-b --quiet',
    'compute disks delete disk-1 --zone=europe-west1-b',
    'compute instances describe projects/ours/zones/europe-west1-b/instances/vm-1',
    'compute instances describe projects/ours-too/zones/europe-west1-b/instances/vm-1',
    'container clusters list --region=europe-west1',
    'run services list --region=europe-west1',
    'sql instances describe db-1',
    'pubsub subscriptions create s --topic=projects/ours-too/topics/t',
    'pubsub topics publish t --message=hello',
    'logging read \'severity>=ERROR AND logName="projects/other/logs/x"\' --limit=20 --freshness=1d',
    'services enable run.googleapis.com',
    'secrets list',
    'dns record-sets list --zone=z',
    'compute instances update vm-1 --zone=z --update-labels=a=b,c=d',
    'compute instances list --billing-project=ours-too'
  ])
    t.ok(isAllowed(`${command} ${OF_OURS}`), command)
  t.ok(isAllowed('projects describe ours-too --project=ours'))
  t.ok(isAllowed('compute instances list', { CLOUDSDK_CORE_PROJECT: 'ours' }), 'by the environment')
  t.end()
})

/** Flags whose values only select among what a command finds. */
const SELECTING = ['--filter', '--flatten', '--format', '--freshness', '--order', '--sort-by']

/** Commands that concern another project, or may do so. */
const REFUSED = [
  'compute instances list',
  'compute instances list --project=other',
  'compute instances list --project ours --project other',
  'compute instances list --project=ours --billing-project=other',
  'compute instances list --project=ours --account=root@example.com',
  'compute instances list --project=ours --impersonate-service-account=a@other.iam.gserviceaccount.com',
  'compute instances list --project=ours --configuration=other',
  'compute instances list --project=ours --flags-file=/x',
  'compute instances list --project=ours --access-token-file=/x',
  'compute instances list --proj=other --project=ours',
  'compute instances list --project=OURS',
  'compute instances list --project=',
  ...[
    'compute instances describe projects/other/zones/z/instances/vm-1',
    'compute instances describe projects/ours/../other/zones/z/instances/vm-1',
    'compute instances describe projects/ours/zones/z/projects/other/instances/vm-1',
    'compute instances describe projects/-/zones/z/instances/vm-1',
    'compute instances describe projects%2Fother',
    'compute instances describe other/z/vm-1',
    'compute instances describe zones/z/instances/vm-1',
    'compute instances describe https://www.googleapis.com/compute/v1/projects/other/zones/z/instances/vm-1',
    'compute instances describe //compute.googleapis.com/projects/other/zones/z/instances/vm-1',
    'compute instances describe vm-1 --zone=projects/other/zones/z',
    'compute instances describe vm-1 --zone=https://x/projects/ours/zones/z',
    'compute instances list --zones=a,projects/other/zones/z',
    'compute instances list --zones=^:^a:projects/other/zones/z',
    'compute disks create d --source-snapshot=https://www.googleapis.com/compute/v1/projects/other/global/snapshots/s',
    'compute disks create d --source-snapshot=s',
    'compute disks create d --image=i --image-project=other',
    'compute images create i --source-uri=gs://bucket/o.tar.gz',
    'compute instances create vm-1 --service-account=a@other.iam.gserviceaccount.com',
    'compute instances create vm-1 --create-disk=image=projects/other/global/images/i',
    'compute instances create vm-1 --network=projects/other/global/networks/n',
    'compute networks peerings create p --network=n --peer-network=n --peer-project=other',
    'compute instances add-iam-policy-binding vm-1 --member=user:a@example.com --role=r',
    'compute instances tail-serial-port-output vm-1 -- x',
    'pubsub subscriptions create s --topic=t --topic-project=other',
    'pubsub subscriptions create s --topic=projects/other/topics/t',
    'pubsub subscriptions create s --topic=t --push-endpoint=https://evil.example',
    'pubsub subscriptions create s --topic=t --bigquery-table=other.data.table',
    'run deploy x --image=gcr.io/other/image',
    'run services update x --set-secrets=A=projects/other/secrets/s:latest',
    'sql instances describe other:db-1',
    'sql instances clone a b --destination-project=other',
    'sql export sql db gs://bucket/x',
    'logging read x --organization=1',
    'logging read x --folder=1',
    'logging read x --billing-account=1',
    'logging read x --resource-names=projects/other',
    'logging read x --bucket=b --location=l --view=v',
    'logging copy b storage.googleapis.com/bucket --location=global',
    'storage ls',
    'storage ls gs://bucket',
    'storage cat gs://bucket/o',
    'storage buckets list',
    'iam service-accounts describe 123456789012345678901',
    'iam roles list --organization=1',
    'projects list',
    'projects describe other',
    'projects delete ours',
    'projects get-iam-policy other',
    'organizations list',
    'resource-manager folders list --organization=1',
    'billing accounts list',
    'asset search-all-resources --scope=organizations/1',
    'compute shared-vpc get-host-project other',
    'compute firewall-policies describe 1',
    'compute os-login describe-profile',
    'dns project-info describe other',
    'endpoints services describe x.endpoints.other.cloud.goog',
    'container fleet memberships list',
    'container images list --repository=gcr.io/other',
    'artifacts docker images list europe-docker.pkg.dev/other/repository',
    'config list',
    'auth list',
    'info',
    'alpha compute instances list',
    'beta compute instances list',
    'compute instances frobnicate',
    'compute'
  ].map(command => `${command} ${OF_OURS}`)
]

t.test('commands that may concern another project do not run', { skip }, t => {
  for (const command of REFUSED) t.notOk(isAllowed(command), command)
  t.notOk(isAllowed('compute instances list', { CLOUDSDK_CORE_PROJECT: 'other' }))
  t.notOk(isAllowed(`compute instances list ${OF_OURS}`, { CLOUDSDK_CORE_PROJECT: 'other' }))
  t.notOk(isAllowed(`compute instances list ${OF_OURS}`, { CLOUDSDK_BILLING_QUOTA_PROJECT: 'other' }))
  t.notOk(concernsOnly(readCommand(['compute', 'instances', 'list', OF_OURS]), PROJECTS, {}), 'without the tree of an SDK')
  t.end()
})

function pathsOf(tree: CommandTree, words: string[] = []): string[][] {
  const { commands, groups } = tree.below(words)
  return [...commands.map(name => [...words, name]), ...groups.flatMap(name => pathsOf(tree, [...words, name]))]
}

t.test('in no command of the SDK does a positional or a flag lead to another project', { skip }, t => {
  const paths = tree ? pathsOf(tree) : []
  const judged = (words: string[]): boolean => concernsOnly(readCommand(words, tree), PROJECTS, {})
  const open = paths.filter(path => judged([...path, OF_OURS]))
  t.ok(open.length > 300, `${open.length} commands of ${paths.length}`)
  const names = /project|organi[sz]ation|folder|billing|account|bucket|impersonate|file|peer|share|member|host/
  const wrong = open.flatMap(path => {
    const flags = (tree?.flagsOf(path) ?? []).filter(flag => tree?.takes(path, flag) === 'value')
    const forms = [
      'projects/other/x/y',
      'other/x',
      'other:x',
      'https://x.example/projects/ours/x',
      'gs://other',
      'x@other.iam.gserviceaccount.com'
    ]
    return [
      ...(path.join(' ') === 'logging read' ? [] : forms.filter(form => judged([...path, form, OF_OURS]))),
      ...flags.filter(
        flag => !SELECTING.includes(flag) && ['projects/other/x/y', 'other:x'].some(form => judged([...path, `${flag}=${form}`, OF_OURS]))
      ),
      ...flags.filter(flag => names.test(flag) && judged([...path, `${flag}=other`, OF_OURS]))
    ].map(found => `${path.join(' ')} ${found}`)
  })
  t.strictSame(wrong, [])
  // Nothing that the policy denies is allowed by the limit alone.
  t.ok(paths.some(path => judge(readCommand(path, tree)).verdict === 'denied'))
  t.end()
})

const CONSTRAINTS = { gcloud: { project: PROJECTS } }
const MESSAGE = 'This key may only use the projects ours, ours-too of Google Cloud SDK.'
const auth = { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'], constraints: CONSTRAINTS } }

t.test('a limited key runs nothing else by any operation, and the refusal names what it may use', async t => {
  const { call, get, argv } = await openGcloudDesk(t, { auth })
  const input = { args: ['compute', 'instances', 'list'], project: 'other' }
  for (const operation of ['run', 'check', 'start']) {
    const { status, error } = await call(operation, input)
    t.match(
      { status, error },
      { status: 403, error: { message: MESSAGE, details: { reason: 'outside_constraints', outcome: 'not_executed' } } },
      operation
    )
  }
  t.match(await get('status'), { status: 403, error: { details: { reason: 'outside_constraints' } } })
  t.equal(argv(), undefined, 'nothing was run')
})

t.test('a limited key runs a command with the real gcloud', { skip }, async t => {
  const { folder, api, token } = await openReal(t)
  const environment = [
    `CLOUDSDK_CONFIG=${path.join(folder, 'limited')}`,
    'CLOUDSDK_CORE_CHECK_GCE_METADATA=false',
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDRESOURCEMANAGER=${api.url}/`,
    token
  ]
  const { app } = await startApp(t, {
    system: 'gcloud',
    roots: path.join(folder, 'root'),
    environment: { GCLOUD_ENVIRONMENT: environment.join(',') },
    auth: { ...auth, anonymous: { ...auth.anonymous, constraints: { gcloud: { project: ['demo-ok'] } } } }
  })
  const run = async (args: string[], project: string) =>
    (await app.inject({ method: 'POST', url: '/v1/gcloud/run', payload: { args, project } })).json()
  const found = await run(['projects', 'describe', 'demo-ok'], 'demo-ok')
  t.match(found, { data: { success: true } }, JSON.stringify(found.error))
  const outside = { error: { details: { reason: 'outside_constraints' } } }
  t.match(await run(['compute', 'instances', 'list'], 'demo-denied'), outside)
  t.match(await run(['projects', 'list'], 'demo-ok'), outside)
  t.strictSame(
    api.seen.map(({ url }) => url.replace(/\?.*/, '')),
    ['/v1/projects/demo-ok']
  )
})
