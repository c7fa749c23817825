import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findGroup, findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, paramsOf, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { closedBy } from '../state/closing.ts'
import { ME } from '../state/me.ts'
import { merge, rebase, sidesOf, statusOf } from '../state/merging.ts'
import type { MergeRequest, Project } from '../state/model.ts'
import { history } from '../state/repository.ts'
import { listed } from '../views/listed.ts'
import { showMergeRequest } from '../views/merge-requests.ts'
import { diffsOf, showCommit } from '../views/repository.ts'
import { changeMergeRequest, createMergeRequest } from './change-merge-request.ts'
import { selectMergeRequests } from './filter-merge-requests.ts'
import { baseFor } from './repository.ts'

export type OneMergeRequest = { Params: { id: string; iid: string } }

export const PATH = '/projects/:id/merge_requests'

export function findMergeRequest({ state }: Served, { id, iid }: OneMergeRequest['Params']): [Project, MergeRequest] {
  const project = findProject(state, id)
  const found = project.merge_requests.find(one => String(one.iid) === iid)
  if (!found) throw refuse(404, '404 Not found')
  return [project, found]
}

type Request = FastifyRequest<OneMergeRequest>

export function mergeRequestRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const show = (request: FastifyRequest, of: Project, one: MergeRequest) =>
    showMergeRequest(viewsFor(served, request), baseFor(served, request), of, one)
  const answer = (request: Request, reply: FastifyReply, projects: readonly Project[]) =>
    page(request, reply, selectMergeRequests(state, projects, paramsOf(request)), ({ of, one }) =>
      listed('merge request', show(request, of, one))
    )
  app.get<OneMergeRequest>(PATH, (request, reply) => answer(request, reply, [findProject(state, request.params.id)]))
  // Without a scope, GitLab returns only merge requests that the user created.
  app.get('/merge_requests', (request, reply) => {
    const found = selectMergeRequests(state, state.projects, { scope: 'created_by_me', ...paramsOf(request) })
    return page(request, reply, found, ({ of, one }) => listed('merge request', show(request, of, one)))
  })
  app.get<OneMergeRequest>('/groups/:id/merge_requests', (request, reply) => {
    const { full_path } = findGroup(state, request.params.id)
    return answer(
      request,
      reply,
      state.projects.filter(({ path }) => path.startsWith(`${full_path}/`))
    )
  })
  app.get<OneMergeRequest>('/projects/:id/issues/:iid/related_merge_requests', (request, reply) => {
    const project = findProject(state, request.params.id)
    const { iid } = findIssue(project, request.params.iid)
    const found = state.projects.flatMap(of => {
      const name = of === project ? new RegExp(`(^|\\s)(${of.path})?#${iid}\\b`) : new RegExp(`(^|\\s)${project.path}#${iid}\\b`)
      return of.merge_requests.filter(({ description }) => name.test(description)).map(one => ({ id: one.id, of, one }))
    })
    return page(request, reply, found, ({ of, one }) => listed('merge request', show(request, of, one)))
  })
  app.post<OneMergeRequest>(PATH, (request, reply) => {
    const project = findProject(state, request.params.id)
    return reply.code(201).send(show(request, project, createMergeRequest(state, project, paramsOf(request))))
  })
  app.get<OneMergeRequest>(`${PATH}/:iid`, request => {
    const [project, one] = findMergeRequest(served, request.params)
    const shown = show(request, project, one)
    // Background work progresses with each request.
    if (one.unsettled > 0) one.unsettled -= 1
    if (one.rebasing) rebase(project, one, now())
    return shown
  })
  app.put<OneMergeRequest>(`${PATH}/:iid`, request => {
    const [project, one] = findMergeRequest(served, request.params)
    changeMergeRequest(state, project, one, paramsOf(request))
    return show(request, project, one)
  })
  partRoutes(app, served)
  mergeRoutes(app, served, show)
  approvalRoutes(app, served)
}

