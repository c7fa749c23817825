import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { CHANGE_ERRORS, describePages, GUIDES, NEEDS_BODY, NO_SELECTION, pagesOrIds, selection } from '../bulk-inputs.ts'
import { replacePages } from '../client/bulk/replace.ts'
import { selectPages } from '../client/bulk/select.ts'
import { versionMessage } from '../inputs.ts'
import { confluence } from '../tool.ts'

const text = (description: string, minLength: number) => Type.String({ minLength, maxLength: 10_000, description })

const textsDiffer: Requirement = {
  text: 'search and replacement must be different.',
  check: ({ search, replacement }) =>
    typeof search === 'string' && search === replacement
      ? { path: 'replacement', message: 'is the same as the text to replace' }
      : undefined
}

const quoted = (words: string): string => `"${words.slice(0, 60)}${words.length > 60 ? '…' : ''}"`

export default defineBulk(confluence, {
  name: 'replace_in_pages',
  summary: 'Replace text in many pages',
  description:
    'Creates a job that replaces every occurrence of a literal string in the storage format of many pages, including macros and links. Select the pages by query, space, label or parent page, or pass their ids. The selection uses the search index, which lags a few moments behind. Each page is read, and those that contain the text are listed. Use it for a name or a URL that changed; for one page, use update_page. Write the text as it is in storage format: & as &amp;, < as &lt;. The preview shows each occurrence before and after the replacement; nothing is changed until you confirm it. All other text is kept byte for byte. A page fails and stays unchanged if another user changed it after it was listed, or if it would no longer be well-formed. Undo restores the previous text, as a new version, on pages that have not changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_update_page', 'confluence_compare_versions'],
  asked_as: {
    en: [
      'find and replace across the wiki',
      'rename our product in every doc',
      'fix a dead link on all pages',
      'swap a word everywhere in the documentation',
      'the company was renamed, fix it in all pages',
      'correct an outdated URL throughout the documentation',
      'our product got a new name, fix it in the whole wiki',
      'the phone number changed on every page',
      'all the docs still link to the old domain',
      'the old product name should appear nowhere in the wiki',
      'correct the same mistake on all pages',
      'exchange a link in all docs',
      'update the address everywhere in the wiki'
    ]
  },
  input: Type.Object({
    ...selection,
    search: text('Literal text to replace, in storage format; case-sensitive; may span lines and tags', 1),
    replacement: text('Replacement text, in storage format. Empty: the text is deleted', 0),
    version_message: versionMessage
  }),
  requires: [pagesOrIds, textsDiffer],
  errors: { ...CHANGE_ERRORS, cannot_be_honoured: `${NEEDS_BODY}, or the page would no longer be well-formed` },
  examples: [
    {
      name: 'log',
      summary: 'One of two guides contains the text: the job shows where and waits for confirmation',
      input: { ...GUIDES, search: 'Look into the log', replacement: 'Read the log' },
      output: awaitingJob({
        operation: 'confluence_bulk_replace_in_pages',
        message: 'Replace "Look into the log" with "Read the log" in the pages with space_key DOCS, label guide',
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
    `Replace ${quoted(search)} with ${quoted(replacement)} in ${describePages(pages)}`,
  async prepare({ search, replacement, version_message, ...pages }, call) {
    const message = version_message ?? `Replaced ${quoted(search)} with ${quoted(replacement)}`
    return {
      query: { ...(await selectPages(pages, call)), search, replacement },
      action: { search, replacement, version_message: message }
    }
  },
  ...replacePages
})
