import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { brief } from '../../../lib/format.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { editing, selectProjects } from '../client/bulk/update-files.ts'
import { rejectQuickActions } from '../client/content/quick-actions.ts'
import { rejectAutoClose } from '../client/merge-requests/auto-close.ts'
import { bulkErrors, describeSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { groupName, LONG_TEXT_BODY, richText, search, title } from '../inputs/common.ts'
import { commitMessage, filePath, refName } from '../inputs/files.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['group', 'search', 'include_subgroups']
const LONGEST = 10_000

const literal = (description: string, minLength: number) =>
  Type.String({ minLength, maxLength: LONGEST, description: `${description}; at most 10,000 characters` })

export default defineBulk(gitlab, {
  name: 'update_files',
  group: 'repository',
  summary: 'Update a file in many projects, each with a merge request',
  description:
    'Creates a job that replaces text in the same file of each project of a group, or of each project in ids (paths or IDs). In each project, it creates a branch from the default branch, one commit, and a merge request. Use it for one literal change in many repositories; for one project, use commit_files and create_merge_request. The job shows a preview, and writes nothing until you confirm it. A project is skipped if the file is missing, is not text or does not contain find, or if the project already has a merge request for that branch. An existing branch is used only if it contains exactly this change, so nothing is created twice. Undo closes the merge requests and deletes their branches, except those that were merged or got other commits. Returns the job: poll it with jobs_get. The results contain the merge requests.',
  permission: 'write',
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_commit_files', 'gitlab_create_merge_request', 'gitlab_search_code'],
  asked_as: {
    en: [
      'change a config file in every repo',
      'roll out a CI change to all projects',
      'open PRs across many repositories',
      'bump a version in dozens of projects',
      'replace the license in every repository',
      'same edit in dozens of repos',
      'change the same line in many repo files',
      'the config of every service in the repo gets a new version',
      'bump the dependency in all our repos',
      'change the same config in every project',
      'fix the license header in all repositories'
    ]
  },
  input: Type.Object({
    group: Type.Optional(groupName('Projects of this group')),
    search: Type.Optional(search('Only projects with these words in the name or path')),
    include_subgroups: Type.Optional(
      Type.Boolean({ description: 'false: only projects directly in the group. Default true, which includes those of its subgroups' })
    ),
    file_path: filePath('File to change'),
    find: literal('Literal text to replace, at every occurrence', 1),
    replace: literal('Literal replacement text', 0),
    branch: refName('Branch to create in each project; name it after the change'),
    commit_message: commitMessage,
    title: title('Title of the merge requests'),
    description: Type.Optional(richText('Description of the merge requests'))
  }),
  requires: [selectedOrIds(NAMES, 'group')],
  errors: {
    ...bulkErrors(
      'group, project or file',
      'The branch exists with other content or, for undo, it got other commits or was merged; it was left unchanged'
    ),
    cannot_be_honoured: 'GitLab does not support this operation for the project, or ids contains the old path of a moved project'
  },
  examples: [
    {
      name: 'headline',
      summary: 'Change one line of a file in several projects: the job shows a preview and waits for confirmation',
      input: {
        group: 'acme/platform',
        file_path: 'README.md',
        find: 'The site of Acme.',
        replace: 'Of Acme.',
        branch: 'change/headline',
        commit_message: 'Shorten the headline',
        title: 'Shorten the headline'
      },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_files',
        message: 'Replace "The site of Acme." in README.md of the projects with group acme/platform, on the branch change/headline',
        undoable: true,
        sample: [{ item_id: 'acme/platform/tools', display_name: 'acme/platform/tools' }]
      })
    },
    {
      ...NO_SELECTION,
      input: { file_path: 'a', find: 'b', replace: 'c', branch: 'd', commit_message: 'e', title: 'f' }
    }
  ],
  message: ({ find, file_path, branch, ...projects }) =>
    `Replace "${brief(find)}" in ${brief(file_path)} of ${describeSelection('projects', projects, NAMES)}, on the branch ${brief(branch)}`,
  async prepare({ group, search, include_subgroups = true, description = '', ...edit }, call) {
    if (edit.find === edit.replace) throw invalidField('replace', 'is the same as find', 'a text that differs from find')
    rejectQuickActions(description, 'description')
    await rejectAutoClose(call.client, { description, title: edit.title, commit_message: edit.commit_message }, call)
    const places = { include_subgroups, ...(group !== undefined && { group }), ...(search !== undefined && { search }) }
    return { query: await selectProjects(places, call), action: { ...edit, description, created_at: new Date().toISOString() } }
  },
  ...editing
})
