import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listHistory } from '../client/objects.ts'
import { NO_OBJECT } from '../errors.ts'
import { ADA_HISTORY } from '../examples.ts'
import { linkLines, paged } from '../markdown.ts'
import { Link, objectName, relationName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'list_history',
  core: true,
  summary: "List the history of an object's links",
  description:
    'Returns all links from and to an object, in the order they were recorded: current, ended and future ones, each with the time it holds and the time it was recorded. Use it to see how facts changed. For the links at one point in time, use get_object with as_of; for the time a change was recorded, see created_at and expired_at.',
  permission: 'read',
  http: 'GET /history',
  list: true,
  see_also: ['memory_get_object', 'memory_invalidate_link'],
  asked_as: {
    en: [
      'where did she work before',
      'what was true in the past',
      'how did a relation change over time',
      'previous facts about someone',
      'what did you know about him in 2020',
      'former employers',
      'how did it use to be',
      'what was her job before',
      'where did Ana work before',
      'who was the boss earlier',
      'what has changed about him over the years',
      'earlier jobs of a person',
      'what used to be true about the company'
    ],
    de: ['wo hat sie früher gearbeitet'],
    es: ['dónde trabajaba antes'],
    fr: ['où travaillait-elle avant'],
    ja: ['過去の関係を見せて'],
    pl: ['gdzie pracowała wcześniej']
  },
  input: Type.Object({
    name: objectName('Object whose links to list'),
    relation: Type.Optional(relationName('Only links with this relation; case, _ and - are ignored. Default: all'))
  }),
  output: listOf(Link, {}),
  errors: NO_OBJECT,
  examples: [
    { name: 'employers', summary: "A person's employers", input: { name: 'Ada Park', relation: 'works at' }, output: ADA_HISTORY },
    { name: 'unknown', summary: 'A name that no object has', input: { name: 'Ada Lovelace' }, error: { reason: 'object_not_found' } }
  ],
  markdown: ({ items, next_cursor }) => paged(linkLines(items), next_cursor),
  handler: (input, call) => listHistory(input, call)
})
