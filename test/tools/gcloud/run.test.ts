import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { openGcloudDesk } from '../../helpers/gcloud.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const desk = await openGcloudDesk(t)
const refused = (reason: string, status: number) => ({ status, error: { details: { reason } } })
const ECHO = `printf '{"argv": ['; first=1; for word; do [ $first ] || printf ', '; first=; printf '"%s"' "$word"; done; printf ']}'`

t.test("the output contains the seed's fields in order", async t => {
  desk.does(`echo '{"a": 1}'; echo 'WARNING: careful' >&2; echo "Created [x]." >&2`)
  const { status, data, metadata } = await desk.call('run', { args: ['projects', 'describe', 'demo'] })
  t.equal(status, 200)
  t.match(data, {
    command: 'gcloud projects describe demo --format=json --quiet',
    argv: ['projects', 'describe', 'demo', '--format=json', '--quiet'],
    directory: null,
    success: true,
    exit_code: 0,
    stdout: [],
    stderr: ['WARNING: careful', 'Created [x].'],
    structured_output: { a: 1 },
    warnings: ['careful'],
    cancelled: false,
    authentication_required: false,
    error: null,
    truncated: false
  })
  t.strictSame(metadata.warnings, ['careful'])
})

t.test('no shell and no splitting at spaces: quotes are respected, and metacharacters are literal or refused', async t => {
  desk.does(ECHO)
  const hostile = `pubsub topics publish orders --message='hello "quoted" $MISSING ; rm -rf x' --attribute=a=b`
  await desk.call('run', { command: hostile, confirm: true })
  t.strictSame(desk.argv()?.slice(3, 6), ['orders', '--message=hello "quoted" $MISSING ; rm -rf x', '--attribute=a=b'])
  for (const command of [
    'projects list; id',
    'projects list && id',
    'projects list | head',
    'projects list > /tmp/x',
    'projects list $(id)',
    'a `id` (b)',
    'projects list\nid'
  ]) {
    desk.does('exit 0')
    t.match(await desk.call('run', { command }), refused('invalid_field_value', 400), command)
    t.equal(desk.argv(), undefined, 'nothing was run')
  }
  await desk.call('run', { args: ['projects', 'list', '--filter=name:$(touch pwned)', '&&', 'echo'] })
  t.strictSame(desk.argv()?.slice(2, 5), ['--filter=name:$(touch pwned)', '&&', 'echo'])
})

t.test('the words of a command are split by POSIX rules, and nothing is expanded', async t => {
  const cases: [string, string[]][] = [
    [`projects list --filter="a \\"b\\" \\$c \\d"`, ['--filter=a "b" $c \\d']],
    [`gcloud projects   list\t--filter='it'\\''s'`, ["--filter=it's"]],
    ['projects list a\\ b "" \'\' c""d', ['a b', '', '', 'cd']],
    ['projects list ~ * $HOME {a,b} #x', ['~', '*', '$HOME', '{a,b}', '#x']],
    ['projects list a\\\nb\n', ['ab']]
  ]
  for (const [command, words] of cases) {
    const { data } = await desk.call('check', { command })
    t.strictSame(data.argv.slice(2, 2 + words.length), words, command)
  }
  for (const command of ["projects list 'open", 'projects list "open', 'projects list \\'])
    t.match(await desk.call('check', { command }), refused('invalid_field_value', 400), command)
})

t.test('no login check precedes a command, and none searches for the word auth', async t => {
  desk.does('echo "[]"')
  t.match(await desk.call('run', { args: ['projects', 'list'] }), { status: 200 })
  t.strictSame(desk.argv()?.slice(0, 2), ['projects', 'list'], 'the command itself is all that ran')
  desk.replays({
    stderr: 'ERROR: (gcloud.projects.list) You do not currently have an active account selected.\nPlease run:\n\n  $ gcloud auth login\n',
    exit_code: 1
  })
  const { status, error } = await desk.call('run', { args: ['projects', 'list', '--filter=auth login'] })
  t.match({ status, error }, refused('no_account', 424))
  t.match(error.details.output, { authentication_required: true, suggestions: ['gcloud auth login'], success: false, exit_code: 1 })
})

