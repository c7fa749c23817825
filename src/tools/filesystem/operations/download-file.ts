import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { stream } from '../../../contract/stream.ts'
import { downloadFile } from '../client/files/download.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { filePath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'download_file',
  core: true,
  summary: 'Download the bytes of a file',
  description:
    'Returns the content of any file unchanged, of any type and size. Use it over HTTP with Accept: application/octet-stream to save an archive, a program, a video or a database. Otherwise, it returns a link and the first 64 KiB in base64. To continue an interrupted download, send Range, and its ETag in If-Range. To read text, an image or a PDF, use read_file; for the size, type and SHA-256, get_file_info.',
  permission: 'read',
  http: 'GET /download_file',
  timeout_ms: 300_000,
  see_also: ['filesystem_read_file', 'filesystem_get_file_info'],
  asked_as: {
    en: [
      'download a file from the host',
      'get the raw bytes of a file on disk',
      'save the zip archive from the server folder',
      'fetch a binary from disk',
      'give me the local video file',
      'I want the file itself',
      'send me the picture from disk',
      'I need the raw photo',
      'hand me the file as it is',
      'give me the zip from the folder',
      'get the original bytes',
      "download the report from the server's disk"
    ],
    de: ['die Datei vom Rechner herunterladen'],
    es: ['descarga el archivo del disco'],
    fr: ['télécharger le fichier du disque'],
    ja: ['ディスクのファイルをダウンロード'],
    pl: ['pobierz plik z dysku']
  },
  input: Type.Object({ file_path: filePath('File to download') }),
  output: stream(['application/octet-stream'], { ranges: true }),
  errors: { ...PATH_ERRORS, ...MISSING, not_a_file: 'The path is a directory, a FIFO, a socket or a device' },
  examples: [
    {
      name: 'image',
      summary: 'A small file, in base64',
      input: { file_path: 'assets/logo.png' },
      output: {
        url: '/v1/filesystem/download_file?file_path=assets%2Flogo.png',
        media_type: 'application/octet-stream',
        filename: 'logo.png',
        length: 70,
        content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'directory',
      summary: 'A directory cannot be downloaded',
      input: { file_path: 'docs' },
      error: { reason: 'not_a_file', message: 'docs is a directory, not a regular file.' }
    }
  ],
  message: ({ file_path }) => `Download ${file_path}`,
  handler: ({ file_path }, call) => downloadFile(call.client, file_path, call.signal)
})
