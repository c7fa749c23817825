import t from 'tap'
import { highestPermission } from '../../../src/contract/operation.ts'
import run from '../../../src/tools/gcloud/operations/run.ts'
import { gcloud } from '../../../src/tools/gcloud/tool.ts'
import { namedTests } from '../../helpers/named-tests.ts'

const IDENTITY = 'the tool describes what it is, what it needs and how to use it'
const PERMISSION = 'a key with gcloud:read can run read-only commands and nothing else'
const ABSENT = 'without gcloud, the error explains what to do'
const SHOWN = 'the confirmation message shows the whole command and the directory'
const RENDERED = 'markdown: the status, then a table, within 8,000 characters and with a hint at the rest'
const FAILED = 'markdown of a failure: the error first, a login section, suggestions as a list'
const STREAMED = 'each line of a command is sent as an event while it runs, then the result'
const INHERITED = 'inherited variables are set, and fixed ones cannot be overridden'
const DENIED = 'commands that the reference calls dangerous are denied'

/** Every line of the seed's contract that contains "must", in order: the test that shows it, or why the product departs from it. */
const MUSTS: readonly (readonly [must: string, shown: string | { departs: string }])[] = [
  ['name: return gcloud', IDENTITY],
  ['userFacingName: return Google Cloud SDK', IDENTITY],
  ['isReadOnly: return false', IDENTITY],
  ['isConcurrencySafe: return false', IDENTITY],
  ['needsPermissions: return true', PERMISSION],
  ['description: describe execution of gcloud commands', IDENTITY],
  ['description: mention what it needs to authenticate', IDENTITY],
  ['description: be clear and concise', IDENTITY],
  ['isEnabled: verify that gcloud is installed and in PATH', 'a missing or non-executable gcloud is not found'],
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
    { departs: 'A gate before a command is wrong both ways; gcloud_status reports it, and so does a failure' }
  ],
  ['call: execute with the proper environment', INHERITED],
  ['call: stream output', STREAMED],
  ['call: handle cancellation', 'a cancelled job ends with all its processes'],
  ['call: give structured output', "the output contains the seed's fields in order"],
  ['call: tell the progress of long commands', 'progress is reported while a command prints nothing'],
  ['call: handle authentication errors with guidance', FAILED],
  ['integration: implement the complete interface', "the alias gcloud accepts the seed's JSON"],
  ['integration: integrate with permissions', PERMISSION],
  ['integration: use the standard error handling', 'every reason of the catalog has its own status'],
  [
    'integration: follow constitutional principles',
    { departs: "They are the seed's own product's; the fixture rules of this one are tests" }
  ],
  ['SDK: preserve its authentication', INHERITED],
  ['SDK: respect its configuration', 'a command writes nothing into the working directory of the gateway'],
  ['SDK: handle all variations of commands', 'the words of a command are split by POSIX rules, and nothing is expanded'],
  ['SDK: stay compatible across versions', 'global flags are accepted by an allow list, including undocumented and new ones'],
  [
    'system: work on macOS, Linux and Windows',
    "on Windows, the SDK's Python is started instead of the batch file, so nothing is quoted for cmd.exe"
  ],
  [
    'system: handle different shells',
    'no shell and no splitting at spaces: quotes are respected, and metacharacters are literal or refused'
  ],
  ['system: respect PATH', 'a missing or non-executable gcloud is not found'],
  ['system: handle signals', 'cancelling a program ends its descendants, including those that left its group']
]

t.test('every "must" of the seed has a test with that name, or a reason to depart from it', async t => {
  const named = new Set(namedTests('tools/gcloud/*.test.ts', 'lib/process/*.test.ts'))
  t.equal(MUSTS.length, 48)
  for (const [must, shown] of MUSTS) t.ok(typeof shown === 'string' ? named.has(shown) : shown.departs.length > 20, must)
})

t.test(IDENTITY, async t => {
  t.match(gcloud, { name: 'gcloud', title: 'Google Cloud SDK', concurrent: false })
  t.match(gcloud.description, /Runs commands of the Google Cloud CLI[\s\S]*gcloud auth login/)
  t.ok(gcloud.description.length < 500)
  for (const part of [/"args": \[/, /timeout_ms/, /working_directory/, /environment/, /Common uses: /]) t.match(gcloud.prompt, part)
  t.not(highestPermission(run.permission), 'read')
})
