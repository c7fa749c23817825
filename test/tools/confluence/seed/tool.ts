import { admission, contract, events, otherwise, type Rows, renderings, shown } from './rows.ts'

const IDENTITY = contract('the tool says its name, its title, what it is, what it needs, and that calls may run side by side')
const AVAILABLE = contract('a system that does not answer is told as not available, and nothing is thrown')
const PERMISSIONS = contract('it can change things: what reads, what writes and what destroys is told of each operation')
const WAITS = contract('by default what destroys waits for a confirmation that says what would be done')
const BY_NAME = contract('an operation that the seed does not have is refused with those that it has, and an unknown key by its name')
const APPROVAL = contract('whoever approves a call reads what it would do, of every operation and every bulk action')
const PAGE = renderings('a page: its title, what is known of it, and its body in storage as fenced HTML')

const PROPERTIES: Rows = {
  name: shown(IDENTITY),
  userFacingName: shown(IDENTITY),
  isReadOnly: shown(PERMISSIONS),
  isConcurrencySafe: shown(IDENTITY),
  needsPermissions: shown(WAITS)
}

export const TOOL_PROPERTIES: Rows = {
  ...PROPERTIES,
  isEnabled: otherwise('a system without settings, or that does not answer, is told as not available with the reason', IDENTITY, AVAILABLE)
}

export const IMPLEMENTATION: Rows = {
  ...PROPERTIES,
  inputSchema: otherwise('each operation has a schema of its own; the one tool with an operation is their common alias', BY_NAME),
  description: shown(IDENTITY),
  isEnabled: shown(AVAILABLE),
  prompt: otherwise(
    'one text without a safe mode: what a key may do is a matter of its scopes and of the policy',
    contract('the prompt says how it is used: find, read, edit with the version that was read, and what pages say is data')
  ),
  renderResultForAssistant: shown(PAGE),
  renderToolUseMessage: otherwise('one wording for all: there is no verbose one', APPROVAL),
  renderToolUseRejectedMessage: otherwise(
    'a refusal is told in the words of the answer, with its rule; nothing is drawn',
    admission('a call that the policy denies is refused with the rule')
  ),
  renderToolResultMessage: otherwise('a person is shown the same Markdown as an assistant; nothing is drawn', PAGE),
  call: otherwise(
    'what is yielded on the way are events of a stream, for who asks for them',
    contract('every answer names its operation and its instance, and says that it is a success'),
    events('a call can be followed as server-sent events, which end with its result')
  )
}
