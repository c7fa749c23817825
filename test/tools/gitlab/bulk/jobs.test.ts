import t from 'tap'
import { pipelineStatus } from '../../../../sandbox/gitlab/state/running.ts'
import cancelPipelines from '../../../../src/tools/gitlab/bulk/cancel-pipelines.ts'
import closeMergeRequests from '../../../../src/tools/gitlab/bulk/close-merge-requests.ts'
import commentIssues from '../../../../src/tools/gitlab/bulk/comment-issues.ts'
import deleteBranches from '../../../../src/tools/gitlab/bulk/delete-branches.ts'
import moveIssues from '../../../../src/tools/gitlab/bulk/move-issues.ts'
import retryJobs from '../../../../src/tools/gitlab/bulk/retry-jobs.ts'
import updateFiles from '../../../../src/tools/gitlab/bulk/update-files.ts'
import updateIssues from '../../../../src/tools/gitlab/bulk/update-issues.ts'
import updateMergeRequests from '../../../../src/tools/gitlab/bulk/update-merge-requests.ts'
import { openJobs, projectAt } from '../../../helpers/gitlab-bulk.ts'
import { first as addPipelines } from '../../../helpers/gitlab-contracts/running.ts'

const EDIT = {
  file_path: 'README.md',
  find: 'The site of Acme.',
  replace: 'Of Acme.',
  commit_message: 'Shorten the headline',
  title: 'Shorten the headline'
}
const BUGS = { project: 'acme/playground', labels: ['bug'] }
const PROJECTS = ['acme/web', 'acme/playground', 'acme/sandpit', 'acme/platform/tools']

