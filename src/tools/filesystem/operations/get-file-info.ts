import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { getFileInfo } from '../client/info.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { encoding, filePath, kind, lineEnding, modified, sha256, shownPath, size } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'get_file_info',
  core: true,
  summary: 'Tell what a file, a directory or a link is',
  description:
    'Answers type, size, mode, times, media type, encoding, line ends and the sha256 of a file; the type, mode and times of a directory. Use it to check whether something is there and can be read as text, or to get the sha256 of a file without its content. For the content use read_file, for what a directory holds list_directory. A symbolic link is described by what it leads to, with is_symlink and target; where that lies outside the roots or is nothing, by the link itself, with target null.',
  permission: 'read',
  http: 'POST /get_file_info',
  see_also: ['filesystem_read_file', 'filesystem_list_directory'],
  input: Type.Object({ file_path: filePath('File, directory or link') }),
  output: Type.Object({
    path: shownPath('What was asked for'),
    absolute_path: Type.String({ description: 'The same, absolute, without symbolic links on the way', 'x-volatile': true }),
    name: Type.String({ description: 'Its last name' }),
    type: kind('What it is, behind a link; other: a FIFO, a socket or a device'),
    size,
    mode: Type.String({ description: 'Permission bits in octal, as 0644', 'x-volatile': true }),
    hard_links: Type.Integer({ minimum: 0, description: 'How many names the file has', 'x-volatile': true }),
    modified,
    created: nullable(Type.String({ format: 'date-time', 'x-volatile': true }), {
      description: 'When it was made, ISO 8601; null where the file system does not say'
    }),
    is_symlink: Type.Boolean({ description: 'true: the path itself is a symbolic link' }),
    target: nullable(Type.String(), {
      description: 'Where a link leads, as a path inside the roots; null for what is no link, or leads outside or to nothing'
    }),
    media_type: nullable(Type.String(), { description: 'By content, else by the ending of the name; null for what is not a file' }),
    encoding: nullable(encoding, { description: 'How the content is encoded, judged by its first 8 KB; null for what is not a file' }),
    line_ending: lineEnding,
    sha256: nullable(sha256('Of the content'), { description: 'SHA-256 of the content; null for what is not a file, and beyond 64 MB' })
  }),
  errors: { ...PATH_ERRORS, ...MISSING, not_a_file: 'It became another kind of file while it was looked at' },
  examples: [
    {
      name: 'text_file',
      summary: 'A text file with CRLF line ends',
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
      summary: 'Nothing is at the path',
      input: { file_path: 'samples/clrf.txt' },
      error: { reason: 'file_not_found', message: 'samples/clrf.txt does not exist.' }
    }
  ],
  handler: ({ file_path }, call) => getFileInfo(call.client, file_path, call)
})
