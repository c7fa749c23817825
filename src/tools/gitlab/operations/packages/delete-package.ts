import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deletePackage } from '../../client/packages/packages.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_package',
  group: 'packages',
  summary: 'Delete a version of a package',
  description:
    'Deletes one version of a package; its files are lost permanently, and builds that need it fail. Use it only for versions published by mistake.',
  permission: 'destructive',
  http: 'DELETE /packages/:package_id',
  see_also: ['gitlab_list_packages'],
  asked_as: {
    en: [
      'unpublish a broken version',
      'remove a package from the registry',
      'delete the wrong release of the library',
      'take the broken version out of the registry',
      'no one may install that version any more',
      'we published the wrong package',
      'pull the npm package back',
      'the old jar in the registry can go',
      'free space in the package registry',
      'yank version 1.2.0 of the library'
    ]
  },
  input: Type.Object({ project, package_id: idOf('package version, as list_packages returns it') }),
  output: Type.Object({ package_id: Type.Integer({ description: 'ID of the package version' }), deleted }),
  errors: { ...resourceErrors('package version') },
  examples: [
    {
      name: 'app',
      summary: 'A version published by mistake',
      input: { project: 'acme/playground', package_id: 302, confirm: true },
      output: { package_id: 302, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A package version that does not exist',
      input: { project: 'acme/playground', package_id: 9999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ package_id, project }) => `Delete the package version ${package_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => deletePackage(call.client, input, call)
})
