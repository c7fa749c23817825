import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getObject } from '../client/objects.ts'
import { ADA } from '../examples.ts'
import { NO_OBJECT } from '../failures.ts'
import { linkLines, objectLines, paged } from '../markdown.ts'
import { asOfInput, GraphObject, Link, objectName, total } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'get_object',
  core: true,
  summary: 'Read an object and the links that hold',
  description:
    'Answers what is known of one object: its type, summary and attributes, and the links that lead from it and to it, now or as of another time. Use it when the name is known; it is not a search: to find names by words use search, for what lies further away get_neighbourhood, for links that have ended list_history. Links come the first recorded first, links_limit at a time; of an object with very many, links_cursor gets the rest.',
  permission: 'read',
  http: 'GET /object',
  aliases: ['get_memory_object'],
  see_also: ['memory_search', 'memory_get_neighbourhood', 'memory_list_history'],
  input: Type.Object({
    name: objectName('Object to read'),
    ...asOfInput,
    links_limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Most links to answer, of both directions together' }),
    links_cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'next_links_cursor of the answer before, for more links. Absent: the first ones'
      })
    )
  }),
  output: Type.Object({
    ...GraphObject.properties,
    outgoing: Type.Array(Link, { description: 'Links that lead from it' }),
    incoming: Type.Array(Link, { description: 'Links that lead to it; one that leads from it to itself is in outgoing only' }),
    outgoing_total: total('How many lead from it; counted up to 1,000'),
    incoming_total: total('How many lead to it; counted up to 1,000'),
    next_links_cursor: nullable(Type.String(), { description: 'Give it as links_cursor for more links; null where these are all' })
  }),
  errors: NO_OBJECT,
  examples: [
    { name: 'now', summary: 'What holds now', input: { name: 'Ada Park' }, output: ADA.now },
    { name: 'as_of', summary: 'What held on a day of 2020', input: { name: 'ada park', as_of: '2020-01-01' }, output: ADA.in2020 },
    {
      name: 'near_name',
      summary: 'A name that no object has is answered with those like it',
      input: { name: 'Ada Parks' },
      error: { reason: 'object_not_found', message: 'There is no object Ada Parks.' }
    }
  ],
  markdown: ({ outgoing, incoming, next_links_cursor, ...object }) =>
    paged([objectLines(object), linkLines([...outgoing, ...incoming])].join('\n\n'), next_links_cursor),
  handler: (input, call) => getObject(input, call)
})
