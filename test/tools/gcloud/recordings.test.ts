import t from 'tap'
import { REASONS, type Reason, statusOf } from '../../../src/contract/errors.ts'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { judge } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { judgeOutput } from '../../../src/tools/gcloud/client/result/outcome.ts'
import { outputOf } from '../../../src/tools/gcloud/client/result/output.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'
import { noRuns, type Run, recordedRuns } from '../../helpers/recorded-runs.ts'

const LOGIN = ['gcloud auth login', 'gcloud config set account ACCOUNT']

interface Expected {
  class: string
  reason: Reason
  status: number
  suggestions?: string[]
}

const as = (name: string, reason: Reason, status: number, suggestions: string[] = []): Expected => ({
  class: name,
  reason,
  status,
  suggestions
})
const NO_ACCOUNT = as('no_account', 'no_account', 424, LOGIN)
const REVOKED = as('token_revoked', 'token_expired', 424, LOGIN)
const ACCOUNT_REFUSED = as('account_refused', 'authentication_failed', 424, LOGIN)
const API_DISABLED = as('api_disabled', 'api_disabled', 424, [
  'gcloud services enable compute.googleapis.com --project=demo-apidisabled',
  'Repeat the command a few minutes after the API is enabled.'
])
const NOT_FOUND: Expected = { class: 'not_found', reason: 'upstream_not_found', status: 404 }
const DENIED = as('permission_denied', 'insufficient_permissions', 403, [
  'Ask an administrator of the project for a role that the command needs, or use another project.',
  'gcloud projects add-iam-policy-binding demo-denied --member=user:ACCOUNT --role=ROLE'
])
const REFUSED = as('refused', 'upstream_refused', 422)
const QUESTION = as('asked_a_question', 'cannot_be_honoured', 422)
const UNREACHABLE = as('api_unreachable', 'connection_failed', 502)
const PROJECT = ['Set project in the call.', 'gcloud projects list', 'gcloud config set project VALUE']
const PROJECT_ID = ['Set project to an ID, not to a name or a number.', 'gcloud projects list']
const LOCATION = as('location_missing', 'location_missing', 400, [
  'Add --zone=ZONE.',
  'gcloud compute instances list --filter=name=vm-1',
  'gcloud compute zones list'
])
const unknownArgument = (...suggestions: string[]): Expected => as('unknown_argument', 'unknown_argument', 400, suggestions)
const unknownCommand = (...suggestions: string[]): Expected => ({
  ...as('unknown_command', 'unknown_command', 400),
  ...(suggestions.length > 0 && { suggestions })
})

