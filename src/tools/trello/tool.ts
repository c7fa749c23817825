import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { defineTool } from '../../contract/tool.ts'
import { checkAvailability, connect, TOKEN_LIMIT } from './client/connection.ts'
import { limitToBoards } from './client/limit.ts'

const credential = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: '^[^\\s"\\\\]+$',
    'x-form': 'without spaces and quotes',
    'x-secret': true,
    description
  })

export const trello = defineTool({
  name: 'trello',
  title: 'Trello',
  description:
    'Boards, lists and cards of Trello, with their labels, members, comments, checklists and links. It needs an API key and a token of the member on whose behalf it acts; writes need a token with the scope `write`. It sees what that member sees.',
  prompt:
    'Use these operations to read and change Trello boards. Name boards, lists, labels and members by name or ID; a name that matches none or several is refused, with suggestions. Name cards by ID, short link or URL: find them with trello_list_cards on a board or list, or with trello_search_cards by text. No board is remembered between calls, so name it each time. Prefer trello_archive_card to trello_delete_card, which cannot be undone. After an unknown outcome, a comment or card may have been created: check before you create it again.',
  settings: Type.Object({
    ...httpSettings({ url: 'https://api.trello.com/1' }),
    key: credential('API key, from https://trello.com/power-ups/admin'),
    token: credential('Token of the member on whose behalf the gateway acts, created with that key')
  }),
  budgets: ({ key, token }) => [
    { name: 'token', capacity: 100, per_ms: 10_000, shared_by: token, headers: TOKEN_LIMIT },
    { name: 'key', capacity: 300, per_ms: 10_000, shared_by: key, headers: 'x-rate-limit-api-key' },
    // Requests for resources below a member, such as its boards, do not count.
    { name: 'members', capacity: 100, per_ms: 900_000, shared_by: token, counts: ({ path }) => /^members\/[^/]+$/.test(path) },
    // Stricter than the limit of the token, but Trello does not publish it. A 429 then delays only searches.
    { name: 'search', capacity: 100, per_ms: 10_000, shared_by: token, counts: ({ path }) => path === 'search' }
  ],
  connect,
  resources: {
    board: {
      inputs: ['board', 'to_board', 'list', 'list_id', 'to_list', 'card_id', 'checklist_id', 'comment_id'],
      operations: ['list_boards']
    }
  },
  narrow: limitToBoards,
  available: checkAvailability,
  concurrent: true
})
