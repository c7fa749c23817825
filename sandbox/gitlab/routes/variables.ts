import type { FastifyInstance } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, type Params, paramsOf, requiredIn, textIn, wordIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { CiVariable, Group, Project } from '../state/model.ts'
import { newVariable } from '../state/new-variable.ts'
import { numbered } from './repository.ts'

type Named = { Params: { id: string; key: string } }

/** CI/CD variables of projects and groups. In a project, a key may occur once for each environment scope. */
export default function variableRoutes(app: FastifyInstance, { state }: Served): void {
  const add = (base: string, ownerOf: (id: string) => Project | Group): void => {
    const all = (id: string): CiVariable[] => ownerOf(id).variables ?? []
    const named = ({ id, key }: Named['Params'], params: Params): CiVariable => {
      const scope = textIn(Object(params['filter']), 'environment_scope')
      const found = all(id).filter(one => one.key === key && (scope === undefined || one.environment_scope === scope))
      if (found.length > 1)
        throw refuse(409, "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'")
      if (!found[0]) throw notFound('Variable')
      return found[0]
    }
    app.get<Named>(`${base}/variables`, (request, reply) =>
      page(request, reply, numbered(all(request.params.id)), ({ thing }) => show(thing))
    )
    app.post<Named>(`${base}/variables`, (request, reply) => {
      const params = paramsOf(request)
      const key = requiredIn(params, 'key')
      if (!/^\w{1,255}$/.test(key)) throw refuse(400, { key: ["can contain only letters, digits and '_'."] })
      const created = changed(newVariable(key, ''), { ...params, value: requiredIn(params, 'value') })
      if (all(request.params.id).some(one => one.key === key && one.environment_scope === created.environment_scope))
        throw refuse(400, { key: [`(${key}) has already been taken`] })
      ownerOf(request.params.id).variables = [...all(request.params.id), created]
      return reply.code(201).send(show(created))
    })
    app.get<Named>(`${base}/variables/:key`, request => show(named(request.params, paramsOf(request))))
    app.put<Named>(`${base}/variables/:key`, request => {
      const params = paramsOf(request)
      const found = named(request.params, params)
      return show(Object.assign(found, changed(found, params)))
    })
    app.delete<Named>(`${base}/variables/:key`, (request, reply) => {
      const found = named(request.params, paramsOf(request))
      ownerOf(request.params.id).variables = all(request.params.id).filter(one => one !== found)
      return reply.code(204).send()
    })
  }
  add('/projects/:id', id => findProject(state, id))
  add('/groups/:id', id => findGroup(state, id))
}

/** The value of a hidden variable is never returned. */
const show = (one: CiVariable) => ({ ...one, value: one.hidden ? null : one.value })

function changed(one: CiVariable, params: Params): CiVariable {
  const value = textIn(params, 'value') ?? one.value
  const masked = flagIn(params, 'masked') ?? one.masked
  if (masked && !/^\S{8,}$/.test(value)) throw refuse(400, { value: ['is invalid'] })
  return {
    ...one,
    value,
    masked,
    protected: flagIn(params, 'protected') ?? one.protected,
    raw: flagIn(params, 'raw') ?? one.raw,
    hidden: flagIn(params, 'masked_and_hidden') ?? one.hidden,
    variable_type: wordIn(params, 'variable_type', ['env_var', 'file']) ?? one.variable_type,
    environment_scope: textIn(params, 'environment_scope') ?? one.environment_scope,
    description: textIn(params, 'description') ?? one.description
  }
}