t.test('a network failure is not an authentication error, although it prints the same hint', async t => {
  desk.replays({
    stderr: `ERROR: (gcloud.projects.list) There was a problem refreshing your current auth tokens: HTTPConnectionPool(host='127.0.0.1', port=9): Max retries exceeded with url: /token\nPlease run:\n\n  $ gcloud auth login\n`,
    exit_code: 1
  })
  const { status, error } = await desk.call('run', { args: ['projects', 'list'] })
  t.match({ status, error }, refused('connection_failed', 502))
  t.match(error.details.output, { authentication_required: false, suggestions: [] })
})

t.test('a timeout keeps the output so far and reports it', async t => {
  desk.does('echo before; echo progress >&2; sleep 60')
  const { status, error } = await desk.call('run', { args: ['projects', 'list'], timeout_ms: 400 })
  t.match({ status, error }, refused('deadline_exceeded', 504))
  t.match(error.details.output, {
    stdout: ['before'],
    stderr: ['progress'],
    success: false,
    exit_code: null,
    timed_out: true,
    cancelled: false
  })
  t.equal(error.details.outcome, 'not_executed', 'it only reads')
  const write = await desk.call('run', { args: ['projects', 'create', 'x'], timeout_ms: 400, confirm: true })
  t.equal(write.error.details.outcome, 'unknown', 'it may have been executed')
})

t.test('neither lines nor characters that span chunks are split', async t => {
  desk.does(`printf '"h\\303'; sleep 0.1; printf '\\251llo wor'; sleep 0.1; printf 'ld"'`)
  const { data } = await desk.call('run', { args: ['projects', 'list'] })
  t.strictSame([data.stdout, data.structured_output], [[], 'héllo world'])
})

t.test('a command ended by a signal is not a success', async t => {
  desk.does('echo partial; kill -9 $$')
  const { status, error } = await desk.call('run', { args: ['projects', 'list'] })
  t.match({ status, error }, refused('server_error', 502))
  t.match(error.details.output, { exit_code: null, signal: 'SIGKILL', success: false, stdout: ['partial'] })
})

t.test('an unset project is null, never [] or (unset)', async t => {
  desk.does(`case "$1" in config) echo '{"component_manager": {"disable_update_check": "true"}}';; esac`)
  const { data } = await desk.get('status')
  t.match(data, { installed: true, project: null, account: null, authenticated: null, verified: false })
})

t.test('an active account is not reported as authenticated before it was checked', async t => {
  const own = await openGcloudDesk(t)
  own.does(`case "$1 $2" in
    "config list") echo '{"core": {"account": "dev@example.com", "project": "demo"}}';;
    "auth print-access-token") echo "ERROR: (gcloud.auth.print-access-token) There was a problem refreshing your current auth tokens: ('invalid_grant: Token has been expired or revoked.')" >&2; exit 1;;
  esac`)
  t.match((await own.get('status')).data, { account: 'dev@example.com', project: 'demo', authenticated: null })
  t.match((await own.get('status?verify=true')).data, { authenticated: false, verified: true, suggestions: ['gcloud auth login'] })
})

t.test('the token that is requested to verify the credential is never returned', async t => {
  const own = await openGcloudDesk(t)
  own.does(`case "$1 $2" in "config list") echo '{"core": {"account": "a@b.c"}}';; *) echo ya29.very-secret-token;; esac`)
  const { data, text } = await own.get('status?verify=true')
  t.match(data, { authenticated: true, verified: true })
  t.notMatch(text, 'very-secret')
})

t.test('the status is requested once and cached for a few seconds', async t => {
  const own = await openGcloudDesk(t)
  own.does(`echo x >> "$here/calls"; echo '{"core": {}}'`)
  const answers = await Promise.all([own.get('status'), own.get('status'), own.get('status')])
  t.strictSame(
    answers.map(({ status }) => status),
    [200, 200, 200]
  )
  t.equal(readFileSync(path.join(own.folder, 'bin/calls'), 'utf8'), 'x\n')
})

