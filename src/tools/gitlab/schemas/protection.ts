import { Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { flag, word } from './common.ts'

const levels = (description: string) =>
  Type.Array(
    Type.Object({
      access_level: nullable(Type.Integer(), {
        description: '0: no one, 30: developers, 40: maintainers, 60: administrators; null for a single user or group'
      }),
      description: word('Access level, user or group as text'),
      user_id: nullable(Type.Integer(), { description: 'ID of the user; null for a role or group' }),
      group_id: nullable(Type.Integer(), { description: 'ID of the group; null for a role or user' })
    }),
    { description }
  )

export const Protection = Type.Object({
  name: word('Branch, or pattern such as release/*'),
  push: levels('Who may push'),
  merge: levels('Who may merge'),
  allow_force_push: flag('true: those who may push may also force-push'),
  code_owner_approval_required: flag('true: code owners must approve pushes (Premium)')
})
