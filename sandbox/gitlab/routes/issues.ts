import type { FastifyInstance } from 'fastify'
import { findGroup, findIssue, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { numberIn, paramsOf, requiredIn, wordIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import type { Issue, Project } from '../state/model.ts'
import { changeIssue, createIssue } from './change-issue.ts'
import { selectIssues } from './filter.ts'
import { moveIssue } from './move-issue.ts'

type Named = { Params: { id: string; iid: string } }

export function issueRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  // Without a scope, GitLab returns only issues that the user created.
  app.get('/issues', (request, reply) => {
    const found = selectIssues(state, state.projects, { scope: 'created_by_me', ...paramsOf(request) })
    return page(request, reply, found, ({ of, issue }) => viewsFor(served, request).issue(of, issue))
  })
  app.get<Named>('/projects/:id/issues', (request, reply) => {
    const project = findProject(state, request.params.id)
    return page(request, reply, selectIssues(state, [project], paramsOf(request)), ({ of, issue }) =>
      viewsFor(served, request).issue(of, issue)
    )
  })
  app.get<Named>('/groups/:id/issues', (request, reply) => {
    const { full_path } = findGroup(state, request.params.id)
    const projects = state.projects.filter(({ path }) => path.startsWith(`${full_path}/`))
    return page(request, reply, selectIssues(state, projects, paramsOf(request)), ({ of, issue }) =>
      viewsFor(served, request).issue(of, issue)
    )
  })
  app.post<Named>('/projects/:id/issues', (request, reply) => {
    const project = findProject(state, request.params.id)
    return reply.code(201).send(viewsFor(served, request).issue(project, createIssue(state, project, paramsOf(request))))
  })
  app.get<Named>('/projects/:id/issues/:iid', request => {
    const [project, issue] = named(request.params)
    return viewsFor(served, request).issue(project, issue)
  })
  app.put<Named>('/projects/:id/issues/:iid', request => {
    const [project, issue] = named(request.params)
    changeIssue(state, project, issue, paramsOf(request))
    return viewsFor(served, request).issue(project, issue)
  })
  app.delete<Named>('/projects/:id/issues/:iid', (request, reply) => {
    const [project, issue] = named(request.params)
    project.issues = project.issues.filter(one => one !== issue)
    return reply.code(204).send()
  })
  app.post<Named>('/projects/:id/issues/:iid/move', (request, reply) => {
    const [project, issue] = named(request.params)
    const target = state.projects.find(({ id }) => id === numberIn(paramsOf(request), 'to_project_id'))
    if (!target) throw notFound('Project')
    return reply.code(201).send(viewsFor(served, request).issue(target, moveIssue(state, project, issue, target)))
  })
  linkRoutes(app, served)

  function named({ id, iid }: Named['Params']): [Project, Issue] {
    const project = findProject(state, id)
    return [project, findIssue(project, iid)]
  }
}

function linkRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const linkOf = ({ id, iid, link }: { id: string; iid: string; link: string }) => {
    const issue = findIssue(findProject(state, id), iid)
    for (const owner of state.projects) {
      const found = owner.links.find(one => String(one.id) === link && (one.source === issue || one.target === issue))
      if (found) return [owner, found] as const
    }
    throw notFound('')
  }
  const homeOf = (issue: Issue): Project => {
    const home = state.projects.find(({ issues }) => issues.includes(issue))
    if (!home) throw notFound('Project')
    return home
  }
  app.get<Named>('/projects/:id/issues/:iid/links', request => {
    const issue = findIssue(findProject(state, request.params.id), request.params.iid)
    const links = state.projects.flatMap(({ links }) => links).filter(({ source, target }) => source === issue || target === issue)
    return links.map(({ id, source, target, link_type }) => {
      const other = source === issue ? target : source
      return { ...viewsFor(served, request).issue(homeOf(other), other), issue_link_id: id, link_type, link_created_at: now() }
    })
  })
  app.get<Named & { Params: { link: string } }>('/projects/:id/issues/:iid/links/:link', request => {
    const [, link] = linkOf(request.params)
    const views = viewsFor(served, request)
    return {
      source_issue: views.issue(homeOf(link.source), link.source),
      target_issue: views.issue(homeOf(link.target), link.target),
      link_type: link.link_type
    }
  })
  app.delete<Named & { Params: { link: string } }>('/projects/:id/issues/:iid/links/:link', request => {
    const [owner, link] = linkOf(request.params)
    owner.links = owner.links.filter(one => one !== link)
    const views = viewsFor(served, request)
    return {
      source_issue: views.issue(homeOf(link.source), link.source),
      target_issue: views.issue(homeOf(link.target), link.target),
      link_type: link.link_type
    }
  })
  app.post<Named>('/projects/:id/issues/:iid/links', (request, reply) => {
    const params = paramsOf(request)
    const project = findProject(state, request.params.id)
    const source = findIssue(project, request.params.iid)
    const other = findProject(state, requiredIn(params, 'target_project_id'))
    const target = findIssue(other, requiredIn(params, 'target_issue_iid'))
    if (project.links.some(link => link.source === source && link.target === target)) throw refuse(409, 'Issue(s) already assigned')
    const link = {
      id: state.nextId(),
      source,
      target,
      link_type: wordIn(params, 'link_type', ['relates_to', 'blocks', 'is_blocked_by']) ?? 'relates_to'
    }
    project.links.push(link)
    const views = viewsFor(served, request)
    const result = {
      id: link.id,
      link_type: link.link_type,
      source_issue: views.issue(project, source),
      target_issue: views.issue(other, target)
    }
    return reply.code(201).send(result)
  })
}
