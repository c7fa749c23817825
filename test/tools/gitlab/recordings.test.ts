import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { closedSchema, toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { isRow, type Row } from '../../../src/lib/row.ts'
import { parseErrorBody } from '../../../src/tools/gitlab/client/http/errors.ts'
import { versionOf } from '../../../src/tools/gitlab/client/http/version-check.ts'
import { blameOf } from '../../../src/tools/gitlab/client/mappers/blame.ts'
import { jobOf, lintOf, pipelineOf, variableOf } from '../../../src/tools/gitlab/client/mappers/ci.ts'
import { releaseOf, snippetOf, wikiPageOf } from '../../../src/tools/gitlab/client/mappers/documents.ts'
import { commentOf, issueOf, newLinkOf } from '../../../src/tools/gitlab/client/mappers/issues.ts'
import { approvalsOf, discussionOf, mergeRequestOf, noteOf } from '../../../src/tools/gitlab/client/mappers/merge-requests.ts'
import { memberOf, userOf } from '../../../src/tools/gitlab/client/mappers/people.ts'
import { labelOf, milestoneOf } from '../../../src/tools/gitlab/client/mappers/planning.ts'
import { groupOf, projectOf, statisticsOf } from '../../../src/tools/gitlab/client/mappers/projects.ts'
import {
  branchOf,
  commitOf,
  comparisonOf,
  diffOf,
  entryOf,
  fileOf,
  hitOf,
  tagOf
} from '../../../src/tools/gitlab/client/mappers/repository.ts'
import { searchHitOf } from '../../../src/tools/gitlab/client/mappers/search.ts'
import getVersion from '../../../src/tools/gitlab/operations/account/get-version.ts'
import getProjectStatistics from '../../../src/tools/gitlab/operations/projects/get-project-statistics.ts'
import compareRefs from '../../../src/tools/gitlab/operations/repository/compare-refs.ts'
import { Job, Lint, Pipeline, Variable } from '../../../src/tools/gitlab/schemas/ci.ts'
import { Release, Snippet, WikiPage } from '../../../src/tools/gitlab/schemas/documents.ts'
import { Comment, Issue, IssueLink } from '../../../src/tools/gitlab/schemas/issues.ts'
import { Approvals, Discussion, MergeRequest, Note } from '../../../src/tools/gitlab/schemas/merge-requests.ts'
import { Member, User } from '../../../src/tools/gitlab/schemas/people.ts'
import { Label, Milestone } from '../../../src/tools/gitlab/schemas/planning.ts'
import { Group, Project } from '../../../src/tools/gitlab/schemas/projects.ts'
import { BlameLine, Branch, CodeHit, Commit, Diff, Entry, File, Tag } from '../../../src/tools/gitlab/schemas/repository.ts'
import { Hit } from '../../../src/tools/gitlab/schemas/search.ts'
import { outside } from '../../helpers/outside.ts'

const { path: folder, skip } = outside('fixtures/gitlab')

/** The kind of each recording. Recordings of a model are named after it, with the prefix `model_`. */
const MAPPERS: [file: RegExp, read: (row: Row) => unknown, schema: TSchema][] = [
  [/^((project|milestone)_)?issues?$|^(issue_move|merge_request_closes_issues)$/, issueOf, Issue],
  [/^issue-link$|^create_issue_link$/, row => newLinkOf(row, 'relates_to'), IssueLink],
  [/^((project_commit|merge_request)_)?comments?$|^notes?$|^merge-request-note$/, commentOf, Comment],
  [/^merge_request_discussion_note$/, noteOf, Note],
  [/^(get_|milestone_)?merge[-_]requests?$|^merge_request_(changes|rebase)$/, mergeRequestOf, MergeRequest],
  [/^merge[-_]request_approvals$|^approvals$/, approvalsOf, Approvals],
  [/discussions?$/, discussionOf, Discussion],
  [/^(group_)?projects?$|^project_(search|fork)$/, projectOf, Project],
  [/^projects?$/, statisticsOf, getProjectStatistics.output],
  [/^groups?$/, groupOf, Group],
  [/^(get_)?users?$|^(user_search|search_users|user-list|participants|project-users)$/, userOf, User],
  [/^(team_|group_)?members?$/, memberOf, Member],
  [/^(get_branch|branch|branches|list_branches|bad-branch)$/, branchOf, Branch],
  [/^(get_)?commit$|^project_commits?(_create)?$|^(merge_request_commits|merge_base)$/, commitOf, Commit],
  [/^(diff|project_commit_diff|list_merge_request_diff)$/, diffOf, Diff],
  [
    /^(compare-results|compare_merge_request_diff)$/,
    row => ({ from: 'a', to: 'b', ...comparisonOf(row), untrusted: true }),
    compareRefs.output
  ],
  [/^get_file_blame$/, row => blameOf([row], 1)[0], BlameLine],
  [/^tree$/, entryOf, Entry],
  [/^(get_)?repository[-_]file$/, fileOf, File],
  [/^(project_)?tags?(_create|_annotated)?$/, tagOf, Tag],
  [/^(search_blobs_results|wiki-blobs)$/, hitOf, CodeHit],
  [/^pipelines?(_cancel|_create|_retry)?$/, pipelineOf, Pipeline],
  [/^(jobs?|pipeline_jobs|bridge|pipeline_bridges)$/, jobOf, Job],
  [/^pipeline[-_]variables$|^variables$/, row => variableOf(row, true), Variable],
  [/^(group_)?labels?$/, labelOf, Label],
  [/^(group_)?milestones?$|^milestone-group$/, milestoneOf, Milestone],
  [/^(project_)?releases?(_\w+)?$/, releaseOf, Release],
  [/^wikis?$/, wikiPageOf, WikiPage],
  [/^snippets?$/, snippetOf, Snippet],
  [/^search_\w+_results$/, searchHitOf, Hit],
  [/^(version|metadata)$/, versionOf, getVersion.output]
]

/** Recordings that no operation reads, each with the reason. */
const LEFT_OUT: [file: RegExp, reason: string][] = [
  [/^(access[-_]requests?|memberships|namespaces)$/, 'requests for access and memberships are not spoken of'],
  [/^(todos|list_todos|list_draft_notes)$/, 'to-dos and drafts of comments are not spoken of'],
  [/^(issue_award_emoji|label_unsubscribe|issues-statistics|markdown|upload_file)$/, 'not spoken of'],
  [
    /^(commit-status|project_commit_status|get_signature|get_pipeline_testreport)$/,
    'statuses, signatures and reports of tests are not spoken of'
  ],
  [/^merge[-_]request[-_]diff(s|-versions|_versions?|-versions)?$|^merge-request-versions$/, 'versions of a diff, not the diff of a file'],
  [/^(merge_request_)?approval[-_]state$/, 'says nothing on servers without rules: approvals are read instead'],
  [/^(personal-access-token|list_personal_access_tokens_single)$/, 'only scopes is read of it'],
  [/^branch_delete$|^repository-file-response$/, 'what a change of a branch or a file answers is not read beyond path and branch'],
  [/^(error_\w+|\w+_commit_failure)$/, 'refusals: read by the test below'],
  [/^job_trace$/, 'a log, which is text']
]

const named = (file: string): string => path.basename(file, '.json').replace(/^model_/, '')

const rowsOf = (file: string): Row[] => {
  const body: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  return (Array.isArray(body) ? body : [body]).filter(isRow)
}

/** The recorded value, and once without and once with null for each of its properties. */
const mutations = (row: Row): Row[] => [
  row,
  ...Object.keys(row).flatMap(name => [
    Object.fromEntries(Object.entries(row).filter(([other]) => other !== name)),
    { ...row, [name]: null }
  ])
]

const ALL = globSync('**/*.json', { cwd: folder })

t.test('every recording is read, or omitted for a reason; and every reason is used', { skip }, async t => {
  const patterns = [...MAPPERS, ...LEFT_OUT].map(([pattern]) => pattern)
  t.strictSame(
    ALL.filter(file => !patterns.some(pattern => pattern.test(named(file)))),
    []
  )
  for (const pattern of patterns)
    t.ok(
      ALL.some(file => pattern.test(named(file))),
      String(pattern)
    )
})

for (const [pattern, read, schema] of MAPPERS) {
  t.test(`recordings of ${pattern.source} are read, even with null or nothing at any position`, { skip }, async t => {
    const shape = Compile(closedSchema(toJsonSchema(schema)))
    const wrong = ALL.filter(file => pattern.test(named(file))).flatMap(file =>
      rowsOf(file)
        .flatMap(mutations)
        .filter(row => !shape.Check(read(row)))
        .map(row => [file, shape.Errors(read(row))])
    )
    t.strictSame(wrong.slice(0, 3), [])
  })
}

t.test("recorded error responses keep GitLab's message", { skip }, async t => {
  const found = ALL.filter(file => /error_|_failure/.test(file))
  t.equal(found.length, 4)
  for (const file of found) {
    const body = readFileSync(path.join(folder, file), 'utf8')
    t.equal(parseErrorBody(body).text, JSON.parse(body).message, file)
  }
})

t.test("GitLab's lint results are read, even with null or missing values", async t => {
  const shape = Compile(closedSchema(toJsonSchema(Lint)))
  const lint = {
    valid: false,
    errors: ['jobs config should contain at least one visible job'],
    warnings: [],
    merged_yaml: 'a: {}',
    includes: []
  }
  for (const row of mutations(lint)) t.ok(shape.Check(lintOf(row)))
})
