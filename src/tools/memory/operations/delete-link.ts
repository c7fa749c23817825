import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { brief } from '../../../lib/format.ts'
import { deleteLink } from '../client/links.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { describeTriple } from '../markdown.ts'
import { dryRun, linkReference, linkShown } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'delete_link',
  core: true,
  summary: 'Delete a fact that should never have been recorded',
  description:
    'Deletes one link and returns it. There is no undo: no query returns it from then on, even for earlier times, and its text is erased as in delete_object. The two objects are kept. Use it for a fact that was never true or must not be stored; if it was true once, use invalidate_link, which keeps the history; if a detail is wrong, update_link. If several links have the same from, relation and to, the one that is valid now is deleted, or else the latest. Set dry_run first to see which one.',
  permission: 'destructive',
  http: 'DELETE /link',
  dry_run: true,
  see_also: ['memory_get_object', 'memory_invalidate_link', 'memory_update_link'],
  asked_as: {
    en: [
      'forget that fact',
      'delete a single relation from memory',
      'that was never true, remove it',
      'erase one thing you remember about me',
      'remove the link between two people',
      'you should not have stored that I am ill',
      'I never said that, strike it',
      "that's wrong, forget it",
      'you remembered something false, remove it',
      'take that fact out of your memory',
      'she never worked there, delete it',
      'delete one thing you know about me'
    ],
    de: ['eine einzelne Tatsache vergessen'],
    es: ['olvida ese dato'],
    fr: ['oublie ce fait'],
    ja: ['その事実を忘れて'],
    pl: ['zapomnij ten fakt']
  },
  input: Type.Object(linkReference),
  requires: [oneOf('link_id', ['from', 'relation', 'to'])],
  output: Type.Object({ link: linkShown('The deleted link'), dry_run: dryRun }),
  errors: {
    ...NO_OBJECT,
    ...STORAGE,
    link_not_found: 'There is no such link, current or past; details.suggestions lists the relations between the two objects'
  },
  examples: [
    {
      name: 'which_one',
      summary: 'Preview which fact would be deleted',
      input: { from: 'Atlas', relation: 'written in', to: 'Kotlin', dry_run: true },
      output: {
        link: {
          id: '5',
          from: 'Atlas',
          relation: 'written in',
          to: 'Kotlin',
          fact: 'Atlas is written in Kotlin',
          valid_at: null,
          invalid_at: null,
          created_at: '2026-01-05T09:00:00.000Z',
          expired_at: null,
          source: 'sandbox'
        },
        dry_run: true
      }
    },
    {
      name: 'no_such_link',
      summary: 'A relation that does not exist between the two',
      input: { from: 'Atlas', relation: 'hates', to: 'Kotlin', confirm: true },
      error: { reason: 'link_not_found', message: 'There is no such link.' }
    }
  ],
  message: ({ link_id, from = '', relation = '', to = '' }) =>
    `Delete ${link_id === undefined ? `the fact ${describeTriple({ from, relation, to })}` : `the link ${brief(link_id)}`}; this cannot be undone`,
  handler: (input, call) => deleteLink(input, call)
})
