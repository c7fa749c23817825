import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, nullable } from '../../../contract/schema.ts'
import { listDirectory } from '../client/list.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { directoryPath, kind, modified, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'list_directory',
  core: true,
  summary: 'List the entries of one directory',
  description:
    'Answers name, path, type, size and time of change of each entry, hidden ones too, in the order of their names, page by page. Use it to see what one directory holds. For what lies below it use directory_tree, to find files by name or text search_files, for one file get_file_info. Symbolic links are listed as such and not followed. A page goes on behind the last name of the page before, so nothing is listed twice or missed when other entries come or go; total counts all entries.',
  permission: 'read',
  http: 'POST /list_directory',
  list: true,
  see_also: ['filesystem_directory_tree', 'filesystem_search_files', 'filesystem_get_file_info'],
  input: Type.Object({ path: directoryPath('Directory to list') }),
  output: listOf(
    Type.Object({
      name: Type.String({ description: 'Name of the entry' }),
      path: shownPath('The entry'),
      type: kind('What it is; other: a FIFO, a socket or a device'),
      size: nullable(Type.Integer({ minimum: 0 }), { description: 'Size in bytes; null for what is not a file' }),
      modified
    }),
    { path: shownPath('The directory') }
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
        next_cursor: 'ZW1wdHkudHh0',
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
