import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { closed, plain } from '../../../src/contract/schema.ts'
import { isRow, type Row } from '../../../src/lib/row.ts'
import { jobOf, pipelineOf } from '../../../src/tools/gitlab/client/shapes/ci.ts'
import { releaseOf, snippetOf, wikiPageOf } from '../../../src/tools/gitlab/client/shapes/documents.ts'
import { commentOf, issueOf } from '../../../src/tools/gitlab/client/shapes/issues.ts'
import { approvalsOf, discussionOf, mergeRequestOf } from '../../../src/tools/gitlab/client/shapes/merge-requests.ts'
import { memberOf, userOf } from '../../../src/tools/gitlab/client/shapes/people.ts'
import { labelOf, milestoneOf } from '../../../src/tools/gitlab/client/shapes/planning.ts'
import { groupOf, projectOf } from '../../../src/tools/gitlab/client/shapes/projects.ts'
import { branchOf, commitOf, diffOf, entryOf, fileOf, hitOf, tagOf } from '../../../src/tools/gitlab/client/shapes/repository.ts'
import { foundOf } from '../../../src/tools/gitlab/client/shapes/search.ts'
import { Job, Pipeline } from '../../../src/tools/gitlab/schemas/ci.ts'
import { Release, Snippet, WikiPage } from '../../../src/tools/gitlab/schemas/documents.ts'
import { Comment, Issue } from '../../../src/tools/gitlab/schemas/issues.ts'
import { Approvals, Discussion, MergeRequest } from '../../../src/tools/gitlab/schemas/merge-requests.ts'
import { Member, User } from '../../../src/tools/gitlab/schemas/people.ts'
import { Label, Milestone } from '../../../src/tools/gitlab/schemas/planning.ts'
import { Group, Project } from '../../../src/tools/gitlab/schemas/projects.ts'
import { Branch, CodeHit, Commit, Diff, Entry, File, Tag } from '../../../src/tools/gitlab/schemas/repository.ts'
import { Hit } from '../../../src/tools/gitlab/schemas/search.ts'

const folder = path.join(import.meta.dirname, '../../../../shared/fixtures/gitlab')
const skip = existsSync(folder) ? false : `the recordings are not at ${path.relative('.', folder)}`

/** Which recordings hold which things. */
const MAPPERS: [file: RegExp, read: (row: Row) => unknown, schema: TSchema][] = [
  [/\/(project_)?issues?\.json$/, issueOf, Issue],
  [/\/(note|notes|comment|merge_request_comments?)\.json$/, commentOf, Comment],
  [/\/(get_)?merge[-_]requests?\.json$/, mergeRequestOf, MergeRequest],
  [/\/merge[-_]request_approvals\.json$|\/approvals\.json$/, approvalsOf, Approvals],
  [/discussions?\.json$/, discussionOf, Discussion],
  [/\/(project|projects|group_projects|project_search)\.json$/, projectOf, Project],
  [/\/groups?\.json$/, groupOf, Group],
  [/\/(get_user|users?|user_search|search_users)\.json$/, userOf, User],
  [/\/(members|team_members?|group_members)\.json$/, memberOf, Member],
  [/\/(get_branch|branch|branches|list_branches|bad-branch)\.json$/, branchOf, Branch],
  [/\/(commit|get_commit|project_commits?|merge_request_commits)\.json$/, commitOf, Commit],
  [/\/(diff|project_commit_diff|merge_request_diffs)\.json$/, diffOf, Diff],
  [/\/tree\.json$/, entryOf, Entry],
  [/\/(get_repository_file|repository-file)\.json$/, fileOf, File],
  [/\/(tag|project_tags|tag_create|tags)\.json$/, tagOf, Tag],
  [/\/(search_blobs_results)\.json$/, hitOf, CodeHit],
  [/\/pipelines?\.json$/, pipelineOf, Pipeline],
  [/\/(jobs?|pipeline_jobs)\.json$/, jobOf, Job],
  [/\/labels?\.json$/, labelOf, Label],
  [/\/milestones?\.json$/, milestoneOf, Milestone],
  [/\/(project_)?releases?(_\w+)?\.json$/, releaseOf, Release],
  [/\/(project_)?wikis?(_page|s)?\.json$/, wikiPageOf, WikiPage],
  [/\/(project_)?snippets?\.json$/, snippetOf, Snippet],
  [/\/search_\w+\.json$/, foundOf, Hit]
]

const rowsOf = (file: string): Row[] => {
  const body: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  return (Array.isArray(body) ? body : [body]).filter(isRow)
}

/** The thing as it is, and once without, once with null for each of its properties. */
const mutations = (row: Row): Row[] => [
  row,
  ...Object.keys(row).flatMap(name => [
    Object.fromEntries(Object.entries(row).filter(([other]) => other !== name)),
    { ...row, [name]: null }
  ])
]

for (const [pattern, read, schema] of MAPPERS) {
  t.test(`complaint 1: recordings of ${pattern.source} are read, also with null or nothing in any place`, { skip }, async t => {
    const files = globSync('**/*.json', { cwd: folder }).filter(file => pattern.test(`/${file}`))
    const shape = Compile(closed(plain(schema)))
    const wrong = files.flatMap(file =>
      rowsOf(file)
        .flatMap(mutations)
        .filter(row => !shape.Check(read(row)))
        .map(row => [file, shape.Errors(read(row))])
    )
    t.ok(files.length > 0, 'there are recordings')
    t.strictSame(wrong.slice(0, 3), [])
  })
}
