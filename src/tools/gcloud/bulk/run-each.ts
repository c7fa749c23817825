import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { forEachItem } from '../../../contract/each-item.ts'
import { oneOf } from '../../../contract/requires.ts'
import { eachPermissionOf } from '../client/run/plan.ts'
import { itemsOf, pageOf, prepareEach, runEach } from '../client/run/run-each.ts'
import { EACH, NEEDS_SDK } from '../examples.ts'
import { confirmationDetails, messageFor, refuseInteractive } from '../message.ts'
import { COMMAND_ERRORS, COMMAND_INPUT } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineBulk(gcloud, {
  name: 'run_each',
  core: true,
  summary: 'Run one gcloud command for each of many items',
  description:
    'Creates a job that runs a command once for each item, such as a project, an instance or a bucket. {item} in the command is replaced by the item. The items are the values of one field in the rows of a list command, or the IDs that you give. Use it to read or change many resources in the same way; for a single one, use gcloud_run. The job shows the items and the command as a preview and runs nothing until it is confirmed; what the command deletes may be lost permanently. An item is inserted in arguments only, never in the name of the command, and cannot add a flag. The job stores the command, so a command that contains a secret is refused. A failure of one item is reported for that item; if the credential is refused or a limit is reached, the job waits. At most the first 1.7 kB of each output is kept. Returns the job: poll it with jobs_get.',
  permission: { maximum: 'destructive', of: eachPermissionOf },
  see_also: ['gcloud_run', 'gcloud_check'],
  asked_as: {
    en: [
      'stop all these VMs',
      'run the same cloud command for every project',
      'delete dozens of buckets',
      'apply a setting to each instance',
      'restart many virtual machines',
      'start every instance in the list',
      'run one gcloud command per project',
      'label all our VMs',
      'stop each of these machines',
      'the same command for every instance',
      'restart all these VMs',
      'resize all these machines',
      'label each of the buckets'
    ]
  },
  requires: [oneOf('args', 'command'), oneOf('list', 'ids')],
  input: Type.Object({
    ...COMMAND_INPUT,
    list: Type.Optional(
      Type.Array(Type.String({ maxLength: 32_768, description: 'One argument of the list command' }), {
        minItems: 1,
        maxItems: 500,
        'x-secret': true,
        description: 'List command whose rows provide the items: ["projects", "list"]. Set either this or ids'
      })
    ),
    field: Type.String({
      minLength: 1,
      maxLength: 200,
      default: 'name',
      description: 'Field of each row that replaces {item}: name, projectId, or a path such as metadata.name. Default name'
    }),
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: 110_000,
      default: 60_000,
      description: 'Timeout of each command in milliseconds. Default 60,000'
    })
  }),
  errors: {
    ...COMMAND_ERRORS,
    cannot_be_honoured: 'interactive is true, or the list command prompted, printed no JSON list or returned only a part of it'
  },
  examples: [
    {
      name: 'each_project',
      summary: 'List the enabled services of every project: the job shows its items and waits for confirmation',
      tested_elsewhere: NEEDS_SDK,
      input: { list: ['projects', 'list'], field: 'projectId', args: ['services', 'list', '--enabled', '--project={item}'] },
      output: EACH
    },
    {
      name: 'no_place',
      summary: 'A command without {item} is refused',
      input: { list: ['projects', 'list'], args: ['projects', 'describe'] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: messageFor('For each item, run'),
  idempotent: false,
  max_batch: 1,
  concurrency: 4,
  async prepare(input, call) {
    refuseInteractive(input)
    const { query, action, plan } = await prepareEach(call.client, input, call)
    const { judgment, command } = plan
    const warnings = judgment.verdict === 'read' ? [] : [judgment.why]
    return {
      query,
      action,
      metadata: { path: command.path.join(' '), verdict: judgment.verdict, ...confirmationDetails(input), warnings }
    }
  },
  count: async (query, call) => ({ value: (await itemsOf(call.client, query, call, true)).length, relation: 'eq' }),
  nextBatch: async (query, at, call) => pageOf(await itemsOf(call.client, query, call), at),
  executeBatch: (items, action, call) => forEachItem(items, call, item => runEach(call.client, item, action, call))
})
