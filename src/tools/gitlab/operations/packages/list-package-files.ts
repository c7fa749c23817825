import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listPackageFiles } from '../../client/packages/packages.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, pages, project } from '../../inputs/common.ts'
import { PackageFile } from '../../schemas/packages.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_package_files',
  group: 'packages',
  summary: 'List the files of a package',
  description:
    'Returns the files of a package with size and hash. Use it to check what was published. To find the ID of a package, use list_packages.',
  permission: 'read',
  http: 'GET /packages/:package_id/files',
  list: true,
  see_also: ['gitlab_list_packages'],
  asked_as: {
    en: [
      'how large is the published package',
      'checksum of the package',
      'files in the artifact registry',
      'how many megabytes does version 2 have',
      'what is inside the published library',
      'the SHA of the uploaded jar',
      'which files did we publish',
      'see inside a package',
      'size of the npm package'
    ]
  },
  input: Type.Object({ project, package_id: idOf('package'), ...pages }),
  output: listOf(PackageFile, {}),
  errors: { ...globalErrors('package') },
  examples: [
    {
      name: 'app',
      summary: 'Files of a package',
      input: { project: 'acme/web', package_id: 102 },
      output: {
        items: [
          {
            id: 1020,
            name: 'app.bin',
            size: 8,
            sha256: 'd3e65e4280149254adfdacfcf86cae5329a19461490f35a4ac5beef5a4118327',
            created_at: '2026-02-16T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A package that does not exist',
      input: { project: 'acme/web', package_id: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ package_id, project }) => `List the files of the package ${package_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => listPackageFiles(call.client, input, call)
})
