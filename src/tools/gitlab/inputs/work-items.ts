import { Type } from 'typebox'
import { stringEnum } from '../../../contract/schema.ts'
import { day, idOf, ofGroup, projectName, userNames } from './common.ts'

const WORK_ITEM_TYPES = ['epic', 'issue', 'task', 'incident', 'objective', 'key_result', 'requirement', 'test_case', 'ticket'] as const

export const workItemType = (description: string) => stringEnum([...WORK_ITEM_TYPES], { description })

/** Epics belong to groups, other work items to projects. */
export const inNamespace = {
  project: Type.Optional(projectName('Project', 'that of the instance')),
  group: ofGroup
}

export const workItemIid = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  'x-aliases': ['iid'],
  description: 'Work item: number in the project or group (IID), 12 for #12 or &12'
})

export const workItemReference = (description: string) =>
  Type.String({
    minLength: 3,
    maxLength: 300,
    pattern: '^[^\\s?#&%]+[#&]\\d{1,9}$',
    'x-form': 'such as group&12 or group/name#12',
    description: `${description}: reference, such as group&12 for an epic or group/name#12`
  })

const customFields = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name' }),
    values: Type.Array(Type.String({ maxLength: 1024, description: 'Value; for a select field, the name of the option' }), {
      maxItems: 50,
      description: 'Values; more than one only for a multi-select field; an empty list clears the field'
    })
  }),
  { minItems: 1, maxItems: 50, description: 'Custom fields to set, as list_work_item_types returns them' }
)

/** Properties that creating and updating have in common. */
export const workItemContent = {
  assignees: Type.Optional(userNames('Assignees', 'usernames')),
  milestone_id: Type.Optional(idOf('milestone, not its number')),
  iteration_id: Type.Optional(idOf('iteration, as list_iterations returns it')),
  start_date: Type.Optional(day('Start date')),
  due_date: Type.Optional(day('Due date')),
  weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Weight' })),
  health_status: Type.Optional(stringEnum(['onTrack', 'needsAttention', 'atRisk'], { description: 'Health status' })),
  status: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Status: its name, such as In progress' })),
  parent: Type.Optional(workItemReference('Parent')),
  confidential: Type.Optional(Type.Boolean({ description: 'true: visible only to members' })),
  custom_fields: Type.Optional(customFields)
}
