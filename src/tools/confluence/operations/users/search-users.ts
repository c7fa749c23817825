import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { searchUsers } from '../../client/search/people.ts'
import { BEA_WHOLE } from '../../examples.ts'
import { start } from '../../inputs.ts'
import { usersMarkdown } from '../../markdown.ts'
import { User } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'search_users',
  group: 'users',
  summary: 'Search users by name',
  description:
    'Returns the users whose name contains the words: account ID (Cloud) or username and key (Data Center), name and picture. Use it to get the ID for a mention or a query such as creator = "…". Groups are not found. For the account that the gateway uses, use get_current_user.',
  permission: 'read',
  http: 'GET /users',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_get_current_user', 'confluence_search'],
  asked_as: {
    en: [
      'find a person in Confluence',
      'look up a colleague in the wiki',
      'account ID of someone in Confluence',
      'who is this person in the wiki',
      'find the author by name',
      'whose wiki account is this',
      'find her account in the wiki',
      'does Anna have a wiki account',
      'look for someone by name in the wiki',
      'which users are called Maria in Confluence',
      'how do I mention Maria on a page',
      'is there an Anna in our wiki'
    ]
  },
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      'x-form': 'with at least one visible character',
      description: 'Words in the name'
    }),
    start
  }),
  output: listOf(User, {}),
  errors: {
    upstream_not_found: 'This Confluence has no user search',
    upstream_gone: 'The credential can no longer search for users'
  },
  examples: [
    {
      name: 'by_name',
      summary: 'One user with that name',
      input: { query: 'Bea' },
      output: { items: [BEA_WHOLE], next_cursor: null, total: { value: 1, relation: 'eq' } }
    },
    {
      name: 'strange_cursor',
      summary: 'An invalid cursor',
      input: { query: 'Bea', cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not created by this operation.' }
    }
  ],
  message: ({ query }) => `Search for users named ${query.slice(0, 100)}`,
  markdown: usersMarkdown,
  handler: (input, call) => searchUsers(call.client, input, call)
})