t.test('jobs over GitLab', async t => {
  const adapters = [
    cancelPipelines,
    closeMergeRequests,
    commentIssues,
    deleteBranches,
    moveIssues,
    retryJobs,
    updateFiles,
    updateIssues,
    updateMergeRequests
  ]
  const { state, preview, run, outcomes, undo, failNext, clear, requests } = await openJobs(t, adapters)
  t.beforeEach(clear)
  const requestsOf = (path: string, branch: string) => projectAt(state, path).merge_requests.filter(one => one.source_branch === branch)

  t.test('a file update creates a branch, a commit and a merge request in each project, and reports them', async t => {
    const done = await run(await preview(updateFiles, { group: 'acme', branch: 'change/one', ...EDIT }))
    t.match(done, { status: 'completed', progress: { succeeded: 4, skipped: 0 } })
    for (const path of PROJECTS) t.match(requestsOf(path, 'change/one'), [{ state: 'opened', title: EDIT.title }], path)
  })

  t.test('a project without the file, or without the text, is skipped, and gets no branch', async t => {
    const job = await preview(updateFiles, { branch: 'change/none', ...EDIT, find: 'nobody wrote this' }, ['acme/web', 'sam/dotfiles'])
    t.match(await run(job), { progress: { succeeded: 0, skipped: 2 } })
    t.notOk(projectAt(state, 'acme/web').repository.branches.has('change/none'))
  })

  t.test('if the merge request was lost after the commit, the job continues from the branch: nothing is created twice', async t => {
    const job = await preview(updateFiles, { branch: 'change/two', ...EDIT }, ['acme/web'])
    await failNext({ method: 'POST', path: '/merge_requests$' }, { cut: true })
    t.match(await run(job), { status: 'completed', progress: { succeeded: 1 } })
    t.equal(requestsOf('acme/web', 'change/two').length, 1)
    const commits = (await requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/repository/commits'))
    t.equal(commits.length, 1)
  })

  t.test('a branch with that name and other content is left unchanged', async t => {
    const { repository } = projectAt(state, 'acme/web')
    const sha = repository.branches.get('feature/dark-mode')?.sha ?? ''
    repository.branches.set('change/three', { name: 'change/three', sha, protected: false })
    const done = await run(await preview(updateFiles, { branch: 'change/three', ...EDIT }, ['acme/web']))
    t.strictSame(await outcomes(done), { 'acme/web': 'failed version_conflict' })
    t.equal(repository.branches.get('change/three')?.sha, sha)
  })

  t.test('undo closes the merge requests and deletes the branches, except merged ones', async t => {
    const done = await run(await preview(updateFiles, { branch: 'change/four', ...EDIT }, ['acme/web', 'acme/sandpit']))
    for (const one of requestsOf('acme/sandpit', 'change/four')) one.state = 'merged'
    t.strictSame(await outcomes(await undo(done)), { 'acme/web': 'succeeded', 'acme/sandpit': 'failed version_conflict' })
    t.match(requestsOf('acme/web', 'change/four'), [{ state: 'closed' }])
    t.notOk(projectAt(state, 'acme/web').repository.branches.has('change/four'))
    t.ok(projectAt(state, 'acme/sandpit').repository.branches.has('change/four'))
  })

  t.test('a branch with a new commit since it was listed is kept, and the others are deleted', async t => {
    const project = projectAt(state, 'acme/playground')
    const job = await preview(deleteBranches, { project: 'acme/playground', stale_before: '2026-02-01T00:00:00Z' })
    const main = project.repository.branches.get('main')?.sha ?? ''
    const pushed = project.repository.branches.get('fix/form')
    if (pushed) pushed.sha = main
    const done = await run(job)
    t.match(await outcomes(done), {
      'acme/playground:fix/form': 'failed version_conflict',
      'acme/playground:docs/more': 'succeeded',
      'acme/playground:old/merged': 'succeeded'
    })
    t.ok(project.repository.branches.has('main'))
    await undo(done)
    t.ok(project.repository.branches.has('old/merged'))
  })

  t.test('a comment whose response was lost is found by the job, and not written again', async t => {
    const job = await preview(commentIssues, { project: 'acme/playground', labels: ['bug'], body: 'Once only' })
    await failNext({ method: 'POST', path: '/notes$' }, { cut: true, after: true })
    t.match(await run(job), { status: 'completed', progress: { unknown: 0, failed: 0, skipped: 0 } })
    for (const { labels, notes, state: now } of projectAt(state, 'acme/playground').issues)
      if (labels.includes('bug') && now === 'opened') t.equal(notes.filter(({ body }) => body === 'Once only').length, 1)
  })

  t.test('a job of CI whose response was lost is run again once, and found by the job', async t => {
    const job = await preview(retryJobs, { project: 'acme/platform/tools', pipeline_id: 202 })
    await failNext({ method: 'POST', path: '/retry$' }, { cut: true, after: true })
    t.match(await run(job), { progress: { succeeded: 1, unknown: 0 } })
    const [, failed] = projectAt(state, 'acme/platform/tools').pipelines
    t.equal(failed?.jobs.filter(({ name }) => name === 'test').length, 2)
  })

  t.test('a merge request that was merged in the meantime is skipped', async t => {
    const job = await preview(closeMergeRequests, { project: 'acme/platform/tools' })
    for (const one of projectAt(state, 'acme/platform/tools').merge_requests) if (one.iid === 1) one.state = 'merged'
    const done = await run(job)
    t.match((await outcomes(done))['acme/platform/tools!1'], 'skipped')
    t.match(await undo(done), { status: 'completed' })
  })

  t.test('only the given properties of issues are updated, and undo restores them', async t => {
    const issues = () =>
      projectAt(state, 'acme/playground').issues.map(({ iid, title, labels, state }) => ({ iid, title, labels: labels.toSorted(), state }))
    const before = structuredClone(issues())
    const chosen = before.filter(({ labels, state }) => labels.includes('bug') && state === 'opened').length
    const job = await preview(updateIssues, { ...BUGS, add_labels: ['stale'], set_state: 'closed' })
    const done = await run(job)
    t.match(done, { status: 'completed', progress: { succeeded: chosen } })
    t.strictSame(
      issues(),
      before.map(one =>
        one.labels.includes('bug') && one.state === 'opened'
          ? { ...one, labels: [...one.labels, 'stale'].toSorted(), state: 'closed' }
          : one
      )
    )
    await undo(done)
    t.strictSame(issues(), before)
  })

  t.test('the given properties of merge requests are updated, and undo restores them', async t => {
    const requests = () =>
      projectAt(state, 'acme/web').merge_requests.map(({ iid, labels, state }) => ({ iid, labels: labels.toSorted(), state }))
    const before = structuredClone(requests())
    const done = await run(await preview(updateMergeRequests, { project: 'acme/web', add_labels: ['late'] }))
    t.match(done, { status: 'completed' })
    t.strictSame(
      requests(),
      before.map(one => (one.state === 'opened' ? { ...one, labels: [...one.labels, 'late'].toSorted() } : one))
    )
    await undo(done)
    t.strictSame(requests(), before)
  })

  t.test('pipelines that run for a branch are cancelled, and others stay as they are', async t => {
    addPipelines(state)
    const pipelines = () => projectAt(state, 'acme/sandpit').pipelines.map(one => ({ ref: one.ref, status: pipelineStatus(one) }))
    const before = pipelines()
    const runs = ({ ref, status }: (typeof before)[number]): boolean => ref === 'main' && status === 'running'
    t.ok(before.some(runs))
    t.match(await run(await preview(cancelPipelines, { project: 'acme/sandpit', ref: 'main' })), { status: 'completed' })
    t.strictSame(
      pipelines(),
      before.map(one => (runs(one) ? { ...one, status: 'canceled' } : one))
    )
  })

  t.test('issues that are moved are open in the other project, and closed in theirs', async t => {
    const titles = projectAt(state, 'acme/playground')
      .issues.filter(({ labels, state }) => labels.includes('bug') && state === 'opened')
      .map(({ title }) => title)
    t.match(await run(await preview(moveIssues, { ...BUGS, to_project: 'acme/platform/tools' })), {
      progress: { succeeded: titles.length }
    })
    for (const title of titles) {
      t.match(
        projectAt(state, 'acme/playground').issues.filter(issue => issue.title === title),
        [{ state: 'closed' }]
      )
      t.match(
        projectAt(state, 'acme/platform/tools').issues.filter(issue => issue.title === title),
        [{ state: 'opened' }]
      )
    }
  })
})
