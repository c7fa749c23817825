import { type Static, Type } from 'typebox'
import type { Caller } from './call.ts'
import { OperationError } from './errors.ts'

/** Restrictions of a key beyond its scopes. Absent: not restricted in this respect. */
export const Constraints = Type.Object(
  {
    instances: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 128,
          pattern: '^[a-z][a-z0-9]*:[a-z0-9][a-z0-9_-]{0,62}$',
          'x-form': 'a system and an instance, such as gitlab:work',
          description: 'System and name of an instance, such as gitlab:work'
        }),
        {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'The only instances that the key may use, of all systems that have instances. Default: all'
        }
      )
    ),
    operations: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 65,
          pattern: '^!?[a-z0-9_*]{1,64}$',
          'x-form': 'an operation ID, in which * stands for any characters, with ! before it to exclude it',
          description: 'ID of an operation, or a pattern such as gitlab_* or !gitlab_delete_*'
        }),
        {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description:
            'The only operations that the key may call, as patterns. Those with ! exclude operations, whatever the others allow; if all have !, all other operations are allowed. Operations of jobs and calls are always allowed. Default: all'
        }
      )
    )
  },
  { additionalProperties: false, description: 'Restrictions of the key beyond its scopes' }
)
export type Constraints = Static<typeof Constraints>

/** The constraints of a caller; none if it has none. */
export const constraintsOf = ({ constraints = NONE }: Pick<Caller, 'constraints'>): Constraints => constraints

const NONE: Constraints = {}

/** Returns the error for a call that a constraint of the key refuses. `only`: what the key may only do. It is the same whether the thing exists or not. */
export const outsideConstraints = (only: string): OperationError =>
  new OperationError('outside_constraints', `This key may only ${only}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Use another key, or ask the operator of the gateway to change the constraints of this one.']
  })
