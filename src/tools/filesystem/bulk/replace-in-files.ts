import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { oneOf, type Requirement } from '../../../contract/requires.ts'
import { brief } from '../brief.ts'
import { checkQuery, countFiles, namedFiles, nextFiles, type ReplaceQuery } from '../client/bulk-list.ts'
import { findReplaced } from '../client/bulk-reconcile.ts'
import { replaceInFiles } from '../client/bulk-replace.ts'
import { takeBackInFiles } from '../client/bulk-undo.ts'
import { AWAITING } from '../examples.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { directoryPath, exclude, glob, includeHidden } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const textsDiffer: Requirement = {
  text: 'search and replacement must be different.',
  check: ({ search, replacement }) =>
    typeof search === 'string' && search === replacement ? { path: '', message: 'search and replacement must be different' } : undefined
}

const globOnly: Requirement = {
  text: 'exclude and include_hidden go with glob, not with ids.',
  check: ({ ids, exclude, include_hidden }) =>
    ids !== undefined && (include_hidden === true || (Array.isArray(exclude) && exclude.length > 0))
      ? { path: include_hidden === true ? 'include_hidden' : 'exclude', message: 'exclude and include_hidden go with glob, not with ids' }
      : undefined
}

export default defineBulk(filesystem, {
  name: 'replace_in_files',
  core: true,
  summary: 'Replace a text in all files that a glob fits',
  description:
    'Makes a job that replaces every occurrence of a text, read literally, in all files below a directory that a glob fits, or in the files named in ids, by their paths from that directory or absolute. Use it for one change in many files; for one file use edit_file, to see first where the text stands use search_files. The job lists the files that hold the text and shows a preview with diffs; nothing is changed before it is confirmed. Each file is replaced in one step, its line ends and mode kept. A file that was changed after the listing is left alone and counted as failed; one that is done already is skipped, so a job that was cut off goes on where it was. jobs_undo takes it back in every file that nobody changed since; in a file with more than about 400 places only where the replacement stands at no other. Binary files, text that is not UTF-8, files over 10 MB and symbolic links are left out. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['filesystem_search_files', 'filesystem_edit_file'],
  input: Type.Object({
    path: directoryPath('Directory to begin at, and that ids are relative to'),
    glob: Type.Optional(
      glob(
        'Which files, by their path from the directory: * within a name, ** over directories, ?, [abc], {a,b}. "**/*.md" fits at any depth. Give either this or ids'
      )
    ),
    search: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Text to be replaced, read literally; case counts; may span lines'
    }),
    replacement: Type.String({ maxLength: 10_000, description: 'Text to put in its place. Empty: the text is taken out' }),
    exclude,
    include_hidden: includeHidden
  }),
  requires: [oneOf('glob', 'ids'), globOnly, textsDiffer],
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'moved_host',
      summary: 'A host that moved: a job that shows what it would do and awaits confirmation',
      input: { glob: 'notes/2026-12/note-28.*', search: 'http://old.example.com', replacement: 'https://new.example.com' },
      output: AWAITING
    },
    {
      name: 'nothing_selected',
      summary: 'Neither a glob nor ids',
      input: { search: 'old', replacement: 'new' },
      error: { reason: 'missing_required_field' }
    },
    {
      name: 'no_directory',
      summary: 'The directory does not exist',
      input: { path: 'dcos', glob: '**/*', search: 'old', replacement: 'new' },
      error: { reason: 'file_not_found', message: 'dcos does not exist.' }
    }
  ],
  message: ({ path, glob, search, replacement }) =>
    `Replace "${brief(search)}" by "${brief(replacement)}" in ${glob === undefined ? 'the named files' : `"${glob}"${path === '.' ? '' : ` below "${path}"`}`}`,
  idempotent: true,
  max_batch: 50,
  concurrency: 4,
  keeps_data: true,
  async prepare({ path, glob, search, replacement, exclude, include_hidden }, { client }) {
    const query: ReplaceQuery = { path, glob: glob ?? null, search, replacement, exclude, include_hidden }
    await checkQuery(client, query)
    return { query, action: { search, replacement, ...(glob === undefined && path !== '.' && { base: path }) } }
  },
  count: (query, call) => countFiles(call.client, query, call),
  nextBatch: (query, at, call) => nextFiles(call.client, query, at, call),
  lookUp: (ids, query, call) => namedFiles(call.client, ids, query, call),
  executeBatch: (items, action, { client, signal }) => replaceInFiles(client, items, action, signal),
  reconcile: (items, action, { client, signal }) => findReplaced(client, items, action, signal),
  undo: {
    idempotent: true,
    executeBatch: (items, action, { client, signal }) => takeBackInFiles(client, items, action, signal)
  }
})
