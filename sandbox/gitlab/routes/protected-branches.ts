import type { FastifyInstance } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, numberIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { Project, Protection } from '../state/model.ts'

type Named = { Params: { id: string; name: string } }

/** Protection of branches and of patterns such as `release/*`. A protected branch of the initial state has the default protection. */
export default function protectedBranchRoutes(app: FastifyInstance, { state }: Served): void {
  const path = '/projects/:id/protected_branches'
  const all = (project: Project): Protection[] => {
    project.protections ??= [...project.repository.branches.values()]
      .filter(one => one.protected)
      .map((one, index) => ({ id: project.id * 10 + index, name: one.name, push: 40, merge: 40, allow_force_push: false }))
    return project.protections
  }
  const named = ({ id, name }: Named['Params']): [Project, Protection] => {
    const project = findProject(state, id)
    const found = all(project).find(one => one.name === name)
    if (!found) throw notFound('')
    return [project, found]
  }
  const mark = (project: Project, name: string, on: boolean): void => {
    const branch = project.repository.branches.get(name)
    if (branch) branch.protected = on
  }
  app.get<Named>(path, (request, reply) => {
    const search = textIn(paramsOf(request), 'search')
    const found = all(findProject(state, request.params.id)).filter(({ name }) => search === undefined || name.includes(search))
    return page(request, reply, found, show)
  })
  app.get<Named>(`${path}/:name`, request => show(named(request.params)[1]))
  app.post<Named>(path, (request, reply) => {
    const [project, params] = [findProject(state, request.params.id), paramsOf(request)]
    const name = requiredIn(params, 'name')
    if (all(project).some(one => one.name === name)) throw refuse(409, `Protected branch '${name}' already exists`)
    const created: Protection = {
      id: state.nextId(),
      name,
      push: numberIn(params, 'push_access_level') ?? 40,
      merge: numberIn(params, 'merge_access_level') ?? 40,
      allow_force_push: flagIn(params, 'allow_force_push') ?? false
    }
    all(project).push(created)
    mark(project, name, true)
    return reply.code(201).send(show(created))
  })
  app.patch<Named>(`${path}/:name`, request => {
    const [, found] = named(request.params)
    found.allow_force_push = flagIn(paramsOf(request), 'allow_force_push') ?? found.allow_force_push
    return show(found)
  })
  app.delete<Named>(`${path}/:name`, (request, reply) => {
    const [project, found] = named(request.params)
    project.protections = all(project).filter(one => one !== found)
    mark(project, found.name, false)
    return reply.code(204).send()
  })
}

const WORDS = new Map([
  [0, 'No one'],
  [30, 'Developers + Maintainers'],
  [40, 'Maintainers']
])

const show = ({ id, name, push, merge, allow_force_push }: Protection) => {
  const level = (access_level: number) => ({
    id,
    access_level,
    access_level_description: WORDS.get(access_level) ?? 'Administrator',
    deploy_key_id: null,
    user_id: null,
    group_id: null
  })
  return {
    id,
    name,
    push_access_levels: [level(push)],
    merge_access_levels: [level(merge)],
    allow_force_push,
    unprotect_access_levels: [],
    code_owner_approval_required: false,
    inherited: false
  }
}
