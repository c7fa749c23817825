import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { missingProperty, type Requirement } from '../../../contract/requires.ts'
import { deleting, selectBranches } from '../client/bulk/branches.ts'
import { bulkErrors, describeSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { moment, projectName, search } from '../inputs/common.ts'
import { gitlab } from '../tool.ts'

const RULE = ['merged', 'stale_before']
const NAMES = ['project', 'name_contains', ...RULE]
const TEXT = `With project, set ${RULE.join(', ')} or both.`

const byRule: Requirement = {
  text: TEXT,
  check: input =>
    input['ids'] === undefined && !RULE.some(name => input[name] !== undefined)
      ? missingProperty('merged', 'stale_before', TEXT)
      : undefined
}

export default defineBulk(gitlab, {
  name: 'delete_branches',
  group: 'repository',
  summary: 'Delete merged or stale branches of a project',
  description:
    'Creates a job that deletes the branches of a project that are merged into the default branch (merged) or whose latest commit is older than a date (stale_before), or the branches in ids (as group/name:branch). With both filters, both must match. Use it to clean up; for one branch, use delete_branch. The default branch and protected branches are never deleted. The job shows a preview, and deletes nothing until you confirm it. A branch that gets a commit after it was listed is not deleted; a branch that is already gone is skipped. Undo creates the branches again at their latest commits, for as long as GitLab keeps these: after a few weeks, it deletes commits that no branch or tag contains. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['gitlab_list_branches', 'gitlab_delete_branch'],
  asked_as: {
    en: [
      'clean up old branches',
      'remove all merged branches',
      'prune stale branches',
      'get rid of dead branches',
      'the repo has too many old branches, tidy up',
      'drop every branch that was merged',
      'clean out merged branches',
      'drop every branch that starts with tmp',
      'too many old branches',
      'tidy up the branches no one needs',
      'all the merged branches can go',
      'too many old branches, clean up'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project')),
    name_contains: Type.Optional(search('Text in the name; ^ before it: only at the beginning; $ after it: only at the end')),
    merged: Type.Optional(
      Type.Boolean({ description: 'true: only branches that are merged into the default branch; false: only those that are not' })
    ),
    stale_before: Type.Optional(moment('Only branches whose latest commit is older than this'))
  }),
  requires: [selectedOrIds(NAMES, 'project'), byRule],
  errors: bulkErrors(
    'branch or project',
    'The branch got a commit after it was listed, or is now protected or the default branch (for undo: it exists again); it was left unchanged'
  ),
  examples: [
    {
      name: 'merged',
      summary: 'Delete merged branches: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', merged: true },
      output: awaitingJob({
        operation: 'gitlab_bulk_delete_branches',
        message: 'Delete the branches with project acme/web, merged true',
        undoable: true,
        sample: [{ item_id: 'acme/web:old/merged', display_name: 'old/merged of acme/web' }]
      })
    },
    {
      name: 'no_rule',
      summary: 'Neither merged nor stale_before',
      input: { project: 'acme/web' },
      error: { reason: 'missing_required_field' }
    },
    { ...NO_SELECTION, input: { merged: true } }
  ],
  message: input => `Delete ${describeSelection('branches', input, NAMES)}`,
  async prepare(input, call) {
    return { query: await selectBranches(input, call), action: null }
  },
  ...deleting
})
