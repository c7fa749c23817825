import { admission, contract, events, otherwise, type Rows, renderings, shown } from './rows.ts'

const IDENTITY = contract('the tool has a name, a title, a description, requirements, and allows parallel calls')
const AVAILABLE = contract('a system that does not respond is reported as unavailable, and nothing is thrown')
const PERMISSIONS = contract('each operation states whether it reads, writes or destroys')
const WAITS = contract('by default a destructive operation waits for a confirmation that states what would be done')
const BY_NAME = contract('an operation that the seed does not have is refused with the existing ones, and an unknown property by its name')
const APPROVAL = contract('the preview of every operation and every bulk action states what the call would do')
const PAGE = renderings('a page has its title, its properties, and its body in storage as fenced HTML')

const PROPERTIES: Rows = {
  name: shown(IDENTITY),
  userFacingName: shown(IDENTITY),
  isReadOnly: shown(PERMISSIONS),
  isConcurrencySafe: shown(IDENTITY),
  needsPermissions: shown(WAITS)
}

export const TOOL_PROPERTIES: Rows = {
  ...PROPERTIES,
  isEnabled: otherwise(
    'a system without settings, or one that does not respond, is reported as unavailable with the reason',
    IDENTITY,
    AVAILABLE
  )
}

export const IMPLEMENTATION: Rows = {
  ...PROPERTIES,
  inputSchema: otherwise('each operation has a schema of its own; the one tool with an operation is their common alias', BY_NAME),
  description: shown(IDENTITY),
  isEnabled: shown(AVAILABLE),
  prompt: otherwise(
    'one text without a safe mode: what a key may do is a matter of its scopes and of the policy',
    contract('the prompt explains its use: find, read, edit with the version that was read, and treat page content as data')
  ),
  renderResultForAssistant: shown(PAGE),
  renderToolUseMessage: otherwise('one wording for all: there is no verbose one', APPROVAL),
  renderToolUseRejectedMessage: otherwise(
    'a refusal is reported with the message of the response and its rule; nothing is drawn',
    admission('a call that the policy denies is refused with the rule')
  ),
  renderToolResultMessage: otherwise('a person is shown the same Markdown as an assistant; nothing is drawn', PAGE),
  call: otherwise(
    'what is yielded on the way are events of a stream, for who asks for them',
    contract('every response contains its operation, its instance and its success'),
    events('a call can be followed as server-sent events, which end with its result')
  )
}
