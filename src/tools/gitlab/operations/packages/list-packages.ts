import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listPackages } from '../../client/packages/packages.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName, sort } from '../../inputs/common.ts'
import { Package } from '../../schemas/packages.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_packages',
  group: 'packages',
  summary: 'List the packages of a project or group',
  description:
    'Returns the packages of the package registry with their versions. Use it to see what is published; for the files of a package, use list_package_files instead.',
  permission: 'read',
  http: 'GET /packages',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_list_package_files', 'gitlab_delete_package'],
  asked_as: {
    en: [
      'which versions of our library are published',
      'npm packages of the group',
      'what is in the package registry',
      'did version 2.1 get published',
      'everything in our registry',
      'which npm or maven things do we host',
      'the newest version of our library',
      'find the package with the client',
      'what libraries does the team publish',
      'is our module in the registry'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Part of the name' })),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only this version' })),
    type: Type.Optional(
      stringEnum(
        ['maven', 'npm', 'conan', 'nuget', 'pypi', 'composer', 'generic', 'golang', 'debian', 'rubygems', 'helm', 'terraform_module'],
        { description: 'Only packages of this type' }
      )
    ),
    order_by: stringEnum(['created_at', 'name', 'version', 'type'], {
      default: 'created_at',
      description: 'Property to sort by. Default created_at'
    }),
    sort,
    ...pages
  }),
  output: listOf(Package, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'npm',
      summary: 'The npm packages of a project',
      input: { project: 'acme/web', type: 'npm' },
      output: {
        items: [
          {
            id: 101,
            name: '@acme/form',
            version: '1.0.0',
            type: 'npm',
            status: 'default',
            project: 'acme/web',
            created_at: '2026-02-15T08:00:00.000Z',
            last_downloaded_at: null
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, group }) => `List the packages of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listPackages(call.client, input, call)
})
