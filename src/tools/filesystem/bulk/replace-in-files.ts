import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf, type Requirement } from '../../../contract/requires.ts'
import { truncateLine } from '../client/files/line-reader.ts'
import { reconcileReplacements, replaceInFiles, undoReplacements } from '../client/replace-in-files/apply.ts'
import { checkQuery, countFiles, isNeverWritten, lookUpFiles, nextFiles, type ReplaceQuery } from '../client/replace-in-files/plan.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { directoryPath, exclude, glob, includeHidden } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const textsDiffer: Requirement = {
  text: 'search and replacement must be different.',
  check: ({ search, replacement }) =>
    typeof search === 'string' && search === replacement ? { path: '', message: 'search and replacement must be different' } : undefined
}

const globOnly: Requirement = {
  text: 'exclude and include_hidden can be combined with glob only, not with ids.',
  check: ({ ids, exclude, include_hidden }) =>
    ids !== undefined && (include_hidden === true || (Array.isArray(exclude) && exclude.length > 0))
      ? {
          path: include_hidden === true ? 'include_hidden' : 'exclude',
          message: 'can be combined with glob only, not with ids'
        }
      : undefined
}

const NOTE = 'notes/2026-12/note-28.txt'

/** The job of the first example: one file, with its diff. */
const AWAITING = awaitingJob({
  operation: 'filesystem_bulk_replace_in_files',
  undoable: true,
  message: 'Replace "http://old.example.com" with "https://new.example.com" in "notes/2026-12/note-28.*"',
  sample: [
    {
      item_id: NOTE,
      display_name: NOTE,
      data: {
        before_sha256: '333a8cead5cbb7a5b5a6817efcf25a437343dfa251ec56e184efe63510fd8382',
        after_sha256: '14ece47438b084e6b60db043265a760dcbad31244de844389091ea5e359cf012',
        replacements: 1,
        diff: `--- a/${NOTE}
+++ b/${NOTE}
@@ -1,3 +1,3 @@
 Note 28 of month 12
 Talked about api.
-Follow up at http://old.example.com/tickets/1228
+Follow up at https://new.example.com/tickets/1228
`
      }
    }
  ]
})

export default defineBulk(filesystem, {
  name: 'replace_in_files',
  core: true,
  summary: 'Replace text in all files that match a glob',
  description:
    'Creates a job that replaces every occurrence of a literal string in all files below a directory that match a glob, or in the files listed in ids (paths relative to that directory, or absolute). Use it for one change in many files; for one file, use edit_file; to see where the text occurs, search_files. The job lists the files that contain the text and shows a preview with diffs; it changes nothing until you confirm it. Each file is replaced atomically and keeps its line endings and mode. A file that changed after it was listed is not replaced and counts as failed; a file that the job has already replaced is skipped, so an interrupted job can be repeated. jobs_undo restores every file that has not changed since. It restores a file with more than about 400 occurrences only if the replacement text occurs nowhere else in that file. Binary files, text that is not UTF-8, files over 10 MB and symbolic links are skipped. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['filesystem_search_files', 'filesystem_edit_file'],
  asked_as: {
    en: [
      'find and replace across all source files',
      'rename a variable everywhere',
      'change a string in the whole folder',
      'swap a word in dozens of files',
      'update the copyright line in all files',
      'replace the old URL in every script of the folder',
      'rename a function across the directory',
      'swap the host name across all config files',
      'the old name has to go in every file',
      'change the licence header in the whole folder'
    ]
  },
  input: Type.Object({
    path: directoryPath('Start directory, which ids are relative to'),
    glob: Type.Optional(
      glob(
        'Glob for the path relative to the directory: * within a name, ** for any number of directories, ?, [abc], {a,b}. "*.md" matches in the directory itself only; add ** and a slash in front of it to match at any depth. Set either this or ids'
      )
    ),
    search: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Literal text to replace; case-sensitive; may span lines'
    }),
    replacement: Type.String({ maxLength: 10_000, description: 'Replacement text. Empty: the text is deleted' }),
    exclude,
    include_hidden: includeHidden
  }),
  requires: [oneOf('glob', 'ids'), globOnly, textsDiffer],
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'moved_host',
      summary: 'Replace a host name: the job shows a preview and waits for confirmation',
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
    `Replace "${truncateLine(search, 60)}" with "${truncateLine(replacement, 60)}" in ${glob === undefined ? 'the listed files' : `"${glob}"${path === '.' ? '' : ` below "${path}"`}`}`,
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
  lookUp: (ids, query, call) => lookUpFiles(call.client, ids, query, call),
  executeBatch: (items, action, call) => replaceInFiles(call.client, items, action, call),
  keeps_before: isNeverWritten,
  reconcile: (items, action, { client, signal }) => reconcileReplacements(client, items, action, signal),
  undo: {
    idempotent: true,
    executeBatch: (items, action, call) => undoReplacements(call.client, items, action, call)
  }
})
