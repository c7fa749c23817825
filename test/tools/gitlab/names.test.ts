import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

/** Names of the tools that the seed's own server has; those of its meta tools are surfaces here. */
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

const { app } = await openGitlab(t)
const byName = (name: string, payload: object) => app.inject({ method: 'POST', url: `/v1/operations/${name}`, payload })

t.test('all names of the tools of the seed are names of operations', async t => {
  t.equal(SEED.length, 88)
  for (const name of SEED) {
    const { statusCode, body } = await byName(name, { no_such_property: true })
    t.notMatch(body, /unknown_operation|no operation/, name)
    t.equal(statusCode, 400, name)
  }
})

/** As the seed's own server takes them. */
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
  t.test(`a call of the seed's ${name} is understood, with its own names of properties`, async t => {
    const answer = await byName(name, input)
    t.equal(answer.statusCode, 200, answer.body.slice(0, 300))
    t.match(answer.json().data, found)
  })
}
