import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getObject } from '../client/objects.ts'
import { NO_OBJECT } from '../errors.ts'
import { ADA } from '../examples.ts'
import { linkLines, objectLines, paged } from '../markdown.ts'
import { asOfInput, GraphObject, Link, objectName, total } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'get_object',
  core: true,
  summary: 'Get an object with its current links',
  description:
    'Returns what is known about an object: type, summary and attributes, and the links from it and to it, now or at another time. Use it if you know the name. To search names by words, use memory_search; for more distant objects, get_neighbourhood; for ended links, list_history. Links are returned in the order they were recorded, links_limit at a time; if there are more, pass links_cursor.',
  permission: 'read',
  http: 'GET /object',
  aliases: ['get_memory_object'],
  see_also: ['memory_search', 'memory_get_neighbourhood', 'memory_list_history'],
  asked_as: {
    en: [
      'what do you know about a person',
      'tell me what you remember about the company',
      'recall facts on someone',
      'where does he work according to memory',
      'who is Ada',
      'tell me about a person I mentioned',
      'facts on a company you know',
      'what have you stored about her',
      "what's stored about her",
      'what do you know about the project',
      'do you know my brother',
      'what do you know about Ana',
      'everything you know about a person'
    ],
    de: ['was weißt du über eine Person'],
    es: ['qué sabes de una persona'],
    fr: ["que sais-tu d'une personne"],
    ja: ['この人について知っていることは'],
    pl: ['co wiesz o osobie']
  },
  input: Type.Object({
    name: objectName('Object to get'),
    ...asOfInput,
    links_limit: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'Maximum number of links to return, in both directions together. Default 50'
    }),
    links_cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'next_links_cursor of the previous response, for more links. Default: the first links'
      })
    )
  }),
  output: Type.Object({
    ...GraphObject.properties,
    outgoing: Type.Array(Link, { description: 'Links that start at the object' }),
    incoming: Type.Array(Link, { description: 'Links that point to the object; a link to itself is only in outgoing' }),
    outgoing_total: total('Number of links that start at the object; counted up to 1,000'),
    incoming_total: total('Number of links that point to the object; counted up to 1,000'),
    next_links_cursor: nullable(Type.String(), { description: 'Pass it as links_cursor for more links; null if there are no more' })
  }),
  errors: NO_OBJECT,
  examples: [
    { name: 'now', summary: 'Current links', input: { name: 'Ada Park' }, output: ADA.now },
    { name: 'as_of', summary: 'Links that held on a day in 2020', input: { name: 'ada park', as_of: '2020-01-01' }, output: ADA.in2020 },
    {
      name: 'near_name',
      summary: 'A name that no object has: the error suggests similar names',
      input: { name: 'Ada Parks' },
      error: { reason: 'object_not_found', message: 'There is no object Ada Parks.' }
    }
  ],
  markdown: ({ outgoing, incoming, next_links_cursor, ...object }) =>
    paged([objectLines(object), linkLines([...outgoing, ...incoming])].join('\n\n'), next_links_cursor),
  handler: (input, call) => getObject(input, call)
})