t.test('output over 10 MB is truncated and reported', async t => {
  desk.does('head -c 11000000 /dev/zero | tr "\\0" "x" | fold -w 1000')
  const { status, data } = await desk.call('run', { args: ['projects', 'list'] })
  t.equal(status, 200)
  t.ok(data.truncated && data.omitted_bytes > 400_000)
  t.equal(data.structured_output, null)
})

t.test('commands that may change something wait for confirm: true, and never prompt', async t => {
  desk.does('exit 0')
  const args = ['compute', 'instances', 'delete', 'vm-1', '--zone=us-central1-a']
  const { status, error } = await desk.call('run', { args })
  t.match({ status, error }, refused('confirmation_required', 428))
  t.equal(error.details.would_do, 'Run gcloud compute instances delete vm-1 --zone=us-central1-a --format=json --quiet.')
  t.equal(desk.argv(), undefined, 'nothing was run')
  t.match(await desk.call('run', { args, confirm: true }), { status: 200 })
  t.ok(desk.argv()?.includes('--quiet'))
})

t.test('stdin is closed, so no command waits for an answer', async t => {
  desk.does('read -r answer && echo "got $answer" || echo "nobody answers"')
  const { data } = await desk.call('run', { args: ['projects', 'list'] })
  t.strictSame(data.stdout, ['nobody answers'])
})

t.test('a list that prints [] with a warning is a failure, and one with rows a success with a warning', async t => {
  const stderr = "WARNING: Some requests did not succeed.\n - Required 'compute.instances.list' permission for 'projects/p'\n"
  desk.replays({ stdout: '[]\n', stderr })
  const { status, error } = await desk.call('run', { args: ['compute', 'instances', 'list'] })
  t.match({ status, error }, refused('insufficient_permissions', 403))
  t.match(error.message, /Required 'compute.instances.list' permission/)
  desk.replays({ stdout: '[{"name": "vm-1"}]\n', stderr })
  t.match(await desk.call('run', { args: ['compute', 'instances', 'list'] }), { status: 200, data: { warnings: [/did not succeed/] } })
})

t.test("a caller's environment and flags are accepted by name only", async t => {
  desk.does('exit 0')
  for (const name of [
    'CLOUDSDK_PYTHON',
    'PATH',
    'LD_PRELOAD',
    'CLOUDSDK_CONFIG',
    'CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE',
    'CLOUDSDK_AUTH_ACCESS_TOKEN_FILE',
    'HTTPS_PROXY',
    'cloudsdk_core_project'
  ]) {
    const { status, error } = await desk.call('run', { args: ['version'], environment: [{ name, value: '/tmp/evil.sh' }] })
    t.match({ status, error }, refused('invalid_field_value', 400), name)
    t.match(error.message, /CLOUDSDK_COMPUTE_ZONE/, 'and the allowed ones are listed')
  }
  for (const flag of [
    '--flags-file=/etc/passwd',
    '--access-token-file=/etc/hostname',
    '--log-http',
    '--configuration=x',
    '--account=a',
    '--impersonate-service-account=x',
    '--trace-token=x',
    '--key-file=k',
    '--policy-from-file=p',
    '--verbosity=debug',
    '--no-user-output-enabled'
  ])
    for (const args of [
      ['projects', 'list', flag],
      ['projects', flag.split('=')[0] ?? '', 'list'],
      ['projects', 'list', ...flag.split('=')]
    ]) {
      const { status } = await desk.call('run', { args })
      t.ok(status === 403 || status === 400, args.join(' ')) // 400: before the command, it is unknown whether a value follows
      t.equal(desk.argv(), undefined)
    }
  await desk.call('run', { args: ['config', 'list'], environment: [{ name: 'CLOUDSDK_COMPUTE_ZONE', value: 'us-central1-a' }] })
  t.ok(desk.argv())
})

