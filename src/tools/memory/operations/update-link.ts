import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { atLeastOne, oneOf } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { brief } from '../../../lib/format.ts'
import { updateLink } from '../client/links.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { MAX_LENGTH } from '../limits.ts'
import { describeTriple } from '../markdown.ts'
import { endInput, linkReference, linkShown, objectName, relationName, startInput } from '../schemas.ts'
import { memory } from '../tool.ts'

const CORRECTIONS = ['new_from', 'new_relation', 'new_to', 'fact', 'valid_at', 'invalid_at', 'source'] as const

export default defineOperation(memory, {
  name: 'update_link',
  core: true,
  summary: 'Update a recorded fact to correct it',
  description:
    'Corrects a link that was recorded wrongly: its dates, text, source, relation, or the object at one end. Returns the link and each change. Use it for a mistake in the record, such as a wrong date or a link to the wrong person; if a fact was true and has changed, use invalidate_link and add_link, which keep the history. The correction overwrites the record, so queries with an earlier known_at return it, too. An object in new_from or new_to that does not exist is created. If several links have the same from, relation and to, the one that is valid now is corrected, or else the latest.',
  permission: 'write',
  idempotent: true,
  http: 'PATCH /link',
  see_also: ['memory_invalidate_link', 'memory_delete_link', 'memory_add_link'],
  asked_as: {
    en: [
      'the date of that fact is wrong',
      'I gave you the wrong start date, correct it',
      'it was not Bob but Rob who founded it',
      'fix a wrong fact in memory',
      'the link points to the wrong company',
      'he started in May, not in March',
      'correct the source of a fact',
      'it was 2021, not 2020',
      'she started in June, correct that',
      'you got the year wrong',
      'the fact about my job is slightly wrong',
      "he isn't the boss but the deputy, correct it",
      'the date you remember is wrong'
    ],
    de: ['eine falsche Tatsache korrigieren'],
    es: ['corrige un dato erróneo en la memoria'],
    fr: ['corriger un fait erroné'],
    ja: ['間違った事実を訂正して'],
    pl: ['popraw błędny fakt w pamięci']
  },
  input: Type.Object({
    ...linkReference,
    new_from: Type.Optional(objectName('Correct object at the start. Default: unchanged')),
    new_relation: Type.Optional(relationName('Correct relation. Default: unchanged')),
    new_to: Type.Optional(objectName('Correct object at the end. Default: unchanged')),
    fact: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_LENGTH.fact,
        description: 'Correct sentence. Default: unchanged; one that only repeats from, relation and to is adapted to their new values'
      })
    ),
    valid_at: startInput('Correct time from which the fact holds; always: no known start. Default: unchanged'),
    invalid_at: endInput('Correct time from which the fact no longer holds; never: no known end. Default: unchanged'),
    source: Type.Optional(
      Type.String({ maxLength: MAX_LENGTH.source, description: 'Correct source; empty removes it. Default: unchanged' })
    )
  }),
  requires: [oneOf('link_id', ['from', 'relation', 'to']), atLeastOne(...CORRECTIONS)],
  output: Type.Object({
    link: linkShown('The link after the correction'),
    changed: Type.Boolean({ description: 'false: nothing had to change' }),
    changes: Type.Array(
      Type.Object({
        field: stringEnum(['from', 'relation', 'to', 'fact', 'valid_at', 'invalid_at', 'source'], { description: 'Property that changed' }),
        old: Type.String({ description: 'Old value; empty if there was none' }),
        new: Type.String({ description: 'New value; empty if there is none' })
      }),
      { description: 'Changes; empty if nothing had to change' }
    ),
    objects_created: Type.Array(Type.String({ description: 'Name of an object' }), { description: 'Objects that were created' })
  }),
  errors: {
    ...NO_OBJECT,
    ...STORAGE,
    link_not_found: 'There is no such link, current or past; details.suggestions lists the relations between the two objects',
    already_exists: 'Another link with the same from, relation and to holds during part of the same period; details.current shows it'
  },
  examples: [
    {
      name: 'wrong_date',
      summary: 'Correct the date on which a fact began',
      input: { from: 'Ada Park', relation: 'leads', to: 'Atlas', valid_at: '2024-03-01' },
      output: {
        link: {
          id: '3',
          from: 'Ada Park',
          relation: 'leads',
          to: 'Atlas',
          fact: 'Ada Park leads the project Atlas',
          valid_at: '2024-03-01T00:00:00.000Z',
          invalid_at: null,
          created_at: '2026-01-05T09:00:00.000Z',
          expired_at: null,
          source: 'sandbox'
        },
        changed: true,
        changes: [{ field: 'valid_at', old: '2024-02-01T00:00:00.000Z', new: '2024-03-01T00:00:00.000Z' }],
        objects_created: []
      }
    },
    {
      name: 'nothing_to_correct',
      summary: 'At least one correction is required',
      input: { from: 'Ada Park', relation: 'leads', to: 'Atlas' },
      error: { reason: 'missing_required_field' }
    },
    {
      name: 'no_such_link',
      summary: 'A relation that does not exist between the two',
      input: { from: 'Ada Park', relation: 'founded', to: 'Northwind Labs', valid_at: '2020-01-01' },
      error: { reason: 'link_not_found' }
    }
  ],
  message: ({ link_id, from = '', relation = '', to = '', ...corrections }) =>
    `Correct ${CORRECTIONS.filter(name => corrections[name] !== undefined)
      .map(name => name.replace('new_', ''))
      .join(', ')} of ${link_id === undefined ? `the fact ${describeTriple({ from, relation, to })}` : `the link ${brief(link_id)}`}`,
  handler: (input, call) => updateLink(input, call)
})
