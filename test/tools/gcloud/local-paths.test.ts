import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { type CommandTree, readTree } from '../../../src/tools/gcloud/client/command/tree.ts'
import { openFolders, resolveDirectory } from '../../../src/tools/gcloud/client/directories.ts'
import { firstOutsideRoots, possiblePaths, type RunContext } from '../../../src/tools/gcloud/client/policy/path-guard.ts'
import { judge, type Lists, NO_LISTS } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { judgeCommand } from '../../../src/tools/gcloud/client/run/plan.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

interface More {
  lists?: Lists
  inRoot?: boolean
  tree?: undefined
  environment?: Record<string, string>
}

interface Bench {
  tree: CommandTree
  root: string
  surroundings: RunContext
  verdict: (args: readonly string[], more?: More) => Promise<string>
}

async function open(t: Test): Promise<Bench> {
  const folder = await temporaryFolder(t)
  const [root, own] = [path.join(folder, 'root'), path.join(folder, 'empty')]
  for (const name of [root, own]) mkdirSync(name)
  const tree = await readTree(sdk)
  if (!tree) throw new Error('This SDK has no list of its commands')
  const places = openFolders(root, own)
  return {
    tree,
    root,
    surroundings: { places, directory: own, environment: {} },
    async verdict(args, { lists = NO_LISTS, inRoot = false, environment = {}, ...more } = {}) {
      const command = readCommand(args, 'tree' in more ? more.tree : tree)
      return (await judgeCommand(command, lists, { places, directory: inRoot ? root : own, environment })).verdict
    }
  }
}

function pathsOf(tree: CommandTree, words: string[] = []): string[][] {
  const { commands, groups } = tree.below(words)
  return [...commands.map(name => [...words, name]), ...groups.flatMap(name => pathsOf(tree, [...words, name]))]
}

const trackless = (words: readonly string[]): string => words.join(' ').replace(/^(?:alpha|beta|preview) /, '')

/** Names of flags that name a local file, and of similar flags that do not. */
const SOUNDS_LOCAL =
  /file|from|source|dest|local|dir|config|cert|(?<!public-)key|output|input|jar|archive|package|manifest|json|yaml|policy|script|path|import|export/
const SOUNDS_ONLY =
  /^--path (?:monitoring uptime|compute url-maps invalidate-cdn-cache)\b|^--(?:json-path|request-path|affinity-cookie-path|(?:trigger-)?event-filters-path-pattern|destination-(?:gke|run)-path|lustre-path|(?:source|destination)-parallelstore-path|container-working-dir|container-mount-host-path|(?:backend-(?:bucket|service)-)?path-rules|(?:[\w-]+-)?(?:urls?|headers?|env-vars|description|title|display-name|metadata|message|params|args|text|filter|attribute|query|included-files|ignored-files)) /

t.test('no positional and no flag of any command leads to a local path, before or after --', { skip, timeout: 120_000 }, async t => {
  const { tree, surroundings } = await open(t)
  const [plainFlags, plainPositionals, remainders] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let tried = 0
  const strays = new Map<string, boolean>()
  const tries = async (args: readonly string[], onPass: () => void): Promise<void> => {
    tried += 1
    const command = readCommand(args, tree)
    if (judge(command).verdict === 'denied') return
    const suspects = possiblePaths(command, [])
    const key = JSON.stringify(suspects) // equal ones are checked on disk once
    if (!strays.has(key)) strays.set(key, (await firstOutsideRoots(suspects, surroundings)) !== undefined)
    if (strays.get(key) === false) onPass()
  }
  const commands = pathsOf(tree).filter(words => trackless(words) !== 'help')
  for (const words of commands) {
    const command = trackless(words)
    const positional = (): unknown => plainPositionals.add(command)
    await tries([...words, '/etc/passwd'], positional)
    await tries([...words, 'gs://a/b', '/etc/passwd', 'gs://a/b'], positional)
    await tries([...words, '--', '/etc/passwd'], () => remainders.add(command))
    for (const flag of tree.flagsOf(words)) {
      const takesValue = tree.takes(words, flag) === 'value'
      await tries([...words, flag, '/etc/passwd'], () => (takesValue ? plainFlags.add(`${flag} ${command}`) : positional()))
      await tries([...words, `${flag}=/etc/passwd`], () => plainFlags.add(`${flag} ${command}`))
      if (takesValue) await tries([...words, flag, 'gs://a/b', '--', '/etc/passwd', 'gs://a/b'], () => remainders.add(command))
    }
  }
  t.ok(commands.length > 10_000 && tried > 200_000, `${tried} arguments of ${commands.length} commands`)
  const suspect = [...plainFlags].filter(name => SOUNDS_LOCAL.test(name.slice(0, name.indexOf(' '))) && !SOUNDS_ONLY.test(name))
  t.strictSame(suspect, [], 'flags accepted as text do not sound like files')
  t.strictSame([...plainPositionals].sort(), [
    'data-catalog search',
    'dataplex entries search',
    'domains registrations search-domains',
    'logging read',
    'logging tail',
    'logging write',
    'pubsub topics publish'
  ])
  t.strictSame([...remainders].sort(), [
    'dataproc batches submit spark',
    'dataproc jobs submit flink',
    'dataproc jobs submit hadoop',
    'dataproc jobs submit spark',
    'dataproc workflow-templates add-job hadoop',
    'dataproc workflow-templates add-job spark'
  ])
})