t.test('inherited variables are set, and fixed ones cannot be overridden', async t => {
  desk.does('env')
  const environment = [{ name: 'CLOUDSDK_CORE_PROJECT', value: 'from-the-caller' }]
  const { data } = await desk.call('run', { args: ['config', 'list'], format: 'raw', environment })
  for (const line of [
    'CLOUDSDK_CORE_PROJECT=from-the-caller',
    'CLOUDSDK_CORE_DISABLE_FILE_LOGGING=true',
    'NO_COLOR=1',
    'LANG=C.UTF-8',
    `HOME=${process.env['HOME']}`
  ])
    t.ok(data.stdout.includes(line), line)
})

t.test('the policy judges the resolved path, however the command is written', async t => {
  desk.does('exit 0')
  const denied = [
    ['beta', 'auth', 'print-access-token'],
    ['--project=x', 'auth', 'print-access-token'],
    ['--project', 'projects list', 'auth', 'print-access-token'],
    ['auth', '--quiet', 'print-access-token'],
    ['gcloud', 'auth', 'print-access-token'],
    ['alpha', 'compute', 'ssh', 'vm', '--command=projects list'],
    ['compute', 'ssh', 'list']
  ]
  for (const args of denied) t.match(await desk.call('run', { args, confirm: true }), refused('command_denied', 403), args.join(' '))
  const writes = [
    ['--project', 'list', 'projects', 'delete', 'x'],
    ['projects', 'delete', 'list'],
    ['--format=json', 'projects', 'delete', 'describe'],
    ['preview', 'projects', 'delete', 'x']
  ]
  for (const args of writes) t.match(await desk.call('run', { args }), refused('confirmation_required', 428), args.join(' '))
  t.match(await desk.call('run', { command: '"auth" \'print-access-token\'' }), refused('command_denied', 403))
  t.equal(desk.argv(), undefined, 'none of them ran')
  for (const args of [
    ['projects', 'list', '--filter=delete'],
    ['projects', 'describe', 'delete'],
    ['--project', 'delete', 'projects', 'list']
  ])
    t.match(await desk.call('run', { args }), { status: 200 }, args.join(' '))
})

t.test('flags before the command are accepted only if it is known whether a value follows', async t => {
  t.match(await desk.call('check', { args: ['--zone', 'delete', 'compute', 'instances', 'list'] }), refused('invalid_field_value', 400))
})

t.test('--format=json is added once, before a --, and never to help or version', async t => {
  const argvOf = async (args: string[], more = {}) => (await desk.call('check', { args, ...more })).data.argv
  t.strictSame(await argvOf(['projects', 'list', '--', 'x']), ['projects', 'list', '--format=json', '--quiet', '--', 'x'])
  t.strictSame(await argvOf(['projects', 'list', '--format=value(name)', '-q']), ['projects', 'list', '--format=value(name)', '-q'])
  t.strictSame(await argvOf(['projects', 'list', '--format', 'csv']), ['projects', 'list', '--format', 'csv', '--quiet'])
  t.strictSame(await argvOf(['projects', 'delete', 'x', '--help']), ['projects', 'delete', '--help'], 'and help runs nothing else')
  t.strictSame(await argvOf(['help', 'compute', 'instances', 'list', '--x']), ['compute', 'instances', 'list', '--help'])
  t.strictSame(await argvOf(['beta', 'help', 'compute']), ['beta', 'compute', '--help'])
  t.match(
    await desk.call('check', { command: "' --access-token-file' --help" }),
    refused('invalid_field_value', 400),
    'one word is one word'
  )
  t.strictSame(await argvOf(['--version']), ['--version'])
  t.strictSame(await argvOf(['projects', 'list', '--project', 'p'], { project: 'p', format: 'raw' }), [
    'projects',
    'list',
    '--project',
    'p',
    '--quiet'
  ])
  t.strictSame(await argvOf(['projects', 'list'], { format: 'raw', project: 'p' }), ['projects', 'list', '--project=p', '--quiet'])
  t.match(await desk.call('check', { args: ['projects', 'list', '--format=csv'], format: 'json' }), refused('invalid_field_value', 400))
  for (const flags of [['--project=a'], ['--project=b', '--project=a'], ['--project=b', '--project', 'a']])
    t.match(
      await desk.call('check', { args: ['projects', 'list', ...flags], project: 'b' }),
      refused('invalid_field_value', 400),
      `${flags}`
    )
})