function partRoutes(app: FastifyInstance, served: Served): void {
  const sides = (project: Project, one: MergeRequest) => {
    const found = sidesOf(project, one)
    if (!found) throw notFound('Merge request diff')
    return found
  }
  app.get<OneMergeRequest>(`${PATH}/:iid/diffs`, (request, reply) => {
    const { base, source } = sides(...findMergeRequest(served, request.params))
    return page(request, reply, diffsOf(base.tree, source.tree), ({ id: _, ...diff }) => diff)
  })
  const versions = (project: Project, one: MergeRequest) => {
    const { base, source, target } = sides(project, one)
    const version = {
      id: one.id * 10,
      head_commit_sha: source.id,
      base_commit_sha: base.id,
      start_commit_sha: target.id,
      created_at: one.created_at,
      merge_request_id: one.id,
      state: 'collected',
      real_size: String(diffsOf(base.tree, source.tree).length),
      patch_id_sha: source.id
    }
    return { version, base, source }
  }
  app.get<OneMergeRequest>(`${PATH}/:iid/versions`, (request, reply) =>
    page(request, reply, [versions(...findMergeRequest(served, request.params)).version], one => one)
  )
  app.get<{ Params: OneMergeRequest['Params'] & { version: string } }>(`${PATH}/:iid/versions/:version`, request => {
    const { version, base, source } = versions(...findMergeRequest(served, request.params))
    if (String(version.id) !== request.params.version) throw refuse(404, '404 Not found')
    return { ...version, commits: [], diffs: diffsOf(base.tree, source.tree).map(({ id: _, ...diff }) => diff) }
  })
  app.get<OneMergeRequest>(`${PATH}/:iid/closes_issues`, (request, reply) => {
    const found = closedBy(served.state, ...findMergeRequest(served, request.params))
    return page(request, reply, found, ({ of, issue }) => viewsFor(served, request).issue(of, issue))
  })
  app.get<OneMergeRequest>(`${PATH}/:iid/commits`, (request, reply) => {
    const [project, one] = findMergeRequest(served, request.params)
    const { base, source } = sides(project, one)
    const before = new Set(history(project.repository, base).map(({ id }) => id))
    const commits = history(project.repository, source).filter(({ id }) => !before.has(id))
    const numbered = commits.map((commit, id) => ({ id, commit }))
    return page(request, reply, numbered, ({ commit }) => showCommit(baseFor(served, request), project, commit))
  })
}

function mergeRoutes(
  app: FastifyInstance,
  served: Served,
  show: (request: FastifyRequest, of: Project, one: MergeRequest) => unknown
): void {
  app.put<OneMergeRequest>(`${PATH}/:iid/merge`, request => {
    const [project, one] = findMergeRequest(served, request.params)
    const params = paramsOf(request)
    const found = sidesOf(project, one)
    const sha = textIn(params, 'sha')
    if (found && sha !== undefined && sha !== found.source.id)
      throw refuse(409, `SHA does not match HEAD of source branch: ${found.source.id}`)
    const status = statusOf(project, one)
    if (status === 'conflict') throw refuse(422, 'Branch cannot be merged')
    if (!found || status !== 'mergeable') throw refuse(405, '405 Method Not Allowed')
    one.squash = flagIn(params, 'squash') ?? one.squash
    one.remove_source_branch = flagIn(params, 'should_remove_source_branch') ?? one.remove_source_branch
    const message = `Merge branch '${one.source_branch}' into '${one.target_branch}'\n`
    merge(project, one, found, textIn(params, one.squash ? 'squash_commit_message' : 'merge_commit_message') ?? message, now())
    return show(request, project, one)
  })
  app.put<OneMergeRequest>(`${PATH}/:iid/rebase`, (request, reply) => {
    const [, one] = findMergeRequest(served, request.params)
    if (one.state !== 'opened') throw refuse(403, '403 Forbidden')
    Object.assign(one, { rebasing: true, merge_error: null })
    return reply.code(202).send({ rebase_in_progress: true })
  })
}

function approvalRoutes(app: FastifyInstance, served: Served): void {
  const show = (request: Request, { approved_by, author_id, id, iid }: MergeRequest) => ({
    id,
    iid,
    approved: approved_by.length > 0,
    approvals_required: 0,
    approvals_left: 0,
    approved_by: approved_by.map(user => ({ user: viewsFor(served, request).userById(user) })),
    user_has_approved: approved_by.includes(ME),
    user_can_approve: author_id !== ME && !approved_by.includes(ME)
  })
  app.get<OneMergeRequest>(`${PATH}/:iid/approvals`, request => show(request, findMergeRequest(served, request.params)[1]))
  // Without approval rules, GitLab returns no rule state, even if users have approved.
  app.get<OneMergeRequest>(`${PATH}/:iid/approval_state`, () => ({ approval_rules_overwritten: false, rules: [] }))
  app.post<OneMergeRequest>(`${PATH}/:iid/approve`, (request, reply) => {
    const [project, one] = findMergeRequest(served, request.params)
    const sha = textIn(paramsOf(request), 'sha')
    const head = sidesOf(project, one)?.source.id
    if (sha !== undefined && sha !== head) throw refuse(409, `SHA does not match HEAD of source branch: ${head}`)
    if (one.author_id === ME || one.approved_by.includes(ME)) throw refuse(401, '401 Unauthorized')
    one.approved_by.push(ME)
    return reply.code(201).send(show(request, one))
  })
  app.post<OneMergeRequest>(`${PATH}/:iid/unapprove`, (request, reply) => {
    const [, one] = findMergeRequest(served, request.params)
    if (!one.approved_by.includes(ME)) throw refuse(404, '404 Not Found')
    one.approved_by = one.approved_by.filter(id => id !== ME)
    return reply.code(201).send()
  })
}
