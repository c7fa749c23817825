import type { Test } from 'tap'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { type Killable, killedJob, openKillable, outcomesOf, start } from './kill-and-restart.ts'
import { controlOf } from './sandbox-control.ts'

/**
 * A gateway and its worker are killed while they comment on issues, which is not idempotent: no issue has two comments, none is reported
 * to have one that it lacks, and the job itself checks the interrupted ones. Then they are killed while they change a file of many
 * projects, where the job continues: every project has one commit and one merge request.
 */
export async function killWriters(
  t: Test,
  { issues, projects, kills }: { issues: number; projects: number; kills: number }
): Promise<void> {
  const [, address] = await start(t, 'gitlab-sandbox.ts', {}, [String(issues), String(projects)])
  const control = controlOf(address)
  const gateway = await openKillable(t, { GITLAB_URL: address, GITLAB_TOKEN: TOKEN })

  const crowd = { project: 'acme/playground', labels: ['crowd'] }
  const commenting = { write: { method: 'POST', path: '/issues/[0-9]+/notes' }, items: issues, kills }
  const { id, progress } = await killedJob(
    gateway,
    control,
    ['gitlab_bulk_comment_issues', { ...crowd, body: 'Still wanted?' }],
    commenting
  )
  t.match(
    progress,
    { succeeded: issues, unknown: 0, failed: 0, skipped: 0 },
    'interrupted items are checked, and executed if they were not'
  )
  const said = await outcomesOf(gateway, id)
  const comments = await commentsOn(gateway, crowd)
  t.equal(comments.size, issues)
  t.same(
    [...comments].filter(([, many]) => many > 1),
    [],
    'no issue has two comments'
  )
  const wrong = [...said].filter(([issue, outcome]) => comments.get(issue) !== (outcome === 'succeeded' ? 1 : 0) || outcome === 'unknown')
  t.same(wrong, [], 'exactly the items reported as succeeded have a comment, and none is unknown')

  const branch = 'change/headline'
  const edit = { file_path: 'README.md', find: 'The site of Acme.', replace: 'Of Acme.', commit_message: 'Shorten', title: 'Shorten' }
  const proposing = { write: { method: 'POST', path: '/merge_requests\\?' }, items: projects, kills }
  const edited = await killedJob(gateway, control, ['gitlab_bulk_update_files', { group: 'crowd', branch, ...edit }], proposing)
  t.match(edited.progress, { succeeded: projects, unknown: 0, failed: 0, skipped: 0 }, 'each is changed: interrupted items are continued')
  const { data } = await gateway.ask('gitlab_list_merge_requests', {
    group: 'crowd',
    state: 'all',
    max_items: 1_000,
    max_chars: 10_000_000
  })
  const made = itemsIn(data).map(({ reference, source_branch }) => `${String(reference).split('!')[0]} ${source_branch}`)
  t.equal(made.length, projects)
  t.equal(new Set(made).size, projects, 'no project has two merge requests')
  for (let number = 1; number <= projects; number++) {
    const { data } = await gateway.ask('gitlab_compare_refs', { project: `crowd/site-${number}`, from: 'main', to: branch })
    const { commits } = JSON.parse(JSON.stringify(data))
    if (commits.length !== 1) t.fail(`crowd/site-${number} has ${commits.length} commits`)
  }
}

async function commentsOn({ ask }: Killable, crowd: object): Promise<Map<string, number>> {
  const { data } = await ask('gitlab_list_issues', { ...crowd, max_items: 1_000, max_chars: 10_000_000 })
  return new Map(itemsIn(data).map(({ reference, comment_count }) => [String(reference), Number(comment_count)]))
}

const itemsIn = (data: unknown): Record<string, unknown>[] => JSON.parse(JSON.stringify(data)).items
