import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listEnvironments } from '../../client/environments/environments.ts'
import { globalErrors } from '../../errors.ts'
import { FAILED_DEPLOYMENT, PRODUCTION, reviewApp } from '../../examples.ts'
import { pages, project } from '../../inputs/common.ts'
import { Environment } from '../../schemas/environments.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_environments',
  group: 'environments',
  summary: 'List the environments of a project',
  description:
    'Returns the environments of a project with their state and URL. Use it to find out where the project is deployed, or to find the ID of an environment. The latest deployment is not always included: get_environment returns it.',
  permission: 'read',
  http: 'GET /environments',
  list: true,
  requires: [atMostOne('name', 'search')],
  see_also: ['gitlab_get_environment', 'gitlab_list_deployments'],
  asked_as: {
    en: [
      'where is the app deployed',
      'which review apps are running',
      'staging and production of the repo',
      'URL of the deployed site',
      'which stages do we have',
      'where can I see the app',
      'which test servers exist',
      'is there a preview of the branch',
      'the addresses of all our deployments',
      'which environments are stopped',
      'do we have a staging'
    ]
  },
  input: Type.Object({
    project,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only the environment with this name' })),
    search: Type.Optional(Type.String({ minLength: 3, maxLength: 255, description: 'Part of the name, at least 3 characters' })),
    state: Type.Optional(stringEnum(['available', 'stopping', 'stopped'], { description: 'Only environments in this state' })),
    ...pages
  }),
  output: listOf(Environment, {}),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'The environments of a project',
      input: { project: 'acme/web' },
      output: {
        items: [PRODUCTION, reviewApp(1, FAILED_DEPLOYMENT.sha)],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the environments of ${project ?? 'the default project'}`,
  handler: (input, call) => listEnvironments(call.client, input, call)
})