t.test('output that is not JSON is returned as lines, and is not a failure', async t => {
  desk.does('echo "{ not json"; echo more')
  t.match(await desk.call('run', { args: ['storage', 'cat', 'gs://b/o'] }), {
    status: 200,
    data: { structured_output: null, stdout: ['{ not json', 'more'] }
  })
})

t.test('a grandchild that holds the pipe does not block the request', async t => {
  desk.does('sleep 300 & echo "[]"')
  const { status, data } = await desk.call('run', { args: ['projects', 'list'] })
  t.match({ status, data }, { status: 200, data: { structured_output: [] } })
})

t.test('a wrong working directory is not reported as a missing gcloud, and must be inside the roots', async t => {
  const root = path.join(desk.folder, 'root')
  mkdirSync(path.join(root, 'sub'))
  symlinkSync('/etc', path.join(root, 'link'))
  desk.does('basename "$PWD"')
  t.match(await desk.call('run', { args: ['config', 'list'], working_directory: 'sub' }), { data: { stdout: ['sub'], directory: 'sub' } })
  t.match(await desk.call('run', { args: ['config', 'list'], working_directory: 'absent' }), refused('file_not_found', 404))
  for (const working_directory of ['/etc', '..', 'link', '../root-evil'])
    t.match(await desk.call('run', { args: ['config', 'list'], working_directory }), refused('outside_roots', 403), working_directory)
})

t.test('arguments that name local files are refused, and URLs are not', async t => {
  const denied = [
    '/etc/passwd',
    '--image-path=/etc/passwd',
    '~/.ssh/id_rsa',
    '../../etc/passwd',
    'file:///etc/passwd',
    '--metadata=a=/etc/passwd',
    '//etc/passwd',
    '--body=@/etc/passwd'
  ]
  for (const word of denied) t.match((await desk.call('check', { args: ['storage', 'ls', word] })).data, { verdict: 'denied' }, word)
  for (const word of [
    'gs://bucket/etc/passwd',
    'projects/p/zones/z',
    '--request-path=/healthz-of-ours',
    'https://www.googleapis.com/compute/v1/projects/p',
    '//cloudresourcemanager.googleapis.com/projects/p',
    '--filter=a>b'
  ])
    t.match((await desk.call('check', { args: ['storage', 'ls', word] })).data, { verdict: 'read' }, word)
  t.match((await desk.call('check', { args: ['storage', 'cp', 'gs://a/b', 'gs://c/d'] })).data, { verdict: 'confirm' })
  t.match((await desk.call('check', { args: ['storage', 'cp', 'gs://a/b', 'here'] })).data, { verdict: 'denied' })
  t.match((await desk.call('check', { args: ['run', 'deploy', 'svc', '--image=gcr.io/p/i'] })).data, { verdict: 'confirm' })
})

t.test('the number of concurrent commands is limited, and secrets are removed from the output', async t => {
  const own = await openGcloudDesk(t, { environment: { GCLOUD_CONCURRENCY: '2' } })
  own.does(`mkdir -p "$here/running"; touch "$here/running/$$"; ls "$here/running" | wc -l; sleep 0.3; rm "$here/running/$$"`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => own.call('run', { args: ['projects', 'list'], format: 'raw' })))
  const most = Math.max(...answers.map(({ data }) => Number(data.stdout[0])))
  t.ok(most <= 2, `${most} at once`)
  desk.does('echo "token ya29.a0AfH6SMBx and 1//0gabcdefghijklmn"')
  const { text } = await desk.call('run', { args: ['config', 'list'] })
  t.notMatch(text, /a0AfH6SMBx|0gabcdefgh/)
})

