import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { brief } from '../../../../lib/format.ts'
import { downloadFile } from '../../client/repository/files.ts'
import { globalErrors } from '../../errors.ts'
import { fileAt } from '../../inputs/files.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_file',
  group: 'repository',
  summary: 'Download a file of a repository',
  description:
    'Returns the content of a file of any size, unchanged. Use it over HTTP with Accept: application/octet-stream for large or binary files; otherwise it returns a link and the first 64 KiB. To read a text file, use get_file instead; it also returns last_commit_id, which update_file takes.',
  permission: 'read',
  http: 'GET /repository/file/raw',
  timeout_ms: 300_000,
  see_also: ['gitlab_get_file', 'gitlab_list_repository_tree'],
  asked_as: {
    en: [
      'download a binary from the repo',
      'get the raw file from git',
      'save an image of the repository',
      'fetch an LFS file',
      'get the raw PDF from the repository',
      'fetch an image from git',
      'get the binary from the repo',
      'save the image that is in the repository'
    ],
    de: ['eine Datei aus dem Repository herunterladen'],
    es: ['descarga un archivo del repositorio'],
    fr: ['télécharger un fichier du dépôt'],
    ja: ['リポジトリのファイルをダウンロード'],
    pl: ['pobierz plik z repozytorium']
  },
  input: Type.Object({
    ...fileAt,
    lfs: Type.Optional(
      Type.Boolean({
        description: 'true: for a Git LFS file, return the file itself (GitLab 15.7 and later). Default: the pointer that git stores'
      })
    )
  }),
  output: stream(['application/octet-stream']),
  errors: { ...globalErrors('file, branch or project') },
  examples: [
    {
      name: 'text',
      summary: 'A small file',
      input: { project: 'acme/web', file_path: 'src/form.js' },
      output: {
        url: '/v1/gitlab/repository/file/raw?project=acme%2Fweb&file_path=src%2Fform.js',
        media_type: 'application/octet-stream',
        filename: 'form.js',
        length: 102,
        content:
          'ZXhwb3J0IGZ1bmN0aW9uIHN1Ym1pdChmb3JtKSB7CiAga2VlcChmb3JtKQogIHJldHVybiBmZXRjaCgnL3NlbmQnLCB7IG1ldGhvZDogJ1BPU1QnLCBib2R5OiBmb3JtIH0pCn0K',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'A file that does not exist',
      input: { project: 'acme/web', file_path: 'nothing.txt' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, project }) => `Download ${brief(file_path)} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadFile(call.client, input, call)
})
