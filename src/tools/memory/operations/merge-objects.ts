import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { brief } from '../../../lib/format.ts'
import { mergeObjects } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../failures.ts'
import { count, dryRun, linkShown, objectName, objectShown } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'merge_objects',
  core: true,
  summary: 'Make one object of two',
  description:
    'Moves all links of the object from, ended ones too, to the object into, then deletes from for good: that it was another object cannot be undone. Use it for two objects that mean the same, such as "Spring-AI" and "Spring AI"; to find many such pairs use bulk_merge_duplicates. Summary, type and attributes of into stay; what it does not say is taken from from. A link that into has at the same time already, or that would then lead to itself, is dropped and told. Answers the object as it is then.',
  permission: 'destructive',
  http: 'POST /objects/merge',
  dry_run: true,
  timeout_ms: 60_000,
  see_also: ['memory_bulk_merge_duplicates', 'memory_delete_object', 'memory_update_object'],
  input: Type.Object({ from: objectName('Object that goes'), into: objectName('Object that stays') }),
  output: Type.Object({
    object: objectShown('The object that stays, as it is then'),
    merged: Type.String({ description: 'Name of the object that went' }),
    links_moved: count('Links that were moved'),
    dropped: Type.Array(
      Type.Object({ link: linkShown('The link as it was'), reason: Type.String({ description: 'Why it has no place' }) }),
      {
        description: 'Links that were not moved, and are gone'
      }
    ),
    dry_run: dryRun
  }),
  errors: { ...NO_OBJECT, ...STORAGE },
  examples: [
    {
      name: 'same_thing',
      summary: 'What merging two spellings of one name would do',
      input: { from: 'Postgre SQL', into: 'PostgreSQL', dry_run: true },
      output: {
        object: {
          name: 'PostgreSQL',
          type: 'Technology',
          summary: 'A relational database',
          attributes: [{ name: 'licence', value: 'PostgreSQL License' }],
          created_at: '2026-01-05T09:00:00.000Z',
          updated_at: '2026-01-05T09:00:00.000Z'
        },
        merged: 'Postgre SQL',
        links_moved: 1,
        dropped: [],
        dry_run: true
      }
    },
    {
      name: 'with_itself',
      summary: 'Two spellings of one object are one already',
      input: { from: 'ADA PARK', into: 'Ada Park', confirm: true },
      error: { reason: 'invalid_field_value', message: 'from names the same object as into.' }
    }
  ],
  message: ({ from, into }) => `Merge the object ${brief(from)} into ${brief(into)}`,
  handler: (input, call) => mergeObjects(input, call)
})
