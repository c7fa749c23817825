import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable } from '../../../contract/schema.ts'
import { brief } from '../../../lib/format.ts'
import { invalidateLink } from '../client/links.ts'
import { NO_OBJECT, STORAGE } from '../failures.ts'
import { linkLine } from '../markdown.ts'
import { type Link, linkShown, moment, objectName, relationName } from '../schemas.ts'
import { memory } from '../tool.ts'
import { tripleSaid } from '../triple.ts'

export default defineOperation(memory, {
  name: 'invalidate_link',
  core: true,
  summary: 'Say that a fact no longer holds',
  description:
    'Ends a link: from invalid_at on, by default from now, it no longer holds. Use it when a fact has changed, before the new one is added with add_link. Do not delete for that: questions about an earlier time still find it, and so does list_history. A link whose end was told before stays as it is: already_invalid is then true, and the first end stands, also one that is yet to come. Where several links of these three parts were recorded, the one that holds is ended. Answers the link, and how long it held.',
  permission: 'write',
  idempotent: true,
  http: 'POST /links/invalidate',
  aliases: ['invalidate_memory_link'],
  see_also: ['memory_add_link', 'memory_list_history', 'memory_bulk_invalidate_links'],
  input: Type.Object({
    from: Type.Optional(objectName('Object the link leads from')),
    relation: Type.Optional(relationName('The relation; case, _ and - make no difference')),
    to: Type.Optional(objectName('Object the link leads to')),
    link_id: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'Id of the link, in place of its three parts' })),
    invalid_at: moment(
      'From when on it no longer holds; not before it began. One that is yet to come stands, and no sooner one can be told then. Default now'
    )
  }),
  requires: [oneOf('link_id', ['from', 'relation', 'to'])],
  output: Type.Object({
    link: linkShown('The link as it is'),
    already_invalid: Type.Boolean({ description: 'true: its end had been told before, and nothing was changed' }),
    held_ms: nullable(Type.Integer({ minimum: 0, 'x-volatile': true }), {
      description: 'How long it held, in milliseconds; null where its beginning is not known'
    })
  }),
  errors: {
    ...NO_OBJECT,
    ...STORAGE,
    link_not_found: 'No such link was ever recorded; details.suggestions names the relations between the two objects'
  },
  examples: [
    {
      name: 'no_longer',
      summary: 'A fact that ceased to hold on a day',
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
      summary: 'The first end stands',
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
      summary: 'Another relation than the one there is',
      input: { from: 'Ada Park', relation: 'founded', to: 'Northwind Labs' },
      error: { reason: 'link_not_found', message: 'There is no such link.' }
    }
  ],
  message: ({ link_id, from = '', relation = '', to = '', invalid_at = 'now' }) =>
    `End ${link_id === undefined ? tripleSaid({ from, relation, to }) : `the link ${brief(link_id)}`} as of ${invalid_at}`,
  markdown: ({ link, already_invalid }) => `${became(link, already_invalid)}:\n\n${linkLine(link)}`,
  handler: (input, call) => invalidateLink(input, call)
})

function became({ invalid_at }: Link, already: boolean): string {
  if (invalid_at !== null && Date.parse(invalid_at) > Date.now()) return already ? 'It was to end already' : 'It is to end'
  return already ? 'It had ended already' : 'Ended'
}
