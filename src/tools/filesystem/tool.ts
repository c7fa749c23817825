import path from 'node:path'
import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'
import { createPrograms } from './client/programs.ts'
import { checkAvailability, limitToPaths, openVolume, parseRoots } from './client/volume.ts'

export const filesystem = defineTool({
  name: 'filesystem',
  title: 'Filesystem',
  description:
    "Files and directories on the gateway's host, inside the directories that its operator configured as roots. No credential is needed: access is that of the operating system user that runs the gateway.",
  prompt:
    'Use these operations to read, search and change text files on the host. Start with filesystem_list_roots, then use filesystem_directory_tree or filesystem_search_files to find the files you need. Read a file before you edit it. Relative paths start at the first root. Pass the sha256 of a read as expected_sha256, so that you never overwrite a change made by someone else. To make the same change in many files, use filesystem_bulk_replace_in_files. Nothing outside the roots can be reached.',
  settings: Type.Object({
    roots: Type.String({
      minLength: 1,
      'x-env': 'FILESYSTEM_ROOTS',
      description:
        'Directories to give access to, separated by commas or by the path separator of the operating system (a colon on Linux and macOS). Relative paths start at the first one. The gateway does not start if one of them contains, or is inside, the data folder, the code of the gateway, a file that its settings name, the gcloud credentials, the socket of Redis, /proc, /sys or /dev'
    }),
    commands: Type.Array(
      Type.String({ minLength: 1, maxLength: 4096, description: 'Name of a program on the PATH, or an absolute path' }),
      {
        maxItems: 100,
        default: [],
        'x-env': 'FILESYSTEM_COMMANDS',
        description:
          'Programs that filesystem_execute_command may run, with any arguments and with all permissions of the user that runs the gateway. Default: none, which disables the operation'
      }
    )
  }),
  folders: ({ roots }) => parseRoots(roots),
  connect: async ({ roots, commands }, runtime) => ({
    ...(await openVolume(roots, path.join(runtime.dataDirectory, 'temporary'))),
    ...createPrograms(commands, runtime)
  }),
  resources: { path: { inputs: ['path', 'file_path', 'source', 'destination'], operations: ['list_roots'] } },
  narrow: limitToPaths,
  available: checkAvailability,
  concurrent: true,
  local: true
})