/** Every recorded run that failed, or that gcloud reports as a success. All others are successes. */
const FAILURES: Readonly<Record<string, Expected>> = {
  'account-not-credentialed': as('account_refused', 'authentication_failed', 424, [
    'gcloud auth login',
    'gcloud auth activate-service-account ACCOUNT'
  ]),
  'adc-env-ignored': NO_ACCOUNT,
  'alpha-typo': { class: 'unknown_command', reason: 'unknown_command', status: 400 },
  'arg-amp': unknownArgument(),
  'arg-empty': as('missing_argument', 'missing_argument', 400),
  'auth-activate-refresh-token-revoked': REVOKED,
  'auth-activate-sa-badkey': REFUSED,
  'auth-activate-sa-missing': REFUSED,
  'auth-revoke-none': REFUSED,
  'bad-format-projection': as('invalid_format', 'invalid_format', 400),
  'components-list': UNREACHABLE,
  'compute-ssh': REFUSED,
  'config-set-invalid-property': REFUSED,
  'docker-cmd': unknownArgument(),
  'emu-pubsub-create-dup': as('already_exists', 'already_exists', 409),
  'emu-pubsub-delete': NOT_FOUND,
  'emu-pubsub-describe-missing': NOT_FOUND,
  'err-500': as('system_failed', 'server_error', 502),
  'err-apidisabled': API_DISABLED,
  'err-apidisabled-json': API_DISABLED,
  'err-apidisabled-quiet': API_DISABLED,
  'err-denied': as('permission_denied', 'insufficient_permissions', 403, [
    'Ask an administrator of the project for a role with compute.instances.list, such as roles/compute.viewer, or use another project.',
    'gcloud projects add-iam-policy-binding demo-denied --member=user:ACCOUNT --role=roles/compute.viewer'
  ]),
  'err-instance-notfound': NOT_FOUND,
  'err-missing-project': NOT_FOUND,
  'err-projects-describe-denied': DENIED,
  'err-projects-describe-missing': NOT_FOUND,
  'err-quota': as('quota_exceeded', 'rate_limit_exceeded', 429, [
    'gcloud compute regions describe us-central1 --format=json(quotas)',
    'The quota CPUS in us-central1 (limit 24.0) is used up: delete what is no longer needed, use another region, or request an increase at https://console.cloud.google.com/iam-admin/quotas.'
  ]),
  'err-ratelimit': as('rate_limited', 'rate_limit_exceeded', 429, [
    'Wait a minute and repeat the command. For many resources, use gcloud_bulk_run_each: it waits automatically.'
  ]),
  'err-unauth-401': as('credential_refused', 'authentication_failed', 424, ['gcloud auth login']),
  'flags-file-etc-passwd': REFUSED,
  'fmt-abbrev': unknownArgument('Did you mean --format?'),
  'fmt-after-dashdash': unknownArgument(
    'gcloud alpha projects list --format',
    'gcloud beta projects list --format',
    'Did you mean --format?'
  ),
  'fmt-none-output-cmd': as('project_missing', 'project_missing', 400, PROJECT),
  'help-nonexistent': unknownCommand(),
  'iam-keys-create': NOT_FOUND,
  'incomplete-group': as('incomplete_command', 'incomplete_command', 400),
  'interactive-beta': REFUSED,
  'invalid-choice': unknownArgument(),
  'invalid-flag': unknownArgument(),
  'invalid-flag-typo': unknownArgument('Did you mean --filter?'),
  'invalid-format': as('invalid_format', 'invalid_format', 400, ['gcloud topic formats']),
  'logging-read': NOT_FOUND,
  'logging-tail': unknownCommand('gcloud alpha logging tail', 'gcloud beta logging tail'),
  'missing-positional': as('missing_argument', 'missing_argument', 400),
  'net-api-down': UNREACHABLE,
  'net-token-endpoint-down': as('token_endpoint_unreachable', 'connection_failed', 502),
  'no-args': as('incomplete_command', 'incomplete_command', 400),
  'noauth-auth-login': QUESTION,
  'noauth-auth-login-nobrowser': QUESTION,
  'noauth-compute-instances-list': NO_ACCOUNT,
  'noauth-compute-instances-list-json-project': NO_ACCOUNT,
  'noauth-interactive-delete': NO_ACCOUNT,
  'noauth-projects-list-json': NO_ACCOUNT,
  'noproject-compute': NO_ACCOUNT,
  'noproject-compute-list': as('project_missing', 'project_missing', 400, PROJECT),
  'print-access-token-noauth': NO_ACCOUNT,
  'proj-invalid-id': as('project_invalid', 'project_invalid', 400, [
    ...PROJECT_ID,
    'gcloud config set project PROJECT_ID',
    'gcloud config unset project'
  ]),
  'proj-number': as('project_invalid', 'project_invalid', 400, PROJECT_ID),
  'prompt-delete-no': as('aborted', 'cannot_be_honoured', 422),
  'prompt-zone-missing': LOCATION,
  'prompt-zone-missing-quiet': LOCATION,
  'region-required': as('location_missing', 'location_missing', 400, ['Add --region=REGION.', 'gcloud compute regions list']),
  'run-platform': NOT_FOUND,
  'secrets-access': NOT_FOUND,
  'single-arg-injection': unknownCommand('gcloud config'),
  'storage-cat-local': REFUSED,
  'storage-cat-local2': REFUSED,
  'storage-cp-local-local': REFUSED,
  'storage-ls-local': REFUSED,
  survey: QUESTION,
  'token-account-deleted-projects-list': ACCOUNT_REFUSED,
  'token-badclient-projects-list': ACCOUNT_REFUSED,
  'token-reauth-projects-list': as('reauthentication_needed', 'reauthentication_needed', 424, LOGIN),
  'token-revoked-print-access-token': REVOKED,
  'token-revoked-projects-list': REVOKED,
  'unknown-command': unknownCommand(),
  'unknown-subcommand': { class: 'unknown_command', reason: 'unknown_command', status: 400 },
  'unknown-subcommand-singular': { class: 'unknown_command', reason: 'unknown_command', status: 400 }
}

