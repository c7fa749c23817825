import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { brief } from '../../../lib/format.ts'
import { mergeObjects } from '../client/objects.ts'
import { NO_OBJECT, STORAGE } from '../errors.ts'
import { count, dryRun, linkShown, objectName, objectShown } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'merge_objects',
  core: true,
  summary: 'Merge two objects',
  description:
    'Moves all links of the object `from`, including ended ones, to the object `into`, and deletes `from`. Returns the merged object. The name of `from` becomes an alias of `into` and still finds the object; update_object can remove the alias. There is no undo. Use it for two objects that stand for the same thing, such as "Spring-AI" and "Spring AI"; to find many such pairs, use bulk_merge_duplicates. `into` keeps its summary, type and attributes; missing ones are taken from `from`. A link that `into` already has for the same period, or that would link `into` to itself, is dropped and reported.',
  permission: 'destructive',
  http: 'POST /objects/merge',
  dry_run: true,
  timeout_ms: 60_000,
  see_also: ['memory_bulk_merge_duplicates', 'memory_delete_object', 'memory_update_object', 'memory_get_object'],
  asked_as: {
    en: [
      'these two people are the same',
      'combine duplicate entities',
      'Bob and Robert are one person',
      'two entries mean the same company',
      'join a person stored under two names',
      'these are the same company',
      'she is stored twice',
      'Bob Smith and Robert Smith are one person',
      'you have the same person twice',
      'both names mean the same woman',
      "that's the same company under another name",
      'put the two entries together'
    ]
  },
  input: Type.Object({ from: objectName('Object to delete after the merge'), into: objectName('Object to keep') }),
  output: Type.Object({
    object: objectShown('The object that stays, after the merge'),
    merged: Type.String({ description: 'Name of the deleted object' }),
    links_moved: count('Number of links moved'),
    dropped: Type.Array(Type.Object({ link: linkShown('The dropped link'), reason: Type.String({ description: 'Why it was dropped' }) }), {
      description: 'Links that were dropped'
    }),
    dry_run: dryRun
  }),
  errors: { ...NO_OBJECT, ...STORAGE },
  examples: [
    {
      name: 'same_thing',
      summary: 'Preview merging two spellings of one name',
      input: { from: 'Postgre SQL', into: 'PostgreSQL', dry_run: true },
      output: {
        object: {
          name: 'PostgreSQL',
          type: 'Technology',
          summary: 'A relational database',
          attributes: [{ name: 'licence', value: 'PostgreSQL License' }],
          aliases: ['Postgre SQL'],
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
      summary: 'Two spellings of the same object name',
      input: { from: 'ADA PARK', into: 'Ada Park', confirm: true },
      error: { reason: 'invalid_field_value', message: 'from is the same object as into.' }
    }
  ],
  message: ({ from, into }) => `Merge the object ${brief(from)} into ${brief(into)}`,
  handler: (input, call) => mergeObjects(input, call)
})
