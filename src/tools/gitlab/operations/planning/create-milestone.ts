import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { createMilestone } from '../../client/planning/milestones.ts'
import { resourceErrors } from '../../errors.ts'
import { day, LONG_TEXT_BODY, longText, ofGroup, project, title } from '../../inputs/common.ts'
import { NewMilestone } from '../../schemas/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_milestone',
  group: 'planning',
  summary: 'Create a milestone',
  description:
    'Creates a milestone and returns it, including its ID. Use it to plan a release or an iteration. A title that another milestone of the project or its groups has is refused; to change that milestone, use update_milestone instead.',
  permission: 'write',
  http: 'POST /milestones',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_milestone'],
  see_also: ['gitlab_list_milestones', 'gitlab_update_milestone'],
  asked_as: {
    en: [
      'plan a new sprint',
      'set up an iteration',
      'define a goal with a deadline for the project',
      'new sprint from Monday to Friday',
      'add a version goal to the project',
      'set a target date for the next version',
      'plan a sprint',
      'a date until which the tickets are done',
      'plan the next sprint in GitLab',
      'add a milestone due in March',
      'we need a goal for the end of the quarter',
      'set up a sprint until June'
    ],
    de: ['einen Meilenstein anlegen'],
    es: ['crea un hito'],
    fr: ['créer un jalon'],
    ja: ['マイルストーンを作成'],
    pl: ['utwórz kamień milowy']
  },
  input: Type.Object({
    project,
    group: ofGroup,
    title: title('Title'),
    description: Type.Optional(longText('Description')),
    start_date: Type.Optional(day('Start date')),
    due_date: Type.Optional(day('Due date'))
  }),
  output: NewMilestone,
  requires: [atMostOne('project', 'group')],
  errors: { ...resourceErrors('project or group') },
  examples: [
    {
      name: 'new',
      summary: 'A milestone with dates',
      input: { project: 'acme/playground', title: 'Summer release', start_date: '2099-04-01', due_date: '2099-06-30' },
      output: {
        id: 1105,
        iid: 3,
        title: 'Summer release',
        description: '',
        state: 'active',
        start_date: '2099-04-01',
        due_date: '2099-06-30',
        expired: false,
        project_id: 3,
        group_id: null,
        created_at: '2026-11-22T08:51:52.832Z',
        updated_at: '2026-11-22T08:51:52.832Z',
        url: 'https://gitlab.example.com/milestones/3'
      }
    },
    {
      name: 'backwards',
      summary: 'The due date is before the start date',
      input: { project: 'acme/playground', title: 'Backwards', start_date: '2026-06-30', due_date: '2026-04-01' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ title, project, group }) => `Create the milestone ${title} in ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => createMilestone(call.client, input, call)
})
