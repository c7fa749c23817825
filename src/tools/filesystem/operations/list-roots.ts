import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listRoots } from '../client/roots.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'list_roots',
  core: true,
  summary: 'List the directories that may be used',
  description:
    'Answers the roots: the directories that every path of this system must lie in. Use it first, when you do not know where you may read and write. Relative paths are read from the first root; files in the others are named by absolute paths. For what a root holds use list_directory or directory_tree.',
  permission: 'read',
  http: 'GET /list_roots',
  list: true,
  see_also: ['filesystem_list_directory', 'filesystem_directory_tree'],
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      path: Type.String({ description: 'Absolute path of the root, without symbolic links', 'x-volatile': true }),
      relative_paths: Type.Boolean({ description: 'true for the first root: relative paths are read from it' })
    }),
    {}
  ),
  errors: {},
  examples: [
    {
      name: 'roots',
      summary: 'One root, that of the sandbox',
      input: {},
      output: { items: [{ path: '/data', relative_paths: true }], next_cursor: null, total: { value: 1, relation: 'eq' } }
    },
    {
      name: 'bad_cursor',
      summary: 'A cursor that no page answered',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: 'cursor was not made by this operation.' }
    }
  ],
  handler: async (input, call) => listRoots(call.client, input)
})
