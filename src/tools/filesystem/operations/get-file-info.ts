import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getFileInfo } from '../client/files/info.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { encoding, filePath, kind, lineEnding, modified, outputPath, sha256, size } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'get_file_info',
  core: true,
  summary: 'Get details of a file, a directory or a link',
  description:
    'Returns the type, size, mode, times, media type, encoding, line endings and SHA-256 of a file, or the type, mode and times of a directory. Use it to check whether something exists and is readable as text, or to get the SHA-256 of a file without its content. For the content, use read_file; for the entries of a directory, list_directory. For a symbolic link, it returns the details of the target, with is_symlink true; if the target is outside the roots or missing, those of the link itself, with target null.',
  permission: 'read',
  http: 'POST /get_file_info',
  see_also: ['filesystem_read_file', 'filesystem_list_directory'],
  asked_as: {
    en: [
      'how big is a file',
      'when was this file last modified',
      'does the file exist',
      'permissions of a file',
      'file size',
      'when was the file changed',
      'how many bytes does it have',
      'is it a file or a folder',
      'when was the backup last changed',
      'how large is the archive',
      'is there a file with that name',
      'how old is the file'
    ],
    de: ['wie groß ist die Datei'],
    es: ['cuánto ocupa el archivo'],
    fr: ['quelle est la taille du fichier'],
    ja: ['ファイルのサイズを調べて'],
    pl: ['jak duży jest plik']
  },
  input: Type.Object({ file_path: filePath('File, directory or link') }),
  output: Type.Object({
    path: outputPath('Requested path'),
    absolute_path: Type.String({ description: 'Absolute path with symbolic links resolved', 'x-volatile': true }),
    name: Type.String({ description: 'File name' }),
    type: kind(
      'Type; for a link, the type of its target, or symlink if that is outside the roots or missing; other: a FIFO, a socket or a device'
    ),
    size,
    mode: Type.String({ description: 'Permission bits in octal, such as 0644', 'x-volatile': true }),
    hard_links: Type.Integer({ minimum: 0, description: 'Number of hard links', 'x-volatile': true }),
    modified,
    created: nullable(Type.String({ format: 'date-time', 'x-volatile': true }), {
      description: 'Time of creation, ISO 8601; null if the file system does not record it'
    }),
    is_symlink: Type.Boolean({ description: 'true: the path itself is a symbolic link' }),
    target: nullable(Type.String(), {
      description:
        'Target of a link, as a path inside the roots; null if it is not a link, or if the target is outside the roots or missing'
    }),
    media_type: nullable(Type.String(), {
      description: 'Media type, detected from the content or else from the extension; null if it is not a file'
    }),
    encoding: nullable(encoding, { description: 'Encoding, detected from the first 8 KB; null if it is not a file' }),
    line_ending: lineEnding,
    sha256: nullable(sha256('SHA-256 of the content'), {
      description: 'SHA-256 of the content; null if it is not a file, or is larger than 64 MB'
    })
  }),
  errors: { ...PATH_ERRORS, ...MISSING, not_a_file: 'The type of the file changed during the call' },
  examples: [
    {
      name: 'text_file',
      summary: 'A text file with CRLF line endings',
      input: { file_path: 'samples/crlf.txt' },
      output: {
        path: 'samples/crlf.txt',
        absolute_path: '/data/samples/crlf.txt',
        name: 'crlf.txt',
        type: 'file',
        size: 37,
        mode: '0644',
        hard_links: 1,
        modified: '2026-01-01T00:00:00.000Z',
        created: '2026-01-01T00:00:00.000Z',
        is_symlink: false,
        target: null,
        media_type: 'text/plain',
        encoding: 'utf-8',
        line_ending: 'crlf',
        sha256: '56b14fbccf8b720464187c1beea5f4a37e41c3d87cad95dcbe4183092477885e'
      }
    },
    {
      name: 'not_there',
      summary: 'A path that does not exist',
      input: { file_path: 'samples/clrf.txt' },
      error: { reason: 'file_not_found', message: 'samples/clrf.txt does not exist.' }
    }
  ],
  handler: ({ file_path }, call) => getFileInfo(call.client, file_path, call)
})
