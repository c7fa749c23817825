import { Type } from 'typebox'
import { atMostOne } from '../../contract/requires.ts'
import { idOf, labelNames, moment, search, userName } from './inputs.ts'

const numbers = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A number in the project' }), {
  minItems: 1,
  maxItems: 100,
  description: 'Only those with these numbers (iid)'
})

/** Which issues or merge requests: those that all of these fit. */
export const filters = {
  labels: Type.Optional(labelNames('Only with all of these labels')),
  without_labels: Type.Optional(labelNames('Only with none of these labels')),
  milestone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only of the milestone of this title; None for those without, Any for those with one'
    })
  ),
  author: Type.Optional(userName('Only made by this user')),
  author_id: Type.Optional(idOf('user who made it')),
  assignee: Type.Optional(userName('Only assigned to this user')),
  assignee_id: Type.Optional(idOf('user it is assigned to')),
  search: Type.Optional(search('Words of title or description')),
  iids: Type.Optional(numbers),
  created_after: Type.Optional(moment('Only made at this time or later')),
  created_before: Type.Optional(moment('Only made before this time')),
  updated_after: Type.Optional(moment('Only changed at this time or later')),
  updated_before: Type.Optional(moment('Only changed before this time'))
}

/** GitLab refuses both at once. */
export const onePerson = [atMostOne('author', 'author_id'), atMostOne('assignee', 'assignee_id')]
