import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { brief } from '../../../lib/format.ts'
import { deleteObject } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../failures.ts'
import { count, dryRun, objectName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'delete_object',
  core: true,
  summary: 'Delete an object and its links for good',
  description:
    'Deletes an object with all its links, those that have ended too. All of it is lost for good, and earlier times no longer show it. Use it only for what should never have been recorded; what has ceased to hold is ended with invalidate_link, and two objects that are one are merged with merge_objects. With cascade: false an object that still has links, ended ones included, is left alone (409, with their number). The objects at the other ends stay. Send dry_run first to learn how much it is.',
  permission: 'destructive',
  http: 'DELETE /object',
  dry_run: true,
  aliases: ['delete_memory_object'],
  see_also: ['memory_invalidate_link', 'memory_merge_objects'],
  input: Type.Object({
    name: objectName('Object to delete'),
    cascade: Type.Boolean({ default: true, description: 'false: only where it has no link. Default true: with all its links' })
  }),
  output: Type.Object({
    name: Type.String({ description: 'The object' }),
    links_deleted: count('How many links it had, ended ones included'),
    outgoing: count('How many of them led from it, to itself included'),
    incoming: count('How many led to it from others'),
    neighbours: Type.Array(Type.String({ description: 'Name of an object' }), {
      description: 'Objects at the other ends, at most 100; they stay'
    }),
    neighbours_total: count('How many those are'),
    dry_run: dryRun
  }),
  errors: { ...NO_OBJECT, ...STORAGE, has_links: 'cascade is false, and it has links; details.links says how many' },
  examples: [
    {
      name: 'how_much',
      summary: 'What deleting an object would take away',
      input: { name: 'MySQL', dry_run: true },
      output: { name: 'MySQL', links_deleted: 1, outgoing: 0, incoming: 1, neighbours: ['Atlas'], neighbours_total: 1, dry_run: true }
    },
    {
      name: 'still_linked',
      summary: 'Without cascade, links hold it',
      input: { name: 'Atlas', cascade: false, confirm: true },
      error: { reason: 'has_links' }
    }
  ],
  message: ({ name, cascade }) => `Delete the object ${brief(name)}${cascade ? ' with all its links' : ''} for good`,
  handler: (input, call) => deleteObject(input, call)
})
