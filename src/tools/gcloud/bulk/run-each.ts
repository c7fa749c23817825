import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { beforeNext } from '../../../contract/bulk-failure.ts'
import { oneOf } from '../../../contract/requires.ts'
import { itemsOf, pageOf, prepareEach, runEach } from '../client/each.ts'
import { permissionOf } from '../client/plan.ts'
import { EACH, NEEDS_SDK } from '../examples.ts'
import { messageFor, notInteractive, showsFor } from '../message.ts'
import { ASKED, FAILURES } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineBulk(gcloud, {
  name: 'run_each',
  core: true,
  summary: 'Run one gcloud command for each of many things',
  description:
    'Makes a job that runs a command once for every item, with the item in place of {item}: for projects, instances, buckets. The items are what a command that only lists prints as JSON, by one field of its rows, or the ids that are given. Use it to ask or change many things alike; for one use gcloud_run. The job shows the items and the command as a preview, and runs nothing before it is confirmed; what the command deletes may be gone for good. An item stands in arguments only, never in the command itself, and can bring in no flag. What fails for one item is told for that item; a credential that is refused, or a limit, makes the job wait. Of each output the first part is kept, at most 1.7 kB. Answers the job: poll it with jobs_get.',
  permission: { ceiling: 'destructive', of: permissionOf },
  see_also: ['gcloud_run', 'gcloud_check'],
  requires: [oneOf('args', 'command'), oneOf('list', 'ids')],
  input: Type.Object({
    ...ASKED,
    list: Type.Optional(
      Type.Array(Type.String({ maxLength: 32_768, description: 'One argument of the list command' }), {
        minItems: 1,
        maxItems: 500,
        description: 'A command that only lists: ["projects", "list"]. Its rows are the items. Give either this or ids'
      })
    ),
    field: Type.String({
      minLength: 1,
      maxLength: 200,
      default: 'name',
      description: 'Field of the rows that stands for {item}: name, projectId, or a path such as metadata.name. Default name'
    }),
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: 110_000,
      default: 60_000,
      description: 'Each command is ended after so many milliseconds. Default 60,000'
    })
  }),
  errors: FAILURES,
  examples: [
    {
      name: 'each_project',
      summary: 'The enabled services of every project: a job that shows them and awaits confirmation',
      tested_elsewhere: NEEDS_SDK,
      input: { list: ['projects', 'list'], field: 'projectId', args: ['services', 'list', '--enabled', '--project={item}'] },
      output: EACH
    },
    {
      name: 'no_place',
      summary: 'A command that has no place for the item',
      input: { list: ['projects', 'list'], args: ['projects', 'describe'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: messageFor('For each item run'),
  idempotent: false,
  max_batch: 1,
  concurrency: 4,
  async prepare(input, call) {
    notInteractive(input)
    const { query, action, plan } = await prepareEach(call.client, input, call)
    const { judgement, command } = plan
    const warnings = judgement.verdict === 'read' ? [] : [judgement.why]
    return { query, action, metadata: { path: command.path.join(' '), verdict: judgement.verdict, ...showsFor(input), warnings } }
  },
  count: async (query, call) => ({ value: (await itemsOf(call.client, query, call, true)).length, relation: 'eq' }),
  nextBatch: async (query, at, call) => pageOf(await itemsOf(call.client, query, call), at),
  async *executeBatch(items, action, call) {
    for (const item of items) {
      beforeNext(call.signal)
      yield await runEach(call.client, item, action, call)
    }
  }
})
