import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, nullable } from '../../../contract/schema.ts'
import { listDirectory } from '../client/directories/list.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { directoryPath, kind, modified, outputPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'list_directory',
  core: true,
  summary: 'List the entries of a directory',
  description:
    'Returns the name, path, type, size and modification time of each entry, including hidden ones, sorted by name, page by page. Use it to see the contents of one directory. For everything below it, use directory_tree; to find files by name or text, search_files; for one file, get_file_info. Symbolic links are listed, not followed. A page continues after the last name of the previous page, so no entry is listed twice or missed when other entries are created or deleted; total counts all entries.',
  permission: 'read',
  http: 'POST /list_directory',
  list: true,
  see_also: ['filesystem_directory_tree', 'filesystem_search_files', 'filesystem_get_file_info'],
  asked_as: {
    en: [
      "what's in this folder",
      'ls',
      'show the files in a directory',
      'which files are here',
      'name the files in the downloads directory',
      'is there anything in this folder',
      'what have I got in the downloads folder',
      'is the directory empty',
      'which files are in there',
      "what's lying in the downloads folder",
      'list the contents of the directory',
      'which documents are in that folder'
    ],
    de: ['welche Dateien sind in diesem Ordner'],
    es: ['qué hay en esta carpeta'],
    fr: ['que contient ce dossier'],
    ja: ['フォルダの中身を見せて'],
    pl: ['co jest w tym folderze']
  },
  input: Type.Object({ path: directoryPath('Directory to list') }),
  output: listOf(
    Type.Object({
      name: Type.String({ description: 'Name of the entry' }),
      path: outputPath('Path of the entry'),
      type: kind('Type; other: a FIFO, a socket or a device'),
      size: nullable(Type.Integer({ minimum: 0 }), { description: 'Size in bytes; null if it is not a file' }),
      modified
    }),
    { path: outputPath('Path of the directory') }
  ),
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'page',
      summary: 'The first two entries of a directory',
      input: { path: 'samples', limit: 2 },
      output: {
        items: [
          { name: 'crlf.txt', path: 'samples/crlf.txt', type: 'file', size: 37, modified: '2026-01-01T00:00:00.000Z' },
          { name: 'empty.txt', path: 'samples/empty.txt', type: 'file', size: 0, modified: '2026-01-01T00:00:00.000Z' }
        ],
        next_cursor: 'WyJlbXB0eS50eHQiXQ',
        total: { value: 3, relation: 'eq' },
        path: 'samples'
      }
    },
    {
      name: 'file',
      summary: 'A file is not a directory',
      input: { path: 'README.md' },
      error: { reason: 'not_a_directory', message: 'README.md is a file, not a directory.' }
    }
  ],
  handler: (input, call) => listDirectory(call.client, input, call)
})