t.test('a failing command returns its whole output and its own message', async t => {
  const stderr = "ERROR: (gcloud.compute.instances.list) unrecognized arguments: --filer=name:foo (did you mean '--filter'?) \n"
  desk.replays({ stdout: 'something\n', stderr, exit_code: 2 })
  const { status, error } = await desk.call('run', { args: ['compute', 'instances', 'list', '--filer=name:foo'] })
  t.match({ status, error }, refused('unknown_argument', 400))
  t.match(error.details, {
    source: 'upstream',
    outcome: 'not_executed',
    class: 'unknown_argument',
    suggestions: ['Did you mean --filter?']
  })
  t.match(error.details.output, { stdout: ['something'], stderr: [stderr.trimEnd()], exit_code: 2, success: false })
})

t.test('a partial failure has the status of its first error, and the outcome executed', async t => {
  desk.replays({
    stdout: '[\n  {},\n  {}\n]\n',
    stderr: 'Deleted topic [a].\nERROR: Failed to delete topic [nope]: Topic not found.\n',
    exit_code: 1
  })
  const { status, error } = await desk.call('run', { args: ['pubsub', 'topics', 'delete', 'a', 'nope'], confirm: true })
  t.match(
    { status, error },
    { status: 404, error: { details: { outcome: 'executed', partial: true, output: { structured_output: [{}, {}] } } } }
  )
})

t.test('the first of several errors decides, not a word in a name or a warning', async t => {
  const stderr = 'ERROR: Failed to delete topic [a]: Topic not found.\nERROR: Failed to delete topic [b]: PERMISSION_DENIED: no\n'
  desk.replays({ stdout: '[]', stderr, exit_code: 1 })
  const { status, error } = await desk.call('run', { args: ['pubsub', 'topics', 'delete', 'a', 'b'], confirm: true })
  t.match({ status, error }, refused('upstream_not_found', 404))
})

t.test('an invalid value of a flag is not an unknown command', async t => {
  const stderr = "ERROR: (gcloud.projects.list) argument --verbosity: Invalid choice: 'foo'.\n"
  desk.replays({ stderr, exit_code: 2 })
  const { status, error } = await desk.call('run', { args: ['projects', 'list', '--verbosity=foo'] })
  t.match({ status, error }, { ...refused('unknown_argument', 400), error: { details: { class: 'invalid_value' } } })
})

t.test('a NUL in a variable is reported as such, not as a missing gcloud', async t => {
  const environment = [{ name: 'CLOUDSDK_CORE_PROJECT', value: 'a\0b' }]
  t.match(await desk.call('run', { args: ['projects', 'list'], environment }), refused('invalid_field_value', 400))
})

t.test('a command whose time expires in the queue is not started, and the error says so', async t => {
  const own = await openGcloudDesk(t, { environment: { GCLOUD_CONCURRENCY: '1' } })
  own.does('touch "$here/begun"; sleep 2')
  const busy = own.call('run', { args: ['projects', 'list'] })
  await waitUntil(() => existsSync(path.join(own.folder, 'bin/begun')), 'the command has started')
  own.does('exit 0')
  const { status, error } = await own.call('run', { args: ['projects', 'create', 'x'], timeout_ms: 200, confirm: true })
  t.match({ status, error }, { status: 504, error: { details: { reason: 'deadline_exceeded', outcome: 'not_executed' } } })
  t.equal(own.argv(), undefined, 'nothing was run')
  await busy
})

t.test('an interactive command is refused with guidance', async t => {
  const { status, error } = await desk.call('run', { args: ['projects', 'list'], interactive: true })
  t.match({ status, error }, refused('cannot_be_honoured', 422))
  t.ok(error.details.suggestions.length >= 2)
})

t.test('without gcloud, the error explains what to do', async t => {
  const own = await openGcloudDesk(t, { environment: { GCLOUD_PATH: '/nonexistent/gcloud' } })
  t.match(await own.call('run', { args: ['projects', 'list'] }), refused('configuration_missing', 503))
  t.match((await own.get('status')).data, { installed: false, version: null })
  t.match((await own.call('check', { args: ['projects', 'list'] })).data, { verdict: 'read', known: null }, 'check does not need gcloud')
})

