import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { brief } from '../../../lib/format.ts'
import { deleteObject } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { count, dryRun, objectName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'delete_object',
  core: true,
  summary: 'Delete an object and its links',
  description:
    'Deletes an object with all its links, including ended ones. There is no undo: no query returns it from then on, even for earlier times. If the graph is in a file, the text is overwritten within seconds. If it is in PostgreSQL, a vacuum is requested, but the log (WAL), replicas and backups still contain the text for as long as their operator keeps them. Use it only for data that should never have been recorded; to end a fact, use invalidate_link; to merge two objects that are the same, merge_objects; to erase a person with every text that names them, bulk_erase_person. With cascade: false, an object that still has links, including ended ones, is not deleted (409, with their number). The objects at the other ends of the links are kept. Set dry_run first to see what would be deleted.',
  permission: 'destructive',
  http: 'DELETE /object',
  dry_run: true,
  aliases: ['delete_memory_object'],
  see_also: ['memory_bulk_erase_person', 'memory_invalidate_link', 'memory_merge_objects', 'memory_get_object'],
  asked_as: {
    en: [
      'forget everything about a person',
      'erase an entity from memory',
      'remove a node of the knowledge graph',
      'erase what you know about a company',
      "I don't want you to remember this person",
      'forget my ex-employer',
      "I don't want her in your memory",
      'forget everything about the company',
      'remove someone from your memory',
      'wipe a person from memory',
      "you shouldn't know anything about him",
      'delete all you have stored about my boss',
      'he should not be in your memory'
    ],
    de: ['alles über eine Person vergessen'],
    es: ['olvida todo sobre una persona'],
    fr: ['oublier tout sur une personne'],
    ja: ['人物の記憶を消して'],
    pl: ['zapomnij wszystko o osobie']
  },
  input: Type.Object({
    name: objectName('Object to delete'),
    cascade: Type.Boolean({
      default: true,
      description: 'false: delete it only if it has no links. Default true: delete it with all its links'
    })
  }),
  output: Type.Object({
    name: Type.String({ description: 'Name of the object' }),
    links_deleted: count('Number of its links, including ended ones'),
    outgoing: count('Number of links that started at it, including links to itself'),
    incoming: count('Number of links from other objects that pointed to it'),
    neighbours: Type.Array(Type.String({ description: 'Name of an object' }), {
      description: 'Objects at the other ends, at most 100; they are kept'
    }),
    neighbours_total: count('Number of objects at the other ends'),
    dry_run: dryRun
  }),
  errors: { ...NO_OBJECT, ...STORAGE, has_links: 'cascade is false, and the object has links; details.links is their number' },
  examples: [
    {
      name: 'how_much',
      summary: 'Preview what deleting an object would remove',
      input: { name: 'MySQL', dry_run: true },
      output: { name: 'MySQL', links_deleted: 1, outgoing: 0, incoming: 1, neighbours: ['Atlas'], neighbours_total: 1, dry_run: true }
    },
    {
      name: 'still_linked',
      summary: 'Without cascade, links prevent the deletion',
      input: { name: 'Atlas', cascade: false, confirm: true },
      error: { reason: 'has_links' }
    }
  ],
  message: ({ name, cascade }) => `Delete the object ${brief(name)}${cascade ? ' with all its links' : ''}; this cannot be undone`,
  handler: (input, call) => deleteObject(input, call)
})
