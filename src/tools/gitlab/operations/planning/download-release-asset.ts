import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { brief } from '../../../../lib/format.ts'
import { downloadAsset } from '../../client/planning/releases.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { filePath } from '../../inputs/files.ts'
import { tagName } from '../../inputs/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_release_asset',
  group: 'planning',
  summary: 'Download an asset of a release',
  description:
    'Returns a file that a release links to, by the path of its link. Use it over HTTP with Accept: application/octet-stream; otherwise it returns a link and the first 64 KiB in base64. It does not download assets on another host or of another project: get_release returns their URLs.',
  permission: 'read',
  http: 'GET /releases/:tag/asset',
  timeout_ms: 300_000,
  see_also: ['gitlab_get_release', 'gitlab_list_package_files'],
  asked_as: {
    en: [
      'download the binary of the latest version',
      'get the installer of a release',
      'fetch the published app',
      'I need the zip of version 1.4',
      'give me the setup file of the last version',
      'fetch the APK that we shipped',
      'save the tarball of the release',
      'the customer wants the binary of v2',
      'pull the built program from the release page'
    ]
  },
  input: Type.Object({ project, tag: tagName, asset_path: filePath('Asset', 'in the release, such as bin/app.bin') }),
  output: stream(['application/octet-stream']),
  errors: {
    ...globalErrors('asset or release'),
    cannot_be_honoured: 'The asset does not link to a file of the project'
  },
  examples: [
    {
      name: 'app',
      summary: 'A file of a package',
      input: { project: 'acme/platform/tools', tag: 'v1.0', asset_path: 'bin/app.bin' },
      output: {
        url: '/v1/gitlab/releases/v1.0/asset?project=acme%2Fplatform%2Ftools&asset_path=bin%2Fapp.bin',
        media_type: 'application/octet-stream',
        filename: 'app.bin',
        length: 8,
        content: 'dGhlIGFwcAo=',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'An asset that does not exist',
      input: { project: 'acme/platform/tools', tag: 'v1.0', asset_path: 'bin/none' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ asset_path, tag, project }) => `Download ${brief(asset_path)} of the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadAsset(call.client, input, call)
})
