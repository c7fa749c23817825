import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'

export const calls = defineTool({
  name: 'calls',
  title: 'Calls',
  description:
    'The record of the calls of this gateway: who called which operation, when, and how it ended, without content. No separate credential is needed. A key sees its own calls; a key with the scope calls:read_all sees all calls.',
  prompt:
    'Every call through the gateway has a row here, including failed ones and calls to this system. Use calls_list to find out what was done, and whether a call with an unknown outcome was executed; calls_get returns one call with the requests that it sent. Rows contain no content: texts are shown as their length.',
  settings: Type.Object({}),
  connect: () => null,
  available: async () => ({ available: true }),
  concurrent: true,
  access: 'own'
})
