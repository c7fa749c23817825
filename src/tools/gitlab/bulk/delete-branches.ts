import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { lacking, type Requirement } from '../../../contract/requires.ts'
import { changeErrors, NO_SELECTION, said, selectedOrIds } from '../bulk-inputs.ts'
import { deleting, selectBranches } from '../client/bulk/branches.ts'
import { moment, projectName, search } from '../inputs.ts'
import { gitlab } from '../tool.ts'

const RULE = ['merged', 'stale_before']
const NAMES = ['project', 'name_contains', ...RULE]
const TEXT = `With project give ${RULE.join(' or ')}, or both.`

const byRule: Requirement = {
  text: TEXT,
  check: input =>
    input['ids'] === undefined && !RULE.some(name => input[name] !== undefined) ? lacking('merged', 'stale_before', TEXT) : undefined
}

export default defineBulk(gitlab, {
  name: 'delete_branches',
  group: 'repository',
  summary: 'Delete branches of a project that are merged or stale',
  description:
    'Makes a job that deletes the branches of a project that are merged into the default one, or whose newest commit is older than a day you name, or those named in ids (as group/name:branch). Use it to tidy up; for one use delete_branch. The default branch and protected ones are never deleted. The job shows a preview; nothing is deleted before it is confirmed. A branch that got a commit since it was listed is left alone; one that is gone is skipped. Undo makes the branches again at their commits, as long as GitLab keeps those: commits that no branch has are lost some weeks later. Answers the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['gitlab_list_branches', 'gitlab_delete_branch'],
  input: Type.Object({
    project: Type.Optional(projectName('Those of this project')),
    name_contains: Type.Optional(search('Words of the name; ^ at the beginning or $ at the end tie it there')),
    merged: Type.Optional(Type.Boolean({ description: 'true: only those that the default branch has all of; false: only others' })),
    stale_before: Type.Optional(moment('Only those whose newest commit is older than this'))
  }),
  requires: [selectedOrIds(NAMES, 'project'), byRule],
  errors: changeErrors('branch or project'),
  examples: [
    {
      name: 'merged',
      summary: 'What is merged: a job that shows what it would do and awaits confirmation',
      input: { project: 'acme/web', merged: true },
      output: awaitingJob({
        operation: 'gitlab_bulk_delete_branches',
        message: 'Delete the branches with project acme/web, merged true',
        undoable: true,
        sample: [{ item_id: 'acme/web:old/merged', display_name: 'old/merged of acme/web' }]
      })
    },
    { name: 'no_rule', summary: 'Neither merged nor stale', input: { project: 'acme/web' }, error: { reason: 'missing_required_field' } },
    { ...NO_SELECTION, input: { merged: true } }
  ],
  message: input => `Delete ${said('branches', input, NAMES)}`,
  async prepare(input, call) {
    return { query: await selectBranches(input, call), action: null }
  },
  ...deleting
})
