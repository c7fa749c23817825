import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { brief } from '../../../lib/format.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { changeErrors, NO_SELECTION, said, selectedOrIds } from '../bulk-inputs.ts'
import { editing, selectProjects } from '../client/bulk/files.ts'
import { withoutClosings } from '../client/closings.ts'
import { withoutCommands } from '../client/commands.ts'
import { commitMessage, filePath, refName } from '../file-inputs.ts'
import { groupName, richText, search, title } from '../inputs.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['group', 'search', 'include_subgroups']
const LONGEST = 10_000

const literal = (description: string, minLength: number) =>
  Type.String({ minLength, maxLength: LONGEST, description: `${description}, letter by letter; at most 10,000 characters` })

export default defineBulk(gitlab, {
  name: 'update_files',
  group: 'repository',
  summary: 'Change a file of many projects, each by a merge request',
  description:
    'Makes a job that replaces a text in one file of the projects of a group, or of those named in ids (paths of projects). In each it makes a branch of the given name from the default one, one commit, and a merge request. Use it for one literal change over many repositories; in one project use commit_files and create_merge_request. The job shows a preview; nothing is written before it is confirmed. A project whose file lacks the text, or is no text, is skipped, as is one that has a merge request of that branch; a branch of that name is gone on with where it holds this change and nothing else, so that nothing is made twice, and else left alone. Undo closes the merge requests and deletes the branches that nobody merged or pushed to. Answers the job: poll it with jobs_get; its results tell the merge requests.',
  permission: 'write',
  see_also: ['gitlab_commit_files', 'gitlab_create_merge_request', 'gitlab_search_code'],
  input: Type.Object({
    group: Type.Optional(groupName('Projects of this group')),
    search: Type.Optional(search('Only projects with these words in name or path')),
    include_subgroups: Type.Optional(
      Type.Boolean({ description: 'false: only those right in the group. Absent: also those of its subgroups' })
    ),
    file_path: filePath('File to change'),
    find: literal('Text to replace, wherever it is', 1),
    replace: literal('Text in its place', 0),
    branch: refName('Branch to make in each; name it after the change'),
    commit_message: commitMessage,
    title: title('Title of the merge requests'),
    description: Type.Optional(richText('What the merge requests are about'))
  }),
  requires: [selectedOrIds(NAMES, 'group')],
  errors: changeErrors('group, project or file'),
  examples: [
    {
      name: 'headline',
      summary: 'One line of a file in several projects: a job that shows what it would do and awaits confirmation',
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
    `Replace "${brief(find)}" in ${brief(file_path)} of ${said('projects', projects, NAMES)}, on the branch ${brief(branch)}`,
  async prepare({ group, search, include_subgroups = true, description = '', ...edit }, call) {
    if (edit.find === edit.replace) throw misgiven('replace', 'is what is there already', 'another text than find')
    withoutCommands(description, 'description')
    await withoutClosings(call.client, { description, title: edit.title, commit_message: edit.commit_message }, call)
    const places = { include_subgroups, ...(group !== undefined && { group }), ...(search !== undefined && { search }) }
    return { query: await selectProjects(places, call), action: { ...edit, description, made_at: new Date().toISOString() } }
  },
  ...editing
})
