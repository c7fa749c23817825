import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { createDirectory } from '../client/directories/create.ts'
import { DANGLING, PATH_ERRORS, STORAGE } from '../errors.ts'
import { dryRun, outputPath, pathInput } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'create_directory',
  core: true,
  summary: 'Create a directory and its missing parents',
  description:
    'Creates a directory and every missing parent directory, and returns its path and whether it is new. Use it for an empty directory. You do not need it before write_file, which creates missing directories. If the directory already exists, the call succeeds with created false, so it can be repeated.',
  permission: 'write',
  http: 'POST /create_directory',
  idempotent: true,
  dry_run: true,
  see_also: ['filesystem_write_file', 'filesystem_list_directory'],
  asked_as: {
    en: [
      'make a new folder',
      'mkdir',
      'create a subfolder',
      'I need a place on disk for the reports',
      'add an empty folder',
      'I want a folder called invoices',
      'a place for the photos on disk',
      'I need a folder for my invoices',
      'set up a directory for the photos',
      'start a new folder next to this one',
      'a folder to put my downloads in',
      'prepare an empty directory'
    ],
    de: ['einen neuen Ordner anlegen'],
    es: ['crea una carpeta'],
    fr: ['créer un dossier'],
    ja: ['フォルダを作って'],
    pl: ['utwórz folder']
  },
  input: Type.Object({ path: pathInput('Directory to create: a path inside the roots, relative to the first root or absolute') }),
  output: Type.Object({
    path: outputPath('Path of the directory'),
    created: Type.Boolean({ description: 'true: the directory did not exist before' }),
    dry_run: dryRun
  }),
  errors: { ...PATH_ERRORS, ...DANGLING, ...STORAGE, already_exists: 'Something other than a directory exists at the path' },
  examples: [
    {
      name: 'nested',
      summary: 'A directory with a missing parent',
      input: { path: 'workbench/2026/plans', dry_run: true },
      output: { path: 'workbench/2026/plans', created: true, dry_run: true }
    },
    {
      name: 'there_already',
      summary: 'The directory already exists: nothing changes',
      input: { path: 'workbench' },
      output: { path: 'workbench', created: false, dry_run: false }
    },
    {
      name: 'file_in_the_way',
      summary: 'A file has this name',
      input: { path: 'README.md' },
      error: { reason: 'already_exists', message: 'README.md already exists and is not a directory.' }
    }
  ],
  message: ({ path }) => `Create the directory "${path}"`,
  handler: (input, call) => createDirectory(call.client, input, call)
})
