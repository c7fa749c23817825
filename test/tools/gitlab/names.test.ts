import t from 'tap'
import { callerSchema } from '../../../src/catalog/json-schema.ts'
import { inputOf } from '../../../src/catalog/reserved-inputs.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

/** Names of the tools of the seed's own server. Its meta tools are surfaces here. */
const SEED =
  `get_current_context list_repository_tree get_file_contents search_code create_file update_file delete_file list_branches get_branch
create_branch delete_branch get_commit list_commits compare_branches list_tags get_tag create_tag list_issues get_issue create_issue update_issue
close_issue reopen_issue add_issue_comment list_issue_comments list_merge_requests get_merge_request create_merge_request update_merge_request
merge_merge_request close_merge_request reopen_merge_request approve_merge_request unapprove_merge_request get_merge_request_changes
get_merge_request_commits get_merge_request_pipelines add_mr_comment list_mr_comments list_pipelines get_pipeline create_pipeline retry_pipeline
cancel_pipeline delete_pipeline list_pipeline_jobs get_job get_job_trace retry_job cancel_job play_job download_job_artifacts
list_pipeline_variables list_projects get_project create_project search_projects list_project_members get_project_statistics list_milestones
get_milestone create_milestone update_milestone list_labels create_label update_label delete_label list_wiki_pages get_wiki_page create_wiki_page
update_wiki_page delete_wiki_page list_snippets get_snippet create_snippet update_snippet delete_snippet list_releases get_release create_release
update_release delete_release get_user search_users list_user_projects list_groups get_group list_group_members`.split(/\s+/)

const { app, operations } = await openGitlab(t)
const byName = (name: string, payload: object) => app.inject({ method: 'POST', url: `/v1/operations/${name}`, payload })

const P = { project_id: 'acme/playground' }
const issue = { ...P, issue_iid: 2 }
const mr = { ...P, mr_iid: 1 }
const file = { ...P, file_path: 'notes.txt', branch: 'main', commit_message: 'Note', author_name: 'Sam', author_email: 'sam@example.com' }

