import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listHistory } from '../client/objects.ts'
import { ADA_HISTORY } from '../examples.ts'
import { NO_OBJECT } from '../failures.ts'
import { linkLines, paged } from '../markdown.ts'
import { Link, objectName, relationName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'list_history',
  core: true,
  summary: 'List every link of an object there ever was',
  description:
    'Answers all links of an object, from it and to it, in the order in which they were recorded: those that hold, those that have ended, and those that are to come, each with the time it holds and the time it was recorded. Use it to see how facts changed. For what holds at one time use get_object with as_of; to see when a change was recorded look at created_at and expired_at.',
  permission: 'read',
  http: 'GET /history',
  list: true,
  see_also: ['memory_get_object', 'memory_invalidate_link'],
  input: Type.Object({
    name: objectName('Object'),
    relation: Type.Optional(relationName('Only links of this relation; case, _ and - make no difference. Absent: all'))
  }),
  output: listOf(Link, {}),
  errors: NO_OBJECT,
  examples: [
    { name: 'employers', summary: 'Where somebody worked', input: { name: 'Ada Park', relation: 'works at' }, output: ADA_HISTORY },
    { name: 'unknown', summary: 'A name that no object has', input: { name: 'Ada Lovelace' }, error: { reason: 'object_not_found' } }
  ],
  markdown: ({ items, next_cursor }) => paged(linkLines(items), next_cursor),
  handler: (input, call) => listHistory(input, call)
})
