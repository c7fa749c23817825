import { Type } from 'typebox'
import { atMostOne } from '../../../contract/requires.ts'
import { labelNames, moment, search, userId, userName } from './common.ts'

const numbers = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number in the project' }), {
  minItems: 1,
  maxItems: 100,
  description: 'Only items with these numbers (IID)'
})

/** Filters for issues and merge requests; all of them must match. */
export const filters = {
  labels: Type.Optional(labelNames('Only items with all of these labels')),
  without_labels: Type.Optional(labelNames('Only items with none of these labels')),
  milestone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only items of the milestone with this title; None: no milestone; Any: any milestone'
    })
  ),
  author: Type.Optional(userName('Only items created by this user')),
  author_id: Type.Optional(userId('Only items created by this user')),
  assignee: Type.Optional(userName('Only items assigned to this user')),
  assignee_id: Type.Optional(userId('Only items assigned to this user')),
  search: Type.Optional(search('Words in the title or description')),
  iids: Type.Optional(numbers),
  created_after: Type.Optional(moment('Only items created at or after this time')),
  created_before: Type.Optional(moment('Only items created at or before this time')),
  updated_after: Type.Optional(moment('Only items changed at or after this time')),
  updated_before: Type.Optional(moment('Only items changed at or before this time'))
}

/** GitLab refuses a username together with an ID. */
export const eitherNameOrId = [atMostOne('author', 'author_id'), atMostOne('assignee', 'assignee_id')]
