import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'

export const usage = defineTool({
  name: 'usage',
  title: 'Usage',
  description:
    'What the keys of this gateway use: calls, failed calls, bytes, estimated tokens and job items, per system and day. No separate credential is needed. A key sees its own usage; a key with the scope calls:read_all sees that of all keys.',
  prompt:
    'usage_get returns how much was used, not what was done: for single calls, use calls_list; for errors, calls_get_statistics. Tokens are an estimate: the model that reads a result counts differently.',
  settings: Type.Object({}),
  connect: () => null,
  available: async () => ({ available: true }),
  concurrent: true,
  access: 'own'
})
