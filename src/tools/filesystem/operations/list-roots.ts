import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { listRoots } from '../client/directories/list.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'list_roots',
  core: true,
  summary: 'List the directories that you can access',
  description:
    'Returns the roots: every path that you pass must be inside one of these directories. Use it first if you do not know where you may read and write. Relative paths start at the first root; files in other roots need absolute paths. For the contents of a root, use list_directory or directory_tree.',
  permission: 'read',
  http: 'GET /list_roots',
  list: true,
  see_also: ['filesystem_list_directory', 'filesystem_directory_tree'],
  asked_as: {
    en: [
      'which folders can you access',
      'what directories am I allowed to use',
      'where may you read and write on this machine',
      'where on this computer do you have access',
      'which paths are allowed',
      'which folders am I allowed to touch',
      'where may you write',
      'what parts of the disk can you use',
      'on which paths do you have rights',
      'where on the machine can you look',
      'which directories are open to you',
      'show me the allowed paths'
    ],
    de: ['auf welche Ordner hast du Zugriff'],
    es: ['a qué carpetas tienes acceso'],
    fr: ['à quels dossiers as-tu accès'],
    ja: ['アクセスできるフォルダは'],
    pl: ['do jakich folderów masz dostęp']
  },
  input: Type.Object({}),
  output: listOf(
    Type.Object({
      path: Type.String({ description: 'Absolute path of the root, without symbolic links', 'x-volatile': true }),
      relative_paths: Type.Boolean({ description: 'true for the first root, where relative paths start' })
    }),
    {}
  ),
  errors: {},
  examples: [
    {
      name: 'roots',
      summary: 'The root of the sandbox',
      input: {},
      output: { items: [{ path: '/data', relative_paths: true }], next_cursor: null, total: { value: 1, relation: 'eq' } }
    },
    {
      name: 'bad_cursor',
      summary: 'An invalid cursor',
      input: { cursor: 'second' },
      error: { reason: 'invalid_field_value', message: '`cursor` was not returned by this operation.' }
    }
  ],
  handler: async (input, call) => listRoots(call.client, input)
})