t.test("the alias gcloud accepts the seed's JSON", async t => {
  desk.does('basename "$PWD"; sleep 0.01')
  mkdirSync(path.join(desk.folder, 'root/work'))
  const { status, data } = await desk.byName('gcloud', {
    command: 'config list',
    workingDirectory: 'work',
    timeout: 20_000,
    format: 'raw',
    interactive: false,
    environment: [{ name: 'CLOUDSDK_CORE_PROJECT', value: 'p' }]
  })
  t.match({ status, data }, { status: 200, data: { stdout: ['work'], directory: 'work', exit_code: 0 } })
})

t.test("a call by name accepts the seed's record of variables, with the same rules", async t => {
  desk.does('echo "$CLOUDSDK_CORE_PROJECT $CLOUDSDK_RUN_REGION"')
  const run = async (environment: unknown) => await desk.byName('gcloud', { command: 'config list', format: 'raw', environment })
  t.match(await run({ CLOUDSDK_CORE_PROJECT: 'p', CLOUDSDK_RUN_REGION: 'r' }), { status: 200, data: { stdout: ['p r'] } })
  t.match(await run({}), { status: 200, data: { stdout: [' '] } })
  t.match(await run({ CLOUDSDK_PYTHON: '/evil' }), refused('invalid_field_value', 400))
  t.match(await run({ CLOUDSDK_CORE_PROJECT: 5 }), { status: 400, error: { details: { issues: [{ path: 'environment[0].value' }] } } })
  t.match(await run(JSON.parse('{"__proto__": "x"}')), { status: 400 })
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`V${n}`, 'x']))
  t.match(await run(many), { status: 400 })
  const rest = await desk.call('run', { command: 'config list', environment: { CLOUDSDK_CORE_PROJECT: 'p' } })
  t.equal(rest.status, 400, 'its REST route accepts the documented form only')
})

t.test('history lists the commands of a key, and an unavailable job store fails no command', async t => {
  desk.does('exit 0')
  t.match(await desk.call('run', { args: ['projects', 'list'] }), { status: 200 })
  t.match(await desk.get('history'), { status: 503 })
})

t.test('markdown: the status, then a table, within 8,000 characters and with a hint at the rest', async t => {
  desk.does(
    `awk 'BEGIN { printf "["; for (i = 0; i < 2000; i++) printf "%s{\\"name\\": \\"vm-%d\\", \\"zone\\": \\"us-central1-a\\"}", (i ? "," : ""), i; print "]" }'`
  )
  const { text } = await desk.call('run', { args: ['compute', 'instances', 'list'] }, { accept: 'text/markdown' })
  t.match(text, /^✓ `gcloud compute instances list --format=json --quiet` ended with exit code 0 after \d/)
  t.match(text, /\| name \| zone \|/)
  t.match(text, /of 2000 are shown\. For the complete output/)
  t.ok(text.trimEnd().length <= 8_000, `${text.length}`)
})

t.test('markdown of a failure: the error first, a login section, suggestions as a list', async t => {
  desk.replays({
    stderr:
      'ERROR: (gcloud.projects.list) You do not currently have an active account selected.\nPlease run:\n\n  $ gcloud auth login\n\nIf you have:\n\n  $ gcloud config set account ACCOUNT\n',
    exit_code: 1
  })
  const { status, text } = await desk.call('run', { args: ['projects', 'list'] }, { accept: 'text/markdown' })
  t.equal(status, 424)
  t.match(text, /✗ .*\n\n\*\*Error:\*\* You do not currently have an active account/)
  t.match(text, /### Log in[\s\S]*gcloud auth login[\s\S]*Suggestions:\n- `gcloud config set account ACCOUNT`/)
})

t.test('a command writes nothing into the working directory of the gateway', async t => {
  t.notOk(existsSync('pwned'))
  t.strictSame(readdirSync(path.join(desk.folder, 'root/.data/gcloud/empty')), [])
})
