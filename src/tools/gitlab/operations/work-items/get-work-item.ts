import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { getWorkItem } from '../../client/work-items/work-items.ts'
import { globalErrors } from '../../errors.ts'
import { inNamespace, workItemIid } from '../../inputs/work-items.ts'
import { untrusted } from '../../schemas/common.ts'
import { WholeWorkItem } from '../../schemas/work-items.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_work_item',
  group: 'work_items',
  summary: 'Get an epic, task, objective or other work item',
  description:
    'Returns a work item with its description, children, linked items and custom fields. Use it to read an epic or task. Comments are not included: use list_work_item_comments for them.',
  permission: 'read',
  http: 'GET /work-items/:iid',
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_work_items', 'gitlab_list_work_item_comments', 'gitlab_update_work_item'],
  asked_as: {
    en: [
      'show me the epic',
      'what is left in the epic',
      'details of a task',
      'parent and children of the work item',
      'how far is the roadmap epic',
      'what belongs to epic 5',
      'what is objective 2 about',
      'which tasks are below the story',
      'when is the epic due',
      'who works on the key result',
      'the health of the epic'
    ]
  },
  input: Type.Object({ ...inNamespace, iid: workItemIid }),
  output: Type.Object({ ...WholeWorkItem.properties, untrusted }),
  errors: { ...globalErrors('work item, project or group') },
  examples: [
    {
      name: 'epic',
      summary: 'An epic',
      input: { group: 'acme', iid: 1 },
      output: {
        id: 9001,
        iid: 1,
        type: 'Epic',
        title: 'Better forms',
        state: 'opened',
        status: 'To do',
        labels: ['feature'],
        assignees: [],
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        milestone: null,
        iteration: null,
        start_date: '2026-01-12',
        due_date: null,
        weight: null,
        health_status: 'onTrack',
        parent: null,
        confidential: false,
        created_at: '2026-01-11T08:00:00.000Z',
        updated_at: '2026-01-12T08:00:00.000Z',
        closed_at: null,
        reference: 'acme&1',
        url: 'https://gitlab.example.com/groups/acme/-/work_items/1',
        description: 'Nothing that was typed is lost.',
        children: [],
        linked_items: [],
        custom_fields: [],
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A work item that does not exist',
      input: { group: 'acme', iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ iid, project, group }) => `Get the work item ${iid} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => getWorkItem(call.client, input, call)
})