t.test('a path is found however it is written', { skip }, async t => {
  const { verdict, root } = await open(t)
  mkdirSync(path.join(root, 'own'))
  writeFileSync(path.join(root, 'own/a.yaml'), '')
  mkdirSync(path.join(root, 'gs:/b'), { recursive: true })
  for (const name of ['link', 'gs:/link']) symlinkSync('/etc', path.join(root, name))
  for (const character of ['@', ':', ';', ' ', '#', '=', '|', "'", '['])
    for (const folder of ['.', 'own', 'gs:']) symlinkSync('/etc', path.join(root, folder, `odd${character}name`))
  for (const args of [
    // The two paths of the first attack.
    ['storage', 'cp', '--quiet', '--format=json', 'gs://evil/key', '--', '/path'],
    ['storage', 'cp', '--cache-control', 'gs://x', '--', '/etc/passwd', 'gs://evil/x'],
    ['storage', 'cp', '--cache-control', 'gs://x', '/etc/passwd'],
    ['storage', 'cp', '--cache-control', 'gs://x'],
    ['storage', 'cp', 'gs://a/b', '.'],
    ['storage', 'cp', 'gs://a/b', 'new'],
    ['storage', 'cp', 'gs://a/b', '--unheard-of', 'new', 'gs://c/d'],
    ['storage', 'cp', '-r x', 'gs://c/d'],
    ['storage', 'cp', 'posix:///etc/passwd', 'gs://c/d'],
    ['storage', 'cp', 'FILE:///etc/passwd', 'gs://c/d'],
    ['storage', 'rsync', 'gs://a', '--', 'here'],
    ['storage', 'cp', '', 'gs://c/d'],
    ['storage', 'cp', 'gs://a/b\n/etc/passwd', 'gs://c/d'],
    ['storage', 'mv', '—recursive', 'gs://a', 'gs://b'],
    ['beta', 'storage', 'cp', 'gs://a/b', '--', '/path'],
    ['--quiet', 'storage', 'cp', 'gs://a/b', '--', '/path'],
    ['builds', 'submit', '--tag=t', 'gs://a/b.tgz', '--', '.'],
    ['builds', 'submit', '--tag=t', '--no-source', '.'],
    ['ml', 'vision', 'detect-text', '--', '/etc/passwd'],
    ['ml', 'vision', 'detect-text', '/./etc/passwd'],
    ['projects', 'set-iam-policy', 'p', '--', '/etc/passwd'],
    ['projects', 'set-iam-policy', 'p', '/etc/passwd'],
    ['projects', 'set-iam-policy', 'p', '$HOME/.config/x'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: gcloud expands it
    ['projects', 'set-iam-policy', 'p', '${HOME}/.config/x'],
    ['projects', 'set-iam-policy', 'p', '/$HOME/.config/x'],
    // The script that starts gcloud sets variables that the gateway does not have.
    ['dataproc', 'batches', 'submit', 'pyspark', '$CLOUDSDK_ROOT_DIR/properties'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: gcloud expands it
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=${CLOUDSDK_GSUTIL_PYTHON}'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=.$UNSET./etc/passwd'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: gcloud expands it
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=.${not set}./etc/passwd'],
    ['projects', 'set-iam-policy', 'p', '~/x'],
    ['dataproc', 'jobs', 'submit', 'pyspark', '--', '/etc/passwd'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars', '/etc/passwd', '--', 'x'],
    ['dataproc', 'jobs', 'submit', 'spark', `--jars=^${'a'.repeat(25)}^gs://x/${'a'.repeat(25)}/etc/passwd`],
    ['compute', 'instances', 'create', 'vm', '--metadata-from-file=k=/etc/passwd'],
    ['compute', 'instances', 'create', 'vm', '--create-disk=image-csek-key-file=/etc/passwd'],
    ['compute', 'instances', 'create', 'vm', '-f/etc/passwd'],
    ['redis', 'clusters', 'update', 'c', '--update-labels=/etc/x.json'],
    ['projects', 'list', '---flag-file-line-=/etc/passwd'],
    ['functions', 'deploy', 'f', '--source=gs://a/b', '--source', '/etc'],
    ['run', 'deploy', 's', '--source', '.', '--image', 'i'],
    ['run', 'services', 'replace', '/etc/x.yaml'],
    ['config', 'list', '--flags-file=/etc/passwd'],
    ['--flags-file', '/etc/passwd', 'config', 'list'],
    ['dns', 'record-sets', 'transaction', 'start', '--zone=z'],
    ['sql', 'ssl', 'client-certs', 'create', 'n', 'key.pem', '--instance=i'],
    ['container', 'ai', 'profiles', 'manifests', 'create', '--output-path=here'],
    ['container', 'ai', 'profiles', 'manifests', 'create', '--output-path=/new'],
    // JSON and YAML may escape any character, even in a text within a text.
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', String.raw`--cluster-endpoint={"psc-connection":".\u002f..\u002fx.json"}`],
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', String.raw`--cluster-endpoint={"psc-connection":".\x2f.\x2e\U0000002fx.json"}`],
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', String.raw`--cluster-endpoint={"a":"{\"b\":\".\\u002f..\\u002fx.json\"}"}`],
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', '--cluster-endpoint={"psc-connection":"/et\\\n  c/x.json"}'],
    ...['\r', '\r\n', '\u0085', '\u2028', '\u2029'].flatMap(lineBreak => [
      ['redis', 'clusters', 'add-cluster-endpoints', 'c', `--cluster-endpoint={"psc-connection":"/et\\${lineBreak}  c/x.json"}`],
      ['redis', 'clusters', 'add-cluster-endpoints', 'c', `--cluster-endpoint={"psc-connection":".\\${lineBreak}./x.json"}`]
    ]),
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', `--cluster-endpoint={"a":"${'\\'.repeat(400)}u002fetc"}`],
    // Some commands expand wildcards.
    ['projects', 'set-iam-policy', 'p', '/e?c/passwd'],
    ['projects', 'set-iam-policy', 'p', '/[e]tc/passwd'],
    // Commands that create a file, or a folder next to those of the root directory.
    ['compute', 'security-policies', 'export', 'p', '--file-name=new', '--file-format=json'],
    ['alpha', 'compute', 'firewall-rules', 'migrate', '--source-network=n', '--terraform-script-output-file=/new/x'],
    ['alpha', 'compute', 'routers', 'download-named-set', 'r', '--file-name=/new'],
    ['database-migration', 'conversion-workspaces', 'convert-application-code', '--target-path=new'],
    ['dns', 'record-sets', 'export', 'new', '--zone=z'],
    ['domains', 'registrations', 'google-domains-dns', 'export-dns-record-sets', 'new', 'example.com'],
    ['compute', 'os-config', 'troubleshoot', 'vm', '--zone=z', '--enable-log-analysis'],
    // A command that expects a file opens a URL as a path.
    ['projects', 'set-iam-policy', 'p', 'gs://b/../../../etc/passwd'],
    ['compute', 'url-maps', 'import', 'u', '--source=https://b/c/../../../../etc/passwd'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=gs://a/b.jar,s3://a/../../x'],
    // They run a shell or a program of the host.
    ['alpha', 'managed-flink', 'jobs', 'create', 'job.jar', '--staging-location=gs://b', '--location=l'],
    ['alpha', 'managed-flink', 'jobs', 'update', 'job', '--location=l'],
    ['artifacts', 'docker', 'images', 'scan', 'ubuntu'],
    ['alpha', 'container', 'fleet', 'mesh', 'debug', 'proxy-config'],
    ['compute', 'tpus', 'execution-groups', 'create', '--name=n', '--zone=z'],
    ['app', 'open-console'],
    ['--', 'storage', 'cp', '/etc/passwd', 'gs://x'],
    ['storage', '--', 'cp', '/etc/passwd', 'gs://x']
  ])
    t.equal(await verdict(args), 'denied', encodeURI(args.join(' ')))
  for (const args of [
    ['projects', 'set-iam-policy', 'p', 'link/passwd'],
    ['projects', 'set-iam-policy', 'p', '../x'],
    ['storage', 'cp', 'own/a.yaml', 'gs://x'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=gs://a,link/x.jar'],
    // A wildcard may match a link.
    ['projects', 'set-iam-policy', 'p', 'li?k/passwd'],
    ['projects', 'set-iam-policy', 'p', 'own/*.yaml'],
    ['projects', 'set-iam-policy', 'p', `${root}/li[n]k/passwd`],
    // A URL is also a path, in a folder that a caller may have created.
    ['projects', 'set-iam-policy', 'p', 'gs://link/passwd'],
    ['projects', 'set-iam-policy', 'p', 'gs://b/../../../../../../../../../etc/passwd'],
    ['compute', 'url-maps', 'import', 'u', '--source', 'gs://link/passwd'],
    ['compute', 'url-maps', 'export', 'u', '--destination=gs://link/new'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=gs://own/a.jar,gs://link/x.jar'],
    ['dataproc', 'jobs', 'submit', 'spark', '--jars=^#^gs://own/a.jar#gs://link/x.jar'],
    ['redis', 'clusters', 'add-cluster-endpoints', 'c', String.raw`--cluster-endpoint={"a":"gs:\u002f/link/x.json"}`],
    // A name may contain a character at which arguments are split.
    ...['@', ':', ';', ' ', '#', '=', '|', "'", '['].flatMap(character => [
      ['dataproc', 'jobs', 'submit', 'spark', `--jars=gs://b/a.jar,odd${character}name/x.jar`],
      ['dataproc', 'jobs', 'submit', 'spark', `--jars=own/odd${character}name,gs://b/a.jar`],
      ['dataproc', 'jobs', 'submit', 'spark', `--jars=a.jar,${root}/own/odd${character}name,b.jar`],
      ['dataproc', 'jobs', 'submit', 'spark', `--jars=gs://odd${character}name,b.jar`],
      ['redis', 'clusters', 'add-cluster-endpoints', 'c', `--cluster-endpoint={"a":"./own//odd${character}name/x.json"}`]
    ]),
    // They run programs of the roots, or read the files that a file of the roots names.
    ['firebase', 'test', 'android', 'run', 'own/a.yaml:group'],
    ['beta', 'firebase', 'test', 'ios', 'run', '--async', 'own/a.yaml:group'],
    ['alpha', 'container', 'fleet', 'packages', 'resource-bundles', 'releases', 'create', '--source=own', '--version=v1.0.0'],
    ['ai-platform', 'jobs', 'submit', 'training', 'j', '--package-path=trainer', '--staging-bucket=gs://b'],
    ['ml-engine', 'jobs', 'submit', 'training', 'j', '--package-path', 'trainer', '--staging-bucket=gs://b'],
    ['alpha', 'scc', 'remediation-intents', 'auto-remediate', '--root-dir-path=.', '--git-config-path=own/a.yaml'],
    ['deployment-manager', 'deployments', 'create', 'd', '--config=own/a.yaml'],
    ['deployment-manager', 'deployments', 'update', 'd', '--config', 'own/a.yaml'],
    ['beta', 'deployment-manager', 'types', 'create', 't', '--template=own/a.yaml']
  ])
    t.equal(await verdict(args, { inRoot: true }), 'denied', args.join(' '))
  t.equal(await verdict(['projects', 'set-iam-policy', 'p', 'own/a.yaml'], { inRoot: true }), 'confirm', 'a file inside the roots')
  const jars = ['--jars=own/a.yaml,gs://b/a.jar,own/new.jar', `--jars=gs://etc/a.jar,${root}/own/a.yaml,./own/a.yaml`]
  for (const jar of jars) t.equal(await verdict(['dataproc', 'jobs', 'submit', 'spark', jar], { inRoot: true }), 'confirm', jar)
  for (const address of ['gs://b/x', 'gs://etc/passwd', 'https://host/a?b=c'])
    t.equal(await verdict(['projects', 'set-iam-policy', 'p', address], { inRoot: true }), 'confirm', address)
  t.equal(await verdict(['firebase', 'test', 'android', 'run', '--app=own/a.apk'], { inRoot: true }), 'confirm', 'without an argument file')
  // Some commands expand variables in the middle of a path, and a caller sets the value of some.
  const environment = { CLOUDSDK_COMPUTE_ZONE: '..', CLOUDSDK_BILLING_QUOTA_PROJECT: '/../../x', CLOUDSDK_CORE_PROJECT: 'own' }
  for (const jar of [
    'own/$CLOUDSDK_COMPUTE_ZONE/$CLOUDSDK_COMPUTE_ZONE/x.jar',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: gcloud expands it
    'own/${CLOUDSDK_COMPUTE_ZONE}/../x.jar',
    'own$CLOUDSDK_BILLING_QUOTA_PROJECT/x.jar',
    'gs://a/b.jar,own/$CLOUDSDK_BILLING_QUOTA_PROJECT'
  ])
    t.equal(
      await verdict(['dataproc', 'jobs', 'submit', 'spark', '--cluster=c', `--jars=${jar}`], { inRoot: true, environment }),
      'denied',
      jar
    )
  const inside = ['dataproc', 'jobs', 'submit', 'spark', '--cluster=c', '--jars=own/$CLOUDSDK_CORE_PROJECT/x.jar']
  t.equal(await verdict(inside, { inRoot: true, environment }), 'confirm', 'inside the roots')
})

t.test('no command can leave a file in the folder that all commands without a working directory share', async t => {
  const own = path.join(await temporaryFolder(t), 'empty')
  t.equal(await resolveDirectory(openFolders(undefined, own), undefined), own)
  t.equal(statSync(own).mode & 0o222, 0, 'it is read-only')
})

t.test('a group whose commands are hidden is not taken for a command', { skip }, async t => {
  const { verdict, tree } = await open(t)
  t.equal(tree.kindOf(['alpha', 'run', 'compose']), 'group')
  t.equal(tree.kindOf(['access-approval', 'requests', 'approve']), 'command', 'a command without flags')
  t.equal(await verdict(['alpha', 'run', 'compose', 'up', 'compose.yaml']), 'denied')
  t.equal(await verdict(['alpha', 'run', 'compose', 'up'], { tree: undefined }), 'denied')
})

/** Texts that only look like paths, as callers send them. */
const HARMLESS: readonly string[][] = [
  ['ai-platform', 'jobs', 'submit', 'training', 'j', '--module-name=m', '--packages=gs://b/p.tar.gz', '--', '--data=/mnt/x'],
  ['compute', 'instances', 'delete', 'vm-1', 'vm-2'],
  ['run', 'deploy', 's', '--image=i', '--command=/bin/sh', '--args=-c,/usr/bin/env'],
  ['run', 'deploy', 's', '--image', 'i', '--command', '/bin/sh'],
  ['beta', 'run', 'services', 'update', 's', '--update-env-vars=APP_HOME=/usr/src/app'],
  ['run', 'services', 'update', 's', '--set-env-vars=^@^A=/etc/a,b@B=~/c'],
  ['run', 'services', 'update', 's', '--update-secrets=/etc/secrets/db=db:latest'],
  ['run', 'services', 'update', 's', '--add-volume-mount=volume=v,mount-path=/var/data'],
  ['run', 'services', 'update', 's', '--liveness-probe=httpGet.path=/home'],
  ['run', 'jobs', 'execute', 'j', '--args=/etc/job'],
  ['functions', 'call', 'f', '--data={"path":"/home/x"}'],
  ['compute', 'url-maps', 'add-path-matcher', 'm', '--path-matcher-name=p', '--default-service=s', '--path-rules=/home/*=svc'],
  ['compute', 'health-checks', 'create', 'http', 'h', '--request-path=/home'],
  ['compute', 'instances', 'create', 'vm', '--metadata=startup-script=#!/bin/bash', '--description=~/x of /usr'],
  ['pubsub', 'topics', 'publish', 't', '--message=hello /home page', '--attribute=path=/etc/x'],
  ['scheduler', 'jobs', 'create', 'http', 'j', '--uri=https://h/home', '--headers=X-Path=/usr', '--message-body={"a":"/etc"}'],
  ['monitoring', 'uptime', 'create', 'c', '--path=/home'],
  ['eventarc', 'triggers', 'create', 't', '--destination-run-path=/home'],
  ['projects', 'add-iam-policy-binding', 'p', '--condition=expression=request.path.startsWith("/home"),title=t'],
  ['builds', 'triggers', 'run', 't', '--substitutions=_DIR=/usr/src'],
  ['dataproc', 'jobs', 'submit', 'pyspark', 'gs://a/b.py', '--', '/usr/share/x'],
  ['dataproc', 'jobs', 'submit', 'spark', '--class=C', '--', 'file:///usr/lib/x'],
  ['logging', 'write', 'l', 'failed in /usr/bin/python'],
  ['workflows', 'run', 'w', '--data={"file":"/tmp/x"}'],
  ['compute', 'url-maps', 'invalidate-cdn-cache', 'm', '--path=/home/*'],
  ['spanner', 'databases', 'execute-sql', 'd', '--instance=i', "--sql=select 1 from t where p = '/home/x'"],
  ['tasks', 'create-http-task', '--queue=q', '--url=https://h/', '--body-content={"file":"/tmp/x"}'],
  ['sql', 'instances', 'patch', 'i', '--database-flags=log_directory=/var/log'],
  ['eventarc', 'triggers', 'create', 't', '--event-filters=path=/home/x'],
  ['builds', 'triggers', 'create', 'github', '--included-files=src/**', '--ignored-files=docs/**']
]
const READS: readonly string[][] = [
  ['logging', 'read', 'textPayload:/usr/bin/python'],
  ['logging', 'read', '--limit', '5', 'textPayload:"/etc/passwd ~/x ../y"'],
  ['alpha', 'logging', 'tail', 'textPayload:/usr/bin/python'],
  ['compute', 'instances', 'list', '--filter=name:/usr/lib', '--sort-by', 'name'],
  ['container', 'images', 'list-tags', 'gcr.io/p/i', '--filter', 'tags:/home'],
  ['asset', 'search-all-resources', '--query=name:/etc']
]

t.test('a value that only looks like a path is accepted, by the meaning of its flag', { skip }, async t => {
  const { verdict } = await open(t)
  for (const args of HARMLESS) t.equal(await verdict(args), 'confirm', args.join(' '))
  for (const args of READS) t.equal(await verdict(args), 'read', args.join(' '))
})

t.test(
  'without a command tree, or for a flag that it does not list, everything that looks like a path counts as one',
  { skip },
  async t => {
    const { verdict } = await open(t)
    for (const args of [...HARMLESS, ...READS].filter(args =>
      /\/(?:usr|etc|home|bin|var|tmp)\b/.test(args.join(' ').replace(/https:\S+/g, ''))
    ))
      t.equal(await verdict(args, { tree: undefined }), 'denied', args.join(' '))
    t.equal(await verdict(['run', 'deploy', 's', '--image=i', '--unheard-of-command=/bin/sh']), 'denied')
    t.equal(await verdict(['logging', 'read', '--unheard-of', 'textPayload:/usr/bin/python']), 'denied', 'it may be the value of the flag')
  }
)

t.test('the operator can allow a flag, whose values are not judged then; an allowed command stays inside the roots', { skip }, async t => {
  const { verdict, root } = await open(t)
  const args = ['compute', 'instances', 'update', 'vm', '--unheard-of=/usr/lib']
  t.equal(await verdict(args), 'denied')
  t.equal(await verdict(args, { lists: { allow: ['--unheard-of'], deny: [] } }), 'confirm')
  const lists = { allow: ['storage cp', 'storage rsync'], deny: [] }
  t.equal(await verdict(['storage', 'cp', 'gs://a/b', path.join(root, 'new')], { lists }), 'confirm')
  t.equal(await verdict(['storage', 'cp', '/etc/passwd', 'gs://a/b'], { lists }), 'denied')
  // gcloud writes an object named ../x to that path.
  for (const words of [
    ['cp', '-r', 'gs://a/b', 'own'],
    ['cp', '--recursive', 'gs://a/b', 'own'],
    ['cp', 'gs://a/*', 'own'],
    ['cp', '-nR', 'gs://a/b', '.'],
    ['cp', 'gs://a/b', 'own', '-I'],
    ['mv', 'gs://a/b?', 'own'],
    ['rsync', 'gs://a', '.'],
    ['rsync', 'gs://a', '--', '.']
  ])
    t.equal(await verdict(['storage', ...words], { lists: MANY, inRoot: true }), 'denied', words.join(' '))
  t.equal(await verdict(['storage', 'cp', '-r', 'gs://a/*', 'gs://b'], { lists: MANY, inRoot: true }), 'confirm', 'between buckets')
  // It follows the links of a folder that it copies, and of one that it writes to.
  mkdirSync(path.join(root, 'own/deep'), { recursive: true })
  writeFileSync(path.join(root, 'own/deep/a.txt'), '')
  symlinkSync('a.txt', path.join(root, 'own/deep/inside'))
  symlinkSync('..', path.join(root, 'own/deep/up'))
  const copies = [
    ['storage', 'cp', '-r', 'own', 'gs://a/b'],
    ['storage', 'cp', '-r', '.', 'gs://a/b'],
    ['storage', 'cp', 'gs://a/b', './own/'],
    ['storage', 'rsync', '-r', 'own', 'gs://a/b'],
    ['storage', 'cp', '-r', path.join(root, 'own'), 'gs://a/b']
  ]
  for (const args of copies) t.equal(await verdict(args, { lists, inRoot: true }), 'confirm', args.join(' '))
  for (const target of ['/etc/passwd', '/nowhere/at/all']) {
    symlinkSync(target, path.join(root, 'own/deep/out'))
    for (const args of copies)
      t.equal(await verdict(args, { lists, inRoot: true }), 'denied', `${args.join(' ')}, with a link to ${target}`)
    rmSync(path.join(root, 'own/deep/out'))
  }
})

t.test('a long path is judged as fast as a short one', async t => {
  const folder = await temporaryFolder(t)
  const [root, own] = [path.join(folder, 'root'), path.join(folder, 'empty')]
  for (const name of [root, own]) mkdirSync(name)
  const surroundings = { places: openFolders(root, own), directory: root, environment: { LONG: 'a/'.repeat(2_000) } }
  const judged = (text: string) => firstOutsideRoots([{ text, writes: false }], surroundings)
  const before = process.cpuUsage()
  for (const text of [`/etc/${'a/'.repeat(16_380)}`, `${'$LONG'.repeat(6_000)}`, `/etc/${'x'.repeat(200)}/`.repeat(150)])
    t.equal(await judged(text), text, 'refused')
  const inside = Array.from({ length: 20 }, (_, at) => `${root}/${at}/${'a/'.repeat(1_900)}`)
  for (const text of inside) t.equal(await judged(text), undefined, 'inside the roots')
  for (let number = 0; number < 1_000; number++) writeFileSync(path.join(root, `a${number}`), '')
  t.equal(await judged('a,'.repeat(16_000)), 'a,'.repeat(16_000), 'many paths in a large folder: refused')
  t.equal(await judged('a,'.repeat(100)), undefined, 'some are compared')
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 1_000_000, `${Math.round((user + system) / 1_000)} ms of CPU time, 40 s before`)
})

t.test('every command of the SDK that runs a program of the host is denied', { skip }, async t => {
  const { tree } = await open(t)
  const surface = path.join(sdk, 'lib/surface')
  const files = readdirSync(surface, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.py'))
  const running = files
    .filter(name => RUNS_A_PROGRAM.test(readFileSync(path.join(surface, name), 'utf8')))
    .map(name => name.slice(0, -'.py'.length).replaceAll('_', '-').split(path.sep))
  t.ok(running.length > 20, `${running.length} commands`)
  for (const words of running) {
    const found = ['', 'beta', 'alpha']
      .map(track => [...(track ? [track] : []), ...words])
      .filter(known => tree.kindOf(known) === 'command')
    for (const args of found) {
      const { verdict } = judge(readCommand(args, tree))
      t.equal(verdict === 'denied' || ONLY_STREAMS.test(words.join(' ')), true, args.join(' '))
    }
  }
})

/** How the SDK declares a command that is a program of its own. */
const RUNS_A_PROGRAM = /BinaryBackedCommand|BinaryBackedOperation/

/** They start a program of the SDK that only reads from the API. */
const ONLY_STREAMS = /^run (?:[\w-]+ )+logs tail$/

/** The settings of an operator who allows all copies. */
const MANY: Lists = { allow: ['storage *'], deny: [] }
