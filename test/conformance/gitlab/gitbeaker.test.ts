import t from 'tap'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../../sandbox/gitlab/server.ts'
import { seedState } from '../../../sandbox/gitlab/state/seed.ts'
import { installCheckers } from '../install.ts'

await installCheckers()
const { Gitlab } = await import('@gitbeaker/rest')

/** The most used client of GitLab works with the sandbox server, which is not written for our client alone. */
t.test('an independent client completes a typical workflow: from a project to a pipeline', async t => {
  const state = seedState()
  const server = buildServer({ state })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const api = new Gitlab({ host: `${address}${ROOT}`, token: TOKEN })

  const project = await api.Projects.create({ name: 'Daily', initializeWithReadme: true })
  t.match(project, { path_with_namespace: 'sam/daily', default_branch: 'main' })
  const { id } = project

  await api.ProjectLabels.create(id, 'bug', '#ff0000')
  const issue = await api.Issues.create(id, 'It forgets', { description: 'See below', labels: 'bug' })
  t.match(issue, { iid: 1, state: 'opened', labels: ['bug'] })
  await api.IssueNotes.create(id, issue.iid, 'I take it.')
  t.match(await api.IssueNotes.all(id, issue.iid), [{ body: 'I take it.' }])

  await api.Branches.create(id, 'fix/it', 'main')
  const commit = await api.Commits.create(id, 'fix/it', 'Remember', [{ action: 'create', filePath: 'src/memory.js', content: 'keep()\n' }])
  t.match(commit, { title: 'Remember' })
  const file = await api.RepositoryFiles.show(id, 'src/memory.js', 'fix/it')
  t.equal(Buffer.from(file.content, 'base64').toString(), 'keep()\n')

  const opened = await api.MergeRequests.create(id, 'fix/it', 'main', 'Remember', { description: `Closes #${issue.iid}` })
  t.match(opened, { iid: 1, state: 'opened' })
  t.match(await api.MergeRequests.allDiffs(id, opened.iid), [{ new_path: 'src/memory.js', new_file: true }])
  for (let looks = 0; looks < 5 && (await api.MergeRequests.show(id, opened.iid)).detailed_merge_status !== 'mergeable'; looks++);
  const merged = await api.MergeRequests.accept(id, opened.iid, { sha: String(opened.sha) })
  t.equal(merged.state, 'merged')
  t.equal(Buffer.from((await api.RepositoryFiles.show(id, 'src/memory.js', 'main')).content, 'base64').toString(), 'keep()\n')

  const pipeline = await api.Pipelines.create(id, 'main', { variables: [{ key: 'A', value: 'b' }] })
  for (const job of state.projects.find(one => one.id === id)?.pipelines[0]?.jobs ?? []) job.starts -= 60_000
  t.equal((await api.Pipelines.show(id, pipeline.id)).status, 'success')
  const jobs = await api.Jobs.all(id, { pipelineId: pipeline.id })
  t.strictSame(
    jobs.map(({ name }) => name),
    ['build', 'test', 'deploy']
  )
  t.match(await api.Jobs.showLog(id, jobs[0]?.id ?? 0), /Job succeeded/)

  await api.Issues.edit(id, issue.iid, { stateEvent: 'close' })
  t.equal((await api.Issues.show(issue.iid, { projectId: id })).state, 'closed')
})

t.test('an independent client follows both kinds of pagination, and handles refusals', async t => {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const api = new Gitlab({ host: `${address}${ROOT}`, token: TOKEN })
  t.equal((await api.Issues.all({ projectId: 'acme/web', state: 'opened', perPage: 7 })).length, 36)
  t.equal((await api.Projects.all({ pagination: 'keyset', orderBy: 'id', perPage: 2 })).length, 5)
  t.match(await api.Search.all('issues', 'price list', { projectId: 'acme/web' }), [{ iid: 2 }])
  t.match(await api.ProjectReleases.all('acme/web'), [{ tag_name: 'v1.0' }])
  t.match(await api.ProjectWikis.show('acme/web', 'guides/setup'), { slug: 'guides/setup' })
  await t.rejects(api.Issues.show(9999, { projectId: 'acme/web' }), { cause: { response: { status: 404 } } })
  const stranger = new Gitlab({ host: `${address}${ROOT}`, token: 'glpat-nobody' })
  await t.rejects(stranger.Users.showCurrentUser(), { cause: { response: { status: 401 } } })
})
