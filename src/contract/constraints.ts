import { type Static, type TProperties, Type } from 'typebox'
import type { Caller } from './call.ts'
import { OperationError } from './errors.ts'

const only = (description: string, one: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1024, pattern: '\\S', description: one }), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description
    })
  )

const resources = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Optional(Type.Object(properties, { additionalProperties: false, description: `${title} resources. Default: all` }))

/** The resources of a system to which a key can be limited. The tool declares how they are checked: see `Tool.resources`. */
const OF_SYSTEMS = {
  calendar: resources('Google Calendar', {
    calendar: only('The only calendars, by ID, or primary. Default: all', 'ID of a calendar, or primary')
  }),
  confluence: resources('Confluence', { space: only('The only spaces, by key, such as ENG. Default: all', 'Key of a space') }),
  filesystem: resources('Filesystem', {
    path: only('The only directories, with everything below them, such as docs/. Default: all', 'Path of a directory')
  }),
  gcloud: resources('Google Cloud SDK', { project: only('The only projects, by ID. Default: all', 'ID of a project') }),
  gitlab: resources('GitLab', {
    project: only(
      'The only projects: a path such as acme/web, an ID, or acme/* for all projects of a group and its subgroups. Default: all',
      'A project, or a group with /*'
    )
  }),
  trello: resources('Trello', { board: only('The only boards, by ID (24 hex digits). Default: all', 'ID of a board') })
}

/** Restrictions of a key beyond its scopes. Absent: not restricted in this respect. */
export const Constraints = Type.Object(
  {
    instances: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 128,
          pattern: '^[a-z][a-z0-9]*:[a-z0-9][a-z0-9_-]{0,62}$',
          'x-form': 'a system and an instance, such as gitlab:work',
          description: 'An instance, such as gitlab:work'
        }),
        {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'The only instances that the key may use, in every system that has instances. Default: all'
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
            'Patterns of the operations that the key may call. A pattern with ! excludes operations, even if another pattern allows them; if every pattern has !, all other operations are allowed. Operations of jobs, calls, approvals and usage are always allowed. Default: all'
        }
      )
    ),
    ...OF_SYSTEMS
  },
  { additionalProperties: false, description: 'Restrictions of the key beyond its scopes' }
)
export type Constraints = Static<typeof Constraints>

/** The constraints of a caller; none if it has none. */
export const constraintsOf = ({ constraints = NONE }: Pick<Caller, 'constraints'>): Constraints => constraints

const NONE: Constraints = {}

/** Returns the resources of a system to which constraints limit a key, with the values that it may use. */
export function resourcesIn(
  { instances: _, operations: __, ...systems }: Constraints,
  system: string
): [resource: string, only: string[]][] {
  const resources = Object.entries(systems).find(([name]) => name === system)?.[1] ?? {}
  return Object.entries(resources).filter((entry): entry is [string, string[]] => entry[1] !== undefined)
}

/** What a key that is limited to some resources of a system may only do. */
export const useOnly = (resource: string, only: readonly string[], title: string): string =>
  `use the ${resource}s ${only.join(', ')} of ${title}`

/** Returns the error for a call that a constraint of the key refuses. `only`: what the key may only do. It is the same whether the thing exists or not. `suggestions`: further ones. */
export const outsideConstraints = (only: string, ...suggestions: string[]): OperationError =>
  new OperationError('outside_constraints', `This key may only ${only}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      ...suggestions,
      'A resource that does not exist is refused in the same way as one that is not allowed: check its name.',
      'Use another key, or ask the operator of the gateway to change the constraints of this one.'
    ]
  })
