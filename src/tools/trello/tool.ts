import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { defineTool } from '../../contract/tool.ts'
import { availabilityOf, connect, TOKEN_LIMIT } from './client/connection.ts'

const credential = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: '^[^\\s"\\\\]+$',
    'x-form': 'without blanks and quotes',
    'x-secret': true,
    description
  })

export const trello = defineTool({
  name: 'trello',
  title: 'Trello',
  description:
    'Boards, lists and cards of Trello, with their labels, members, comments, checklists and links. It needs an API key and a token of the member in whose name it acts; a token that may write for whatever changes something. It sees what that member sees.',
  prompt:
    'Use these operations to read and change Trello boards. Boards, lists, labels and members may be named as people name them, or by id; a name that fits none or several is refused with those there are. Cards are named by id, short link or address: find them with trello_list_cards on a board or list, or with trello_search_cards by words. No board is remembered from call to call: name it each time. Prefer trello_archive_card to trello_delete_card, which cannot be undone. A comment or a card whose answer was lost (outcome unknown) may have been made: look before you send it again.',
  settings: Type.Object({
    ...httpSettings({ url: 'https://api.trello.com/1' }),
    key: credential('API key, from https://trello.com/power-ups/admin'),
    token: credential('Token of the member in whose name the gateway acts, made with that key')
  }),
  budgets: ({ key, token }) => [
    { name: 'token', capacity: 100, per_ms: 10_000, of: token, headers: TOKEN_LIMIT },
    { name: 'key', capacity: 300, per_ms: 10_000, of: key, headers: 'x-rate-limit-api-key' },
    // What is nested below a member, such as the boards, does not count.
    { name: 'members', capacity: 100, per_ms: 900_000, of: token, counts: ({ path }) => /^members\/[^/]+$/.test(path) },
    // Narrower than that of the token, but how narrow Trello does not say: a refusal tells, and holds back searches alone.
    { name: 'search', capacity: 100, per_ms: 10_000, of: token, counts: ({ path }) => path === 'search' }
  ],
  connect,
  available: availabilityOf,
  concurrent: true
})
