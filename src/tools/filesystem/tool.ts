import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'
import { programsOf } from './client/programs.ts'
import { availabilityOf, openVolume } from './client/volume.ts'

export const filesystem = defineTool({
  name: 'filesystem',
  title: 'Filesystem',
  description:
    'Files and directories on the host of the gateway, inside the directories that its operator configured as roots. It needs no credential: access is what the operating system gives to the user the gateway runs as.',
  prompt:
    'Use these operations to read, search and change text files on the host. Start with filesystem_list_roots, then filesystem_directory_tree or filesystem_search_files to find your way. Read a file before you edit it. A relative path is read from the first root. Send the sha256 that a read answered as expected_sha256, so that you never overwrite what somebody else changed. To change many files alike, use filesystem_bulk_replace_in_files. Nothing outside the roots can be reached.',
  settings: Type.Object({
    roots: Type.String({
      minLength: 1,
      'x-env': 'FILESYSTEM_ROOTS',
      description:
        'Directories that may be used, separated by commas or by the path separator of the system (a colon on Linux and macOS). Relative paths are read from the first one'
    }),
    commands: Type.Array(
      Type.String({ minLength: 1, maxLength: 4096, description: 'A name, looked for on the PATH, or an absolute path' }),
      {
        maxItems: 100,
        default: [],
        'x-env': 'FILESYSTEM_COMMANDS',
        description:
          'Programs that filesystem_execute_command may run, with any arguments: they do what the user of the gateway may. Default: none, which switches it off'
      }
    )
  }),
  connect: async ({ roots, commands }, runtime) => ({ ...(await openVolume(roots)), ...programsOf(commands, runtime) }),
  available: availabilityOf,
  concurrent: true,
  local: true
})
