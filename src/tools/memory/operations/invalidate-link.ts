import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable } from '../../../contract/schema.ts'
import { brief } from '../../../lib/format.ts'
import { invalidateLink } from '../client/links.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { describeTriple, linkLine } from '../markdown.ts'
import { instantInput, type Link, linkReference, linkShown } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'invalidate_link',
  core: true,
  summary: 'End a fact that no longer holds',
  description:
    'Ends a link: from invalid_at on, by default from now, it is no longer valid. Returns the link and the time for which it was valid. Use it when a fact has changed, before you add the new one with add_link. The fact is not deleted: queries for an earlier time and list_history still return it. A link that already has an end stays unchanged: already_invalid is then true, and the recorded end is kept, even if it lies in the future; to correct a recorded end, use update_link. If several links with the same from, relation and to were recorded, the one that is valid now is ended.',
  permission: 'write',
  idempotent: true,
  http: 'POST /links/invalidate',
  aliases: ['invalidate_memory_link'],
  see_also: ['memory_add_link', 'memory_update_link', 'memory_list_history', 'memory_bulk_invalidate_links'],
  asked_as: {
    en: [
      "that's no longer true",
      'she left the company',
      'a fact is out of date',
      "he doesn't work there anymore",
      'he quit his job',
      "they're no longer together",
      'the information about her is old',
      "this doesn't hold any more",
      "he doesn't work there any more",
      'she moved out of the city',
      'we no longer use that supplier',
      'they broke up'
    ],
    de: ['das stimmt nicht mehr'],
    es: ['eso ya no es cierto'],
    fr: ["ce n'est plus vrai"],
    ja: ['もう正しくない事実を終了'],
    pl: ['to już nieprawda']
  },
  input: Type.Object({
    ...linkReference,
    invalid_at: instantInput('Time from which the fact no longer holds; not before its start. A recorded future end is kept. Default now')
  }),
  requires: [oneOf('link_id', ['from', 'relation', 'to'])],
  output: Type.Object({
    link: linkShown('The link, in its current state'),
    already_invalid: Type.Boolean({ description: 'true: it already had an end, and nothing was changed' }),
    held_ms: nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), {
      description: 'Time for which the fact held, in milliseconds; null if its start is unknown'
    })
  }),
  errors: {
    ...NO_OBJECT,
    ...STORAGE,
    link_not_found: 'There is no such link, current or past; details.suggestions lists the relations between the two objects'
  },
  examples: [
    {
      name: 'no_longer',
      summary: 'A fact that stopped holding on a certain day',
      input: { from: 'Atlas', relation: 'uses', to: 'MySQL', invalid_at: '2026-01-10' },
      output: {
        link: {
          id: '4',
          from: 'Atlas',
          relation: 'uses',
          to: 'MySQL',
          fact: 'Atlas keeps its data in MySQL',
          valid_at: '2022-06-01T00:00:00.000Z',
          invalid_at: '2026-01-10T00:00:00.000Z',
          created_at: '2026-01-05T09:00:00.000Z',
          expired_at: '2026-01-11T00:00:00.000Z',
          source: 'sandbox'
        },
        already_invalid: false,
        held_ms: 113_961_600_000
      }
    },
    {
      name: 'ended_before',
      summary: 'A link that already has an end: that end is kept',
      input: { from: 'Ada Park', relation: 'works at', to: 'Fabrikam' },
      output: {
        link: {
          id: '1',
          from: 'Ada Park',
          relation: 'works at',
          to: 'Fabrikam',
          fact: 'Ada Park was an engineer at Fabrikam',
          valid_at: '2019-09-01T00:00:00.000Z',
          invalid_at: '2023-04-01T00:00:00.000Z',
          created_at: '2026-01-05T09:00:00.000Z',
          expired_at: null,
          source: 'sandbox'
        },
        already_invalid: true,
        held_ms: 113_011_200_000
      }
    },
    {
      name: 'no_such_link',
      summary: 'A relation that does not exist between the two',
      input: { from: 'Ada Park', relation: 'founded', to: 'Northwind Labs' },
      error: { reason: 'link_not_found', message: 'There is no such link.' }
    }
  ],
  message: ({ link_id, from = '', relation = '', to = '', invalid_at = 'now' }) =>
    `End ${link_id === undefined ? describeTriple({ from, relation, to }) : `the link ${brief(link_id)}`} as of ${invalid_at}`,
  markdown: ({ link, already_invalid }) => `${became(link, already_invalid)}:\n\n${linkLine(link)}`,
  handler: (input, call) => invalidateLink(input, call)
})

function became({ invalid_at }: Link, already: boolean): string {
  if (invalid_at !== null && Date.parse(invalid_at) > Date.now()) return already ? 'Already had a future end' : 'Will end'
  return already ? 'Had already ended' : 'Ended'
}
