import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { brief } from '../../../lib/format.ts'
import { countParts, eraseEach, findErased, lookUpParts, nextParts, preparePerson } from '../client/bulk/erase-person.ts'
import { objectName } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineBulk(memory, {
  name: 'erase_person',
  summary: 'Delete a person and everything that names them',
  description:
    "Creates a job that erases a person, or anything else with a name, from the caller's graph: the object with its links, every fact and every object that names them, summaries, attributes, types and aliases of other objects, the sources of other facts, and the records of texts whose title or source names them. Use it if someone asks to be forgotten; to delete an object only, use delete_object. Texts are searched for the name, the aliases of the object, and the names in `also`; case and accents are ignored. Names of several words also match in another order and with the endings that memory_search ignores; a name of one word matches only as it is or with an s, so pass its other forms in `also`. The job shows a preview, and erases nothing until you confirm it. To keep some items, create another job with the other IDs in ids. There is no undo. Deleted text is overwritten as in delete_object. The job keeps the name and the preview: delete it with jobs_delete afterwards. Returns the job: poll it with jobs_get.",
  permission: 'destructive',
  see_also: ['memory_delete_object', 'memory_search', 'jobs_delete'],
  asked_as: {
    en: [
      'remove someone from memory completely',
      'right to be forgotten request',
      'purge all personal data of a person from memory',
      'GDPR erasure of a customer in the graph',
      'erase every mention of one customer',
      'wipe all traces of her, also where others are described',
      'she wants all her data deleted',
      'he asked us to forget him entirely',
      'get rid of every fact and note that names him'
    ],
    de: ['alle Daten einer Person löschen'],
    es: ['borra todos los datos de una persona'],
    fr: ["effacer toutes les données d'une personne"],
    ja: ['個人のデータをすべて消去'],
    pl: ['usuń wszystkie dane osoby']
  },
  input: Type.Object({
    name: objectName('Person to erase'),
    also: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300, description: 'Name, such as a nickname, an email address or an account' }), {
        minItems: 1,
        maxItems: 20,
        description:
          'Other names to erase, besides the name and the aliases of the object, and other forms of names of one word, such as Kowalskiego. Default: none'
      })
    )
  }),
  errors: {},
  examples: [
    {
      name: 'forget',
      summary: 'Everything that names a person: the job shows it and waits for confirmation',
      input: { name: 'Ada Park' },
      output: awaitingJob({
        operation: 'memory_bulk_erase_person',
        message: 'Erase Ada Park and everything that names them; this cannot be undone',
        irreversible: true,
        metadata: { names: ['Ada Park'], objects: ['Ada Park'] },
        sample: [
          { item_id: 'link-1', display_name: 'Ada Park -[works at]-> Fabrikam: Ada Park was an engineer at Fabrikam' },
          { item_id: 'link-2', display_name: 'Ada Park -[works at]-> Northwind Labs: Ada Park leads engineering at Northwind Labs' },
          { item_id: 'link-3', display_name: 'Ada Park -[leads]-> Atlas: Ada Park leads the project Atlas' },
          { item_id: 'object-1', display_name: 'Ada Park (Person), with 3 links' }
        ]
      })
    },
    { name: 'blank', summary: 'A name without a visible character', input: { name: ' ' }, error: { reason: 'invalid_field_value' } }
  ],
  message: ({ name }) => `Erase ${brief(name)} and everything that names them; this cannot be undone`,
  idempotent: true,
  max_batch: 20,
  prepare: (input, call) => preparePerson(input, call),
  count: (query, call) => countParts(query, call),
  nextBatch: (query, at, call) => nextParts(query, at, call),
  lookUp: (ids, query, call) => lookUpParts(ids, query, call),
  executeBatch: (items, action, call) => eraseEach(items, action, call),
  keeps_before: () => true,
  reconcile: (items, action, call) => findErased(items, action, call)
})
