import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { searchUsers } from '../../client/people.ts'
import { BEA_WHOLE } from '../../examples.ts'
import { start } from '../../inputs.ts'
import { usersMarkdown } from '../../markdown.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'search_users',
  group: 'users',
  summary: 'Find people by their name',
  description:
    'Answers people whose name holds the words: account id (Cloud) or user name and key (Data Center), name and picture. Use it to find the id that a mention or a query such as creator = "…" needs. It does not find groups. For whose credential is used see get_current_user.',
  permission: 'read',
  http: 'GET /users',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_get_current_user', 'confluence_search'],
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      'x-form': 'with something in it',
      description: 'Words of the name'
    }),
    start
  }),
  output: listOf(User, {}),
  errors: {
    upstream_not_found: 'Confluence has no search for people there',
    upstream_gone: 'The credential may not search for people any more'
  },
  examples: [
    {
      name: 'by_name',
      summary: 'One of that name',
      input: { query: 'Bea' },
      output: { items: [BEA_WHOLE], next_cursor: null, total: { value: 1, relation: 'eq' } }
    },
    {
      name: 'strange_cursor',
      summary: 'A cursor that no answer gave',
      input: { query: 'Bea', cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not made by this operation.' }
    }
  ],
  message: ({ query }) => `Search for people named ${query.slice(0, 100)}`,
  markdown: usersMarkdown,
  handler: (input, call) => searchUsers(call.client, input, call)
})