/** The input of each tool of the seed, with its own names. */
const INPUTS: Record<string, Record<string, unknown>> = {
  get_current_context: {},
  list_repository_tree: { ...P, path: 'src', ref: 'main', recursive: true },
  get_file_contents: { ...P, file_path: 'README.md', ref: 'main' },
  search_code: { ...P, search_term: 'form' },
  create_file: { ...file, content: 'a', encoding: 'text' },
  update_file: { ...file, content: 'b', encoding: 'text' },
  delete_file: file,
  list_branches: { ...P, search: 'm', page: 1, per_page: 5 },
  get_branch: { ...P, branch_name: 'main' },
  create_branch: { ...P, branch_name: 'seed', ref: 'main' },
  delete_branch: { ...P, branch_name: 'seed' },
  get_commit: { ...P, commit_sha: 'main' },
  list_commits: { ...P, ref: 'main', since: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z', path: 'src', page: 1, per_page: 5 },
  compare_branches: { ...P, from_ref: 'main', to_ref: 'fix/form', straight: false },
  list_tags: { ...P, search: 'v', page: 1, per_page: 5 },
  get_tag: { ...P, tag_name: 'v1.0' },
  create_tag: { ...P, tag_name: 'seed', ref: 'main', message: 'Seed' },
  list_issues: { ...P, state: 'opened', labels: ['bug'], milestone: 'Any', author_id: 1, assignee_id: 3, per_page: 5 },
  get_issue: issue,
  create_issue: { ...P, title: 'T', description: 'D', labels: ['bug'], assignee_ids: [3], milestone_id: 1015 },
  update_issue: { ...issue, title: 'T', description: 'D', assignee_ids: [3], milestone_id: 1015 },
  close_issue: issue,
  reopen_issue: issue,
  add_issue_comment: { ...issue, body: 'B' },
  list_issue_comments: { ...issue, page: 1, per_page: 5 },
  list_merge_requests: { ...P, state: 'opened', labels: ['feature'], milestone: 'Any', author_id: 1, assignee_id: 3, per_page: 5 },
  get_merge_request: mr,
  create_merge_request: {
    ...P,
    source_branch: 'old/merged',
    target_branch: 'main',
    title: 'T',
    description: 'D',
    labels: ['bug'],
    assignee_ids: [3],
    milestone_id: 1015
  },
  update_merge_request: { ...mr, title: 'T', description: 'D', assignee_ids: [3], milestone_id: 1015 },
  merge_merge_request: { ...mr, merge_commit_message: 'M', should_remove_source_branch: false },
  close_merge_request: { ...P, mr_iid: 2 },
  reopen_merge_request: { ...P, mr_iid: 2 },
  approve_merge_request: mr,
  unapprove_merge_request: mr,
  get_merge_request_changes: mr,
  get_merge_request_commits: mr,
  get_merge_request_pipelines: mr,
  add_mr_comment: { ...mr, body: 'B' },
  list_mr_comments: { ...mr, page: 1, per_page: 5 },
  list_pipelines: { ...P, ref: 'main', status: 'success', per_page: 5 },
  get_pipeline: { ...P, pipeline_id: 301 },
  create_pipeline: { ...P, ref: 'main' },
  retry_pipeline: { ...P, pipeline_id: 302 },
  cancel_pipeline: { ...P, pipeline_id: 302 },
  delete_pipeline: { ...P, pipeline_id: 301 },
  list_pipeline_jobs: { ...P, pipeline_id: 302 },
  get_job: { ...P, job_id: 3022 },
  get_job_trace: { ...P, job_id: 3022, tail_lines: 5 },
  retry_job: { ...P, job_id: 3022 },
  cancel_job: { ...P, job_id: 3022 },
  play_job: { ...P, job_id: 3023 },
  download_job_artifacts: { project_id: 'acme/web', job_id: 1011, artifact_path: 'report.txt' },
  list_pipeline_variables: { ...P, pipeline_id: 302 },
  list_projects: { visibility: 'private', owned: false, membership: true, per_page: 5 },
  get_project: P,
  create_project: { name: 'Seed', path: 'seed', description: 'D', visibility: 'private', initialize_with_readme: true },
  search_projects: { search_term: 'web' },
  list_project_members: P,
  get_project_statistics: P,
  list_milestones: { ...P, state: 'active' },
  get_milestone: { ...P, milestone_id: 1015 },
  create_milestone: { ...P, title: 'Seed', description: 'D', due_date: '2026-12-24', start_date: '2026-12-01' },
  update_milestone: { ...P, milestone_id: 1015, title: 'Seed 2', state_event: 'close' },
  list_labels: P,
  create_label: { ...P, name: 'seed', color: '#ff0000', description: 'D' },
  update_label: { ...P, name: 'seed', new_name: 'sown', color: '#00ff00', description: 'E' },
  delete_label: { ...P, name: 'sown' },
  list_wiki_pages: P,
  get_wiki_page: { ...P, slug: 'home' },
  create_wiki_page: { ...P, title: 'Seed', content: 'C', format: 'markdown' },
  update_wiki_page: { ...P, slug: 'seed', title: 'Seed', content: 'D' },
  delete_wiki_page: { ...P, slug: 'seed' },
  list_snippets: P,
  get_snippet: { ...P, snippet_id: 1 },
  create_snippet: { ...P, title: 'S', description: 'D', visibility: 'private', files: [{ file_path: 'a.txt', content: 'a' }] },
  update_snippet: { ...P, snippet_id: 1, title: 'S' },
  delete_snippet: { ...P, snippet_id: 1 },
  list_releases: P,
  get_release: { ...P, tag_name: 'v1.0' },
  create_release: { ...P, tag_name: 'v9', name: 'Nine', description: 'D', ref: 'main' },
  update_release: { ...P, tag_name: 'v9', name: 'Nine', description: 'E' },
  delete_release: { ...P, tag_name: 'v9' },
  get_user: { user_id: 1 },
  search_users: { search: 'bea' },
  list_user_projects: { user_id: 'sam' },
  list_groups: { owned: false, per_page: 5 },
  get_group: { group_id: 'acme' },
  list_group_members: { group_id: 'acme' }
}

t.test('all names of the tools of the seed are names of operations', async t => {
  t.equal(SEED.length, 88)
  t.strictSame(Object.keys(INPUTS), SEED)
})

for (const [name, input] of Object.entries(INPUTS))
  t.test(`the input of the seed's ${name} is accepted`, async t => {
    const { statusCode, body } = await byName(name, input)
    t.notOk([400, 500].includes(statusCode), body.slice(0, 300))
  })

/** Inputs of the seed that have other names here: refused, with the name to use. */
const OTHERWISE: [name: string, input: Record<string, unknown>, path: string, word: RegExp][] = [
  ['update_issue', { ...issue, labels: ['bug'] }, 'labels', /^replace_labels/],
  ['update_issue', { ...issue, state_event: 'close' }, 'state_event', /gitlab_close_issue/],
  ['update_merge_request', { ...mr, labels: ['bug'] }, 'labels', /^replace_labels/],
  ['update_merge_request', { ...mr, state_event: 'reopen' }, 'state_event', /gitlab_reopen_merge_request/],
  ['create_issue', { ...P, title: 'T', labels: 'bug,feature' }, 'labels', /^an array/],
  ['create_pipeline', { ...P, ref: 'main', variables: { A: 'b' } }, 'variables', /^an array/],
  ['create_snippet', { ...P, title: 'S', file_name: 'a.txt', content: 'a' }, 'file_name', /^files/],
  ['update_snippet', { ...P, snippet_id: 1, file_name: 'a.txt' }, 'file_name', /^files/]
]
for (const [name, input, path, word] of OTHERWISE)
  t.test(`${path} of the seed's ${name} is refused with the name to use instead`, async t => {
    const answer = await byName(name, input)
    t.equal(answer.statusCode, 400)
    const { issues } = answer.json().error.details
    t.match(issues.find((one: { path: string }) => one.path === path)?.expected, word)
  })

/** Calls as the seed's own server accepts them. */
const CALLS: [name: string, input: Record<string, unknown>, found: object][] = [
  ['get_file_contents', { project_id: 'acme/web', file_path: 'README.md', ref: 'main' }, { path: 'README.md' }],
  ['search_code', { project_id: '1', search_term: 'submit' }, { items: [{ path: 'src/form.js' }] }],
  ['get_commit', { project_id: 'acme/web', commit_sha: 'main' }, { title: 'Keep what was typed' }],
  ['get_branch', { project_id: 'acme/web', branch_name: 'main' }, { name: 'main' }],
  ['get_tag', { project_id: 'acme/web', tag_name: 'v1.0' }, { name: 'v1.0' }],
  ['compare_branches', { project_id: 'acme/web', from_ref: 'main', to_ref: 'fix/form' }, { from: 'main', to: 'fix/form' }],
  ['list_issues', { project_id: 'acme/web', per_page: 3 }, { items: { length: 3 } }],
  ['get_merge_request', { project_id: 'acme/web', mr_iid: 1 }, { iid: 1 }],
  ['get_merge_request_changes', { project_id: 'acme/web', mr_iid: 1 }, { items: { length: 2 } }],
  ['list_mr_comments', { project_id: 'acme/web', mr_iid: 1 }, { items: { length: 2 } }],
  ['get_job_trace', { project_id: 'acme/web', job_id: 1022, tail_lines: 1 }, { job_id: 1022 }],
  ['search_projects', { search_term: 'tools' }, { items: [{ path: 'acme/platform/tools' }] }],
  ['search_users', { search: 'bea' }, { items: [{ username: 'bea' }] }],
  ['get_wiki_page', { project_id: 'acme/web', slug: 'home' }, { slug: 'home' }],
  ['get_release', { project_id: 'acme/web', tag_name: 'v1.0' }, { tag: 'v1.0' }]
]
for (const [name, input, found] of CALLS) {
  t.test(`a call of the seed's ${name} is accepted with its own property names`, async t => {
    const answer = await byName(name, input)
    t.equal(answer.statusCode, 200, answer.body.slice(0, 300))
    t.match(answer.json().data, found)
  })
}

t.test('every input is one flat object with a type, as model clients require', async t => {
  const isPlain = (operation: Operation): boolean => {
    const { type, properties = {}, ...rest } = callerSchema(inputOf(operation))
    const keywords = ['anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'not'].filter(word => word in rest)
    return (
      type === 'object' && Object.keys(properties).length > 0 && keywords.length === 0 && !JSON.stringify(properties).includes('"$ref"')
    )
  }
  t.ok(operations.length > 100)
  t.strictSame(
    operations.filter(operation => !isPlain(operation)).map(({ id }) => id),
    []
  )
})