/** Refused by the pipeline, because no such call reaches gcloud. */
const UNASKABLE = ['no-args']

t.test('every recorded run has the class, status and suggestions of the catalog', { skip: noRuns }, async t => {
  for (const run of recordedRuns()) {
    const { output, failure } = judgeOutput(outputOf(endOf(run), run.argv ?? [], null, true), true)
    const expected = FAILURES[run.name]
    if (!expected) {
      t.equal(failure, undefined, run.name)
      continue
    }
    t.match(
      { ...failure, class: failure?.details['class'] },
      { class: expected.class, reason: expected.reason, status: expected.status },
      run.name
    )
    if (expected.suggestions) t.strictSame(output.suggestions, expected.suggestions, `${run.name}: suggestions`)
    t.equal(output.authentication_required, expected.status === 424 && expected.reason !== 'api_disabled', run.name)
  }
})

t.test('a suggested command is found among many', { skip: noRuns }, async t => {
  const run = recordedRuns().find(({ name }) => name === 'unknown-subcommand-singular')
  const { output } = judgeOutput(outputOf(endOf(run), [], null, true), false)
  t.ok(output.suggestions.includes('gcloud compute instances list'))
})

t.test('every recorded run passes the pipeline with that result, except for those that the policy denies', { skip: noRuns }, async t => {
  const desk = await openGcloudDesk(t)
  const denied: string[] = []
  for (const run of recordedRuns()) {
    if (UNASKABLE.includes(run.name)) continue
    desk.replays(run)
    const { status, data, error } = await desk.call('run', { args: run.argv, confirm: true })
    const expected = FAILURES[run.name]
    if (status === 403 && error.details.reason === 'command_denied') {
      denied.push(run.name)
      t.equal(desk.argv(), undefined, `${run.name} is denied, and not run`)
      t.not(error.details.suggestions?.length, 0, `${run.name} is denied with an alternative`)
    } else if (expected) {
      t.match({ status, reason: error.details.reason }, { status: expected.status, reason: expected.reason }, run.name)
      const { structured_output, stdout } = error.details.output
      t.match(error.details.output, { exit_code: run.exit_code, stderr: Array }, run.name)
      t.strictSame(stdout, structured_output === null ? linesOf(run.stdout) : [], `${run.name}: the output is returned once`)
    } else t.match({ status, data }, { status: 200, data: { success: true, exit_code: 0 } }, run.name)
  }
  t.ok(denied.length < recordedRuns().length / 2, `${denied.length} are denied: ${denied.join(', ')}`)
})

t.test('commands that the reference calls dangerous are denied', { skip: noRuns }, async t => {
  const names = [
    'auth-describe',
    'auth-print-access-token',
    'config-helper',
    'secrets-access',
    'iam-keys-create',
    'compute-ssh',
    'interactive-beta',
    'config-set-project',
    'flags-file',
    'access-token-file-etc',
    'log-http',
    'storage-hash-local',
    'storage-cp-local-local',
    'docker-cmd',
    'survey',
    'feedback',
    'lint-ok',
    'auth-activate-sa',
    'init-noninteractive',
    'verbosity-debug'
  ]
  for (const { name, argv } of recordedRuns()) if (names.includes(name)) t.equal(judge(readCommand(argv ?? [])).verdict, 'denied', name)
})

t.test('every reason of the catalog has its own status', async t => {
  for (const { reason, status } of Object.values(FAILURES)) t.equal(statusOf(reason), status, `${reason}: ${REASONS[reason].meaning}`)
})

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function endOf(run: Run | undefined) {
  const { stdout = '', stderr = '', exit_code = 0 } = run ?? {}
  const lines = [
    ...linesOf(stdout).map(text => ({ stream: 'stdout' as const, text })),
    ...linesOf(stderr).map(text => ({ stream: 'stderr' as const, text }))
  ]
  return { exit_code, signal: null, ended: 'itself' as const, lines, omitted_bytes: 0, cut_off: false, duration_ms: 1 }
}
