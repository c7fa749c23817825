import t from 'tap'
import { ceilingOf } from '../../../src/contract/operation.ts'
import run from '../../../src/tools/gcloud/operations/run.ts'
import { gcloud } from '../../../src/tools/gcloud/tool.ts'
import { namedTests } from '../../helpers/named-tests.ts'

const IDENTITY = 'the tool says what it is, what it needs and how it is used'
const PERMISSION = 'a key with gcloud:read runs what the policy calls read-only, and nothing else'
const ABSENT = 'where gcloud is not installed the answer says what to do'
const SHOWN = 'whoever confirms sees all of the command, and the directory'
const RENDERED = 'markdown: how it ended, then a table, within 8,000 characters and with a way to the rest'
const FAILED = 'markdown of a failure: the error first, a login section, suggestions as a list'
const STREAMED = 'each line of a command comes as an event while it runs, then the result'
const INHERITED = 'what gcloud inherits is set, and what is always set cannot be undone'
const DENIED = 'what the reference calls dangerous is denied'

/** Every line of the seed's contract that says "must", in its order: the test that shows it, or why the product departs from it. */
const MUSTS: readonly (readonly [must: string, shown: string | { departs: string }])[] = [
  ['name: return gcloud', IDENTITY],
  ['userFacingName: return Google Cloud SDK', IDENTITY],
  ['isReadOnly: return false', IDENTITY],
  ['isConcurrencySafe: return false', IDENTITY],
  ['needsPermissions: return true', PERMISSION],
  ['description: describe execution of gcloud commands', IDENTITY],
  ['description: mention what it needs to authenticate', IDENTITY],
  ['description: be clear and concise', IDENTITY],
  ['isEnabled: verify that gcloud is installed and in PATH', 'a gcloud that is not there, or may not be run, is not found'],
  ['isEnabled: return false if not', ABSENT],
  ['isEnabled: not throw', ABSENT],
  ['prompt: include usage examples', IDENTITY],
  ['prompt: explain the parameters', IDENTITY],
  ['prompt: mention common uses', IDENTITY],
  ['renderResultForAssistant: format structured output', RENDERED],
  ['renderResultForAssistant: include errors and suggestions', FAILED],
  ['renderResultForAssistant: be concise but informative', RENDERED],
  ['renderResultForAssistant: handle authentication errors specially', FAILED],
  ['renderToolUseMessage: show the command', SHOWN],
  ['renderToolUseMessage: indicate the directory', SHOWN],
  ['renderToolUseMessage: be clear and informative', SHOWN],
  ['renderToolUseRejectedMessage: explain why', DENIED],
  ['renderToolUseRejectedMessage: give guidance', DENIED],
  [
    'renderToolUseRejectedMessage: use consistent UI components',
    { departs: 'React elements become text and markdown: there is no terminal' }
  ],
  ['renderToolResultMessage: show the execution status', RENDERED],
  ['renderToolResultMessage: display output in readable format', RENDERED],
  ['renderToolResultMessage: highlight errors and warnings', FAILED],
  ['renderToolResultMessage: give authentication guidance', FAILED],
  ['call: validate that the SDK is there', ABSENT],
  [
    'call: check authentication status',
    { departs: 'A gate before a command is wrong both ways; gcloud_status tells, and a failure says so itself' }
  ],
  ['call: execute with the proper environment', INHERITED],
  ['call: stream output', STREAMED],
  ['call: handle cancellation', 'a cancelled job is gone within a second, with all its processes'],
  ['call: give structured output', 'the answer holds the output of the seed, in its order'],
  ['call: tell the progress of long commands', 'progress is told while a command prints nothing'],
  ['call: handle authentication errors with guidance', FAILED],
  ['integration: implement the complete interface', 'the alias gcloud takes the JSON of the seed'],
  ['integration: integrate with permissions', PERMISSION],
  ['integration: use the standard error handling', 'every reason of the catalogue has a status of its own row'],
  [
    'integration: follow constitutional principles',
    { departs: "They are the seed's own product's; the house rules of this one are tests" }
  ],
  ['SDK: preserve its authentication', INHERITED],
  ['SDK: respect its configuration', 'nothing of a command is written into the working directory of the gateway'],
  ['SDK: handle all variations of commands', 'the words of a command are split by the rules of POSIX, and nothing is expanded'],
  [
    'SDK: stay compatible across versions',
    'global flags are taken by an allow-list: also those that no list of the SDK tells, or that it has since'
  ],
  [
    'system: work on macOS, Linux and Windows',
    'on Windows the Python of the SDK is started in place of the batch file, so that nothing is quoted for cmd.exe'
  ],
  [
    'system: handle different shells',
    'defect 1, pitfall 5: no shell and no splitting by blanks: quotes hold, and metacharacters are plain or refused'
  ],
  ['system: respect PATH', 'a gcloud that is not there, or may not be run, is not found'],
  ['system: handle signals', 'a cancelled program is gone with its grandchildren, also those that left its group']
]

t.test('every must of the seed has a test of that name, or a reason to depart from it', async t => {
  const named = new Set(namedTests('tools/gcloud/*.test.ts', 'lib/process/*.test.ts'))
  t.equal(MUSTS.length, 48)
  for (const [must, shown] of MUSTS) t.ok(typeof shown === 'string' ? named.has(shown) : shown.departs.length > 20, must)
})

t.test(IDENTITY, async t => {
  t.match(gcloud, { name: 'gcloud', title: 'Google Cloud SDK', concurrent: false })
  t.match(gcloud.description, /Runs commands of the Google Cloud CLI[\s\S]*gcloud auth login/)
  t.ok(gcloud.description.length < 500)
  for (const part of [/"args": \[/, /timeout_ms/, /working_directory/, /environment/, /Common uses: /]) t.match(gcloud.prompt, part)
  t.not(ceilingOf(run.permission), 'read')
})
