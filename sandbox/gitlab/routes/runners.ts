import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, paramsOf, textIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import type { Served } from '../served.ts'
import { dayAt } from '../state/time.ts'

type Named = { Params: { id: string } }

interface Runner {
  id: number
  description: string
  runner_type: string
  status: string
  paused: boolean
  tag_list: string[]
  run_untagged: boolean
  locked: boolean
  projects: string[]
}

/** A runner of the whole server, and one of a project. */
export default function runnerRoutes(app: FastifyInstance, { state }: Served): void {
  const runners: Runner[] = [
    {
      id: 71,
      description: 'Shared',
      runner_type: 'instance_type',
      status: 'online',
      paused: false,
      tag_list: [],
      run_untagged: true,
      locked: false,
      projects: []
    },
    {
      id: 72,
      description: 'With a GPU',
      runner_type: 'project_type',
      status: 'offline',
      paused: false,
      tag_list: ['gpu'],
      run_untagged: false,
      locked: true,
      projects: ['acme/web', 'acme/playground']
    }
  ]
  const shortly = ({ tag_list: _tags, run_untagged: _untagged, locked: _locked, projects: _projects, ...one }: Runner) => ({
    ...one,
    active: !one.paused,
    is_shared: one.runner_type === 'instance_type',
    name: 'gitlab-runner',
    online: one.status === 'online',
    ip_address: ''
  })
  const detailed = (one: Runner) => ({
    ...shortly(one),
    tag_list: one.tag_list,
    run_untagged: one.run_untagged,
    locked: one.locked,
    access_level: 'not_protected',
    maximum_timeout: null,
    contacted_at: dayAt(90),
    projects: one.projects.map(path => {
      const { id, name } = findProject(state, path)
      return { id, name, path_with_namespace: path }
    })
  })
  const answer = (request: FastifyRequest, reply: FastifyReply, serves: (one: Runner) => boolean) => {
    const params = paramsOf(request)
    const [type, status, paused, tags] = [
      textIn(params, 'type'),
      textIn(params, 'status'),
      flagIn(params, 'paused'),
      listIn(params, 'tag_list')
    ]
    const found = runners.filter(
      one =>
        serves(one) &&
        (type === undefined || one.runner_type === type) &&
        (status === undefined || one.status === status) &&
        (paused === undefined || one.paused === paused) &&
        (tags === undefined || tags.every(tag => one.tag_list.includes(tag)))
    )
    return page(request, reply, found, shortly)
  }
  app.get('/runners', (request, reply) => answer(request, reply, one => one.projects.length > 0))
  app.get<Named>('/projects/:id/runners', (request, reply) => {
    const { path } = findProject(state, request.params.id)
    return answer(request, reply, one => one.runner_type === 'instance_type' || one.projects.includes(path))
  })
  app.get<Named>('/groups/:id/runners', (request, reply) => {
    findGroup(state, request.params.id)
    return answer(request, reply, one => one.runner_type === 'instance_type')
  })
  const named = ({ params }: FastifyRequest<Named>): Runner => {
    const found = runners.find(({ id }) => String(id) === params.id)
    if (!found) throw notFound('')
    return found
  }
  app.get<Named>('/runners/:id', request => detailed(named(request)))
  app.put<Named>('/runners/:id', request => {
    const [found, params] = [named(request), paramsOf(request)]
    found.description = textIn(params, 'description') ?? found.description
    found.paused = flagIn(params, 'paused') ?? found.paused
    found.tag_list = listIn(params, 'tag_list') ?? found.tag_list
    found.run_untagged = flagIn(params, 'run_untagged') ?? found.run_untagged
    found.locked = flagIn(params, 'locked') ?? found.locked
    return detailed(found)
  })
}
