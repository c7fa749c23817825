import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { CHANGE_ERRORS, GUIDES, NO_SELECTION, pagesOrIds, pagesSaid, selection } from '../bulk-inputs.ts'
import { replacing } from '../client/bulk-replace.ts'
import { selectPages } from '../client/bulk-select.ts'
import { versionMessage } from '../inputs.ts'
import { confluence } from '../tool.ts'

const text = (description: string, minLength: number) => Type.String({ minLength, maxLength: 10_000, description })

const textsDiffer: Requirement = {
  text: 'search and replacement must be different.',
  check: ({ search, replacement }) =>
    typeof search === 'string' && search === replacement ? { path: 'replacement', message: 'is the text that is there' } : undefined
}

const quoted = (words: string): string => `"${words.slice(0, 60)}${words.length > 60 ? '…' : ''}"`

export default defineBulk(confluence, {
  name: 'replace_in_pages',
  summary: 'Replace a text in many pages',
  description:
    'Makes a job that replaces every occurrence of a text, read literally, in the storage format of many pages, macros and links included. The pages are those that a query, a space, a label and a page above select, or those named in ids. The selection goes by the search index, which lags some moments behind; each page is read, and those that hold the text are listed. Use it for a name or an address that changed; for one page use update_page. Write the text as storage has it: & as &amp;, < as &lt;. The preview shows each place before and after; nothing is changed before it is confirmed. Every other byte stays. A page that somebody changed after the listing is left alone and fails, as does one that would not be well-formed any more. Undo brings back the text before, as a further version, where nobody changed the page since. Answers the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_update_page', 'confluence_compare_versions'],
  input: Type.Object({
    ...selection,
    search: text('Text to be replaced, as storage has it, read literally; case counts; may span lines and tags', 1),
    replacement: text('Text to put in its place, as storage has it. Empty: the text is taken out', 0),
    version_message: versionMessage
  }),
  requires: [pagesOrIds, textsDiffer],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'log',
      summary: 'Of two guides one holds the text: a job that shows where and awaits confirmation',
      input: { ...GUIDES, search: 'Look into the log', replacement: 'Read the log' },
      output: awaitingJob({
        operation: 'confluence_bulk_replace_in_pages',
        message: 'Replace "Look into the log" by "Read the log" in the pages with space_key DOCS, label guide',
        undoable: true,
        sample: [
          {
            item_id: '65539',
            display_name: 'Troubleshooting',
            data: {
              replacements: 1,
              diff: '-<p>Look into the log. Say "please" to the C:\\temp folder\n+<p>Read the log. Say "please" to the C:\\temp folder\n'
            }
          }
        ]
      })
    },
    { ...NO_SELECTION, input: { search: 'old', replacement: 'new' } }
  ],
  message: ({ search, replacement, version_message: _, ...pages }) =>
    `Replace ${quoted(search)} by ${quoted(replacement)} in ${pagesSaid(pages)}`,
  async prepare({ search, replacement, version_message, ...pages }, call) {
    const said = version_message ?? `Replaced ${quoted(search)} by ${quoted(replacement)}`
    return { query: { ...(await selectPages(pages, call)), search, replacement }, action: { search, replacement, version_message: said } }
  },
  ...replacing
})
