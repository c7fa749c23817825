import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { type CommandTree, readTree } from '../../../src/tools/gcloud/client/command/tree.ts'
import { findGcloud } from '../../../src/tools/gcloud/client/installation.ts'
import { judge } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'
import { sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

const desk = await openGcloudDesk(t)
const root = path.join(desk.folder, 'root')
const verdictOf = async (args: string[], more: object = {}): Promise<string> => (await desk.call('check', { args, ...more })).data?.verdict
const judged = (line: string): string => judge(readCommand(line.split(' '))).verdict

function allJudged(t: Test, verdict: string, lines: readonly string[]): void {
  for (const line of lines) t.equal(judged(line), verdict, line)
}

t.test('a file is found after any separator that gcloud allows for a list', async t => {
  const jars = (value: string): string[] => ['dataproc', 'jobs', 'submit', 'spark', '--cluster=c', '--bucket=b', `--jars=${value}`]
  for (const value of [
    '^#^gs://x/y.jar#/etc/shadow',
    '^|^a|/etc/shadow',
    '^-^gs://x/y-/etc/shadow',
    '^ab^gs://xab/etc/shadow',
    '^a^gs://x/ya~/.ssh/id_rsa',
    'gs://x/y.jar#/etc/shadow',
    '/./etc/shadow',
    '//etc/shadow',
    'a&/etc/shadow'
  ])
    t.equal(await verdictOf(jars(value)), 'denied', value)
  for (const value of ['gs://x/etc/shadow', '^#^gs://x/y.jar#gs://a/etc/b.jar', 'https://host/etc/passwd?a=/etc/b', 'gs://b/{item}/etc/x'])
    t.equal(await verdictOf(jars(value)), 'confirm', value)
  t.equal(await verdictOf(['storage', 'ls', '^#^a#/etc/shadow']), 'denied', 'even in an argument without a flag')
})

t.test('no command uses the credentials of another cloud, or prints what is denied in another way', t => {
  allJudged(t, 'denied', [
    'storage cat s3://b/o',
    'storage ls s3://b',
    'storage ls S3://b',
    'alpha storage du gs://b s3://b',
    'storage cp gs://b/o s3://evil/o',
    'storage rsync s3://b gs://c',
    'storage buckets describe s3://b',
    'beta runtime-config configs variables list --config-name=c --values'
  ])
  allJudged(t, 'read', ['storage cat gs://b/o', 'storage ls', 'beta runtime-config configs variables list --config-name=c'])
  t.end()
})

t.test('a link inside the roots leads nowhere, however it is named', async t => {
  mkdirSync(path.join(root, 'own'))
  writeFileSync(path.join(root, 'own/file.yaml'), '')
  symlinkSync('/etc', path.join(root, 'etc-link'))
  symlinkSync('/nowhere/at/all', path.join(root, 'dangling'))
  const submit = (arg: string): string[] => ['dataproc', 'jobs', 'submit', 'spark', arg]
  for (const arg of [`--py=${root}/etc-link/passwd`, `--py=${root}/etc-link`, `--py=${root}/dangling`, `--py=${root}/etc-link/none/new`])
    t.equal(await verdictOf(submit(arg)), 'denied', arg)
  for (const arg of ['--private-key=etc-link/shadow', '--py=./etc-link/passwd', 'etc-link', '--x=^#^own/file.yaml#etc-link/shadow'])
    t.equal(await verdictOf(submit(arg), { working_directory: '.' }), 'denied', arg)
  t.equal(await verdictOf(submit('--py=etc-link/passwd')), 'confirm', 'without configured directories there are none')
  for (const arg of [`--py=${root}/own/file.yaml`, '--py=own/file.yaml', `--py=${root}/new.yaml`])
    t.equal(await verdictOf(submit(arg), { working_directory: '.' }), 'confirm', arg)
})

t.test('roots that are links are accepted by their own name, too', async t => {
  const folder = await temporaryFolder(t)
  mkdirSync(path.join(folder, 'real/sub'), { recursive: true })
  mkdirSync(path.join(folder, 'other'))
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'))
  const own = await openGcloudDesk(t, { environment: { FILESYSTEM_ROOTS: path.join(folder, 'link') } })
  own.does('pwd -P')
  for (const name of ['link/sub', 'real/sub']) {
    const { status, data } = await own.call('run', { args: ['config', 'list'], working_directory: path.join(folder, name) })
    t.match({ status, data }, { status: 200, data: { stdout: [/real\/sub$/] } }, name)
    const { data: found } = await own.call('check', { args: ['storage', 'ls', `--x=${path.join(folder, name)}`] })
    t.equal(found.verdict, 'read', name)
  }
  for (const name of ['other', 'absent']) {
    const { status } = await own.call('run', { args: ['config', 'list'], working_directory: path.join(folder, name) })
    t.equal(status, 403, `${name}: its existence is not revealed`)
  }
})

t.test('commands that print a secret are denied, whatever their names', async t => {
  allJudged(t, 'denied', [
    'config get proxy/password',
    'config get-value auth/client_secret',
    'config list --format=value(proxy.password)',
    'config list --format=value(proxy.list(show=values))',
    'vmware private-clouds vcenter credentials describe --private-cloud=p',
    'vmware private-clouds nsx credentials reset',
    'iap oauth-clients list',
    'iap oauth-clients reset-secret x',
    'parametermanager parameters versions render v --parameter=p --location=global',
    'iam oauth-clients credentials describe x',
    'compute interconnects macsec get-config i',
    'domains registrations authorization-code get d',
    'info --show-log',
    'artifacts print-settings npm',
    'bms instances auth-info i',
    'firestore user-creds create u',
    'firestore user-creds reset-password u',
    'active-directory domains reset-admin-password d',
    'beta container aws clusters print-access-token c',
    'compute instances get-serial-port-output vm',
    'sql users describe u --format=value(password)',
    'container clusters describe c --format value(masterAuth.clientKey)'
  ])
  allJudged(t, 'read', [
    'config get project',
    'config get-value core/project',
    'config list',
    'config list --format=json',
    'info',
    'auth list'
  ])
})

t.test('commands that use a local source are denied, unless the last source is remote', async t => {
  allJudged(t, 'denied', [
    'functions deploy f --source=gs://a/b --source .',
    'functions deploy f --source=gs://a/b --source=.',
    'beta run worker-pools deploy w --source .',
    'run deploy s --image=i --source=.',
    'deploy releases create r --source=.',
    'deploy releases create r',
    'ai custom-jobs create --worker-pool-spec=local-package-path=.,script=x.py',
    'anthos auth login',
    'storage cp gs://a gs://b --manifest-path=x',
    'builds submit .',
    'builds submit gs://b/x.tgz --config=c.yaml --tag=t',
    'compute url-maps import m --source=m.yaml',
    'dataproc clusters export c --destination=c.yaml',
    'workflows deploy w --source=gs://a/b'
  ])
  allJudged(t, 'confirm', [
    'functions deploy f --source=gs://a/b',
    'run worker-pools deploy w --image=i',
    'deploy releases create r --source=gs://a/b.tgz',
    'ai custom-jobs create --worker-pool-spec=container-image-uri=i',
    'builds submit gs://b/x.tgz --tag=t',
    'builds submit --no-source --tag=t',
    'dataproc clusters export c'
  ])
})

t.test('what a command deletes decides its permission, and waiting for an operation is a read', async t => {
  const permission = (line: string): string => judge(readCommand(line.split(' '))).permission
  for (const line of [
    'firestore bulk-delete --collection-ids=a',
    'alpha firestore bulk-delete --collection-ids=a',
    'storage rsync gs://a gs://b --recursive --delete-unmatched-destination-objects',
    'storage rsync gs://a gs://b --delete-unmatched-destination-objects=true',
    'storage batch-operations jobs create j --bucket=b --included-object-prefixes=x --delete-object',
    'transfer jobs create gs://empty gs://victim --delete-from=destination-if-unique',
    'compute instances stop i --discard-local-ssd=true',
    'deployment-manager deployments update d --delete-policy=DELETE',
    'secrets update s --ttl=1s',
    'spanner databases execute-sql d --instance=i --sql=x',
    'spanner databases ddl update d --instance=i --ddl=x',
    'pubsub subscriptions seek s --time=x',
    'artifacts repositories set-cleanup-policies r --policy=x'
  ])
    t.equal(permission(line), 'destructive', line)
  t.equal(permission('storage rsync gs://a gs://b'), 'write')
  for (const line of [
    'sql operations wait o',
    'beta sql operations wait o --timeout=unlimited',
    'builds log b',
    'builds log b --stream',
    'policy-intelligence query-activity --activity-type=serviceAccountLastAuthentication --project=p'
  ])
    t.equal(judged(line), 'read', line)
  t.equal(judged('compute instances wait i'), 'confirm')
})

/** Flags that name a deletion and delete nothing: settings against deletion, its time, its terms elsewhere, filters, and ends of a schedule. */
const DELETE_NOTHING =
  /^--(?:(?:[\w-]+-)?(?:soft-)?deleted?-(?:protection[\w-]*|lock-days|before-time|after-time|duration)|deletion-protection[\w-]*|show-deleted|soft-deleted|(?:async-instance-endpoints-)?deletion[\w-]*|(?:[\w-]+-)?auto-delete(?:-[\w-]+)?|auto-created-reservations-delete-time|clear-(?:delete-from|discard-[\w-]+)|no-delete-[\w-]+|(?:retain-backups-)?on-(?:source-disk-)?delete|retain-backups-on-delete|force-delete-tags|discard-local-ssds-at-termination-timestamp|destroy-scheduled-duration|(?:remove-)?version-destroy-ttl|drop-[\w-]+|enable-drop-protection|erase-windows-vss-signature)$/

t.test('each flag of the command tree that names a deletion counts as one, unless it is known to delete nothing', { skip }, async t => {
  const tree = await readTree(sdk)
  if (!tree) throw new Error('This SDK has no list of its commands')
  const pathsOf = (words: string[] = []): string[][] => {
    const { commands, groups } = tree.below(words)
    return [...commands.map(name => [...words, name]), ...groups.flatMap(name => pathsOf([...words, name]))]
  }
  const undecided = new Set<string>()
  let decided = 0
  for (const words of pathsOf())
    for (const flag of tree.flagsOf(words)) {
      if (!/delet|purge|destroy|discard|drop|wipe|prune|erase/.test(flag) || DELETE_NOTHING.test(flag)) continue
      decided += 1
      const { verdict, permission } = judge(readCommand([...words, tree.takes(words, flag) === 'value' ? `${flag}=x` : flag], tree))
      if (verdict === 'confirm' && permission !== 'destructive') undecided.add(flag)
    }
  t.ok(decided > 20, `${decided} flags`)
  t.strictSame([...undecided], [])
})

t.test('global flags are accepted by an allow list, including undocumented and new ones', async t => {
  for (const flag of ['--universe-domain=evil.example', '--credential-file-override=x', '--authority-selector=a', '--http-timeout=1'])
    t.equal(judged(`projects list ${flag}`), 'denied', flag)
  const tree: CommandTree = {
    kindOf: words => (words.length === 2 ? 'command' : 'group'),
    below: none,
    near: () => [],
    takes: () => undefined,
    flagsOf: () => [],
    globals: new Set(['--new', '--project'])
  }
  t.equal(judge(readCommand(['projects', 'list', '--new=x'], tree)).verdict, 'denied')
  t.equal(judge(readCommand(['projects', 'list', '--project=x', '--new-of-its-own'], tree)).verdict, 'read')
})
const none = () => ({ commands: [], groups: [] })

t.test('the confirmation message shows the whole command and the directory', async t => {
  mkdirSync(path.join(root, 'a'.repeat(100)))
  const args = [
    'compute',
    'instances',
    'create',
    'vm',
    `--description=${'a'.repeat(230)}`,
    '--metadata=startup-script=evil',
    '--password=hunter2'
  ]
  const { status, error } = await desk.call('run', { args, working_directory: 'a'.repeat(100) })
  t.equal(status, 428)
  t.match(error.details.would_do, /--metadata=startup-script=evil '--password=\[redacted\]' --format=json --quiet in a{100}\.$/)
  t.strictSame(error.details.argv, [...args.slice(0, -1), '--password=[redacted]', '--format=json', '--quiet'])
  t.equal(error.details.directory, 'a'.repeat(100))
  const { error: named } = await desk.call('run', { args: ['kms', 'keys', 'versions', 'destroy', '3', '--key=k', '--secret', 's'] })
  t.match(named.details.would_do, /--key=k --secret s/, 'names of keys are shown')
})

t.test('output with secrets is still valid JSON without them', async t => {
  desk.does(`echo '[{"password": "x", "name": "vm", "apiKey": "AIza"}]'`)
  const { data } = await desk.call('run', { args: ['sql', 'users', 'list'] })
  t.strictSame(data.structured_output, [{ password: '[redacted]', name: 'vm', apiKey: '[redacted]' }])
})

const installed = findGcloud(undefined)

/** Commands of 528.0.0 that are judged to read and sound like a secret: each was checked, and none prints one. */
const REVIEWED =
  /^(?:compute (?:ssl-certificates|os-login ssh-keys|os-login) |bms (?:ssh-keys|serial-console-ssh-keys) list|secrets (?:locations |versions )?(?:list|describe|get-iam-policy)|secrets replication get|composer environments user-workloads-secrets |container binauthz |dns-authorizations|certificate-manager dns-authorizations |iam (?:oauth-clients (?:list|describe)$|workforce|workload)|network-security (?:authorization-policies|authz-policies|backend-authentication-configs) |redis clusters get-cluster-certificate-authority|memorystore instances get-certificate-authority|service-extensions authz-extensions |access-context-manager authorized-orgs |bigtable authorized-views |auth list|firestore user-creds |sql users |iap oauth-brands )/

t.test(
  'commands that sound like a secret and run immediately have been checked',
  { skip: installed ? false : 'gcloud is not on the PATH' },
  async t => {
    const tree = await readTree(installed?.root ?? '')
    if (!tree) throw new Error('This SDK does not tell its commands')
    const unknown: string[] = []
    let sounding = 0
    const walk = (words: string[]): void => {
      const { commands, groups } = tree.below(words)
      for (const name of groups) walk([...words, name])
      for (const name of commands) {
        const command = readCommand([...words, name], tree)
        const shown = command.path.join(' ')
        if (!/secret|credential|password|token|auth|macsec|login|creds/.test(shown) || judge(command).verdict !== 'read') continue
        sounding += 1
        if (!REVIEWED.test(shown)) unknown.push(shown)
      }
    }
    walk([])
    t.ok(sounding > 50, `${sounding}`)
    t.strictSame(unknown, [])
    t.equal(judge(readCommand(['config', 'get-value', 'project'], tree)).verdict, 'read', 'which no list contains')
  }
)
