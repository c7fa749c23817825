import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, listIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { now, type Served } from '../served.ts'
import type { Delivery, Group, Hook, Project } from '../state/model.ts'
import { dayAt } from '../state/time.ts'

type Named = { Params: { id: string; hook: string } }

const EVENTS = [
  'push',
  'tag_push',
  'issues',
  'confidential_issues',
  'merge_requests',
  'note',
  'confidential_note',
  'job',
  'pipeline',
  'wiki_page',
  'deployment',
  'feature_flag',
  'releases',
  'milestone',
  'emoji',
  'resource_access_token',
  'vulnerability'
].map(name => `${name}_events`)

/** Webhooks of projects and groups. Their secret tokens are never returned. */
export default function hookRoutes(app: FastifyInstance, { state }: Served): void {
  addRoutes('/projects/:id/hooks', 'project_id', id => findProject(state, id))
  addRoutes('/groups/:id/hooks', 'group_id', id => findGroup(state, id))

  function addRoutes(path: string, owned: 'project_id' | 'group_id', find: (id: string) => Project | Group): void {
    const ownerOf = (request: FastifyRequest<Named>): Project | Group => {
      const owner = find(request.params.id)
      owner.hooks ??= [seed(owner.id + (owned === 'group_id' ? 900 : 800))]
      return owner
    }
    const hookOf = (request: FastifyRequest<Named>): [Project | Group, Hook] => {
      const owner = ownerOf(request)
      const found = owner.hooks?.find(({ id }) => String(id) === request.params.hook)
      if (!found) throw notFound('')
      return [owner, found]
    }
    const show = (owner: Project | Group, { token: _token, events, deliveries: _deliveries, ...one }: Hook) => ({
      ...one,
      [owned]: owner.id,
      ...Object.fromEntries(EVENTS.map(name => [name, events.has(name)])),
      branch_filter_strategy: 'wildcard',
      alert_status: 'executable',
      disabled_until: null,
      url_variables: []
    })
    app.get<Named>(path, (request, reply) => {
      const owner = ownerOf(request)
      return page(request, reply, owner.hooks ?? [], one => show(owner, one))
    })
    app.post<Named>(path, (request, reply) => {
      const [owner, params] = [ownerOf(request), paramsOf(request)]
      requiredIn(params, 'url')
      const created = changed({ ...EMPTY, id: state.nextId(), created_at: now(), deliveries: [] }, params)
      owner.hooks?.push(created)
      return reply.code(201).send(show(owner, created))
    })
    app.get<Named>(`${path}/:hook`, request => show(...hookOf(request)))
    app.put<Named>(`${path}/:hook`, request => {
      const [owner, found] = hookOf(request)
      return show(owner, Object.assign(found, changed(found, paramsOf(request))))
    })
    app.delete<Named>(`${path}/:hook`, (request, reply) => {
      const [owner, found] = hookOf(request)
      owner.hooks = owner.hooks?.filter(one => one !== found) ?? []
      return reply.code(204).send()
    })
    app.get<Named>(`${path}/:hook/events`, (request, reply) => {
      const [, { url, deliveries }] = hookOf(request)
      const statuses = listIn(paramsOf(request), 'status')
      const found = deliveries.filter(one => statuses === undefined || statuses.some(status => matches(one, status)))
      return page(request, reply, found, ({ request_data, ...one }) => ({
        ...one,
        url,
        request_headers: { 'X-Gitlab-Event': 'Push Hook', 'X-Gitlab-Token': '[REDACTED]' },
        request_data,
        response_headers: { 'Content-Type': 'text/plain' },
        response_body: one.response_body ?? (one.response_status === '200' ? 'ok' : 'Too busy'),
        execution_duration: 0.25
      }))
    })
    type OneDelivery = { Params: Named['Params'] & { delivery: string } }
    app.post<OneDelivery>(`${path}/:hook/events/:delivery/resend`, (request, reply) => {
      const [, { deliveries }] = hookOf(request)
      const found = deliveries.find(({ id }) => String(id) === request.params.delivery)
      if (!found) throw notFound('')
      deliveries.unshift({ ...found, id: state.nextId(), response_status: '200' })
      return reply.code(201).send({ response_status: 200 })
    })
  }
}

const matches = ({ response_status }: Delivery, status: string): boolean => {
  const kinds = new Map([
    ['successful', '2'],
    ['client_failure', '4'],
    ['server_failure', '5']
  ])
  return response_status.startsWith(kinds.get(status) ?? status)
}

const EMPTY: Omit<Hook, 'id' | 'created_at' | 'deliveries'> = {
  url: '',
  name: '',
  description: '',
  token: null,
  events: new Set(['push_events']),
  push_events_branch_filter: '',
  enable_ssl_verification: true
}

function changed(one: Hook, params: Params): Hook {
  const url = textIn(params, 'url') ?? one.url
  if (!/^https?:\/\//.test(url)) throw refuse(422, 'Invalid url given')
  return {
    ...one,
    url,
    name: textIn(params, 'name') ?? one.name,
    description: textIn(params, 'description') ?? one.description,
    // A token is only sent to the URL that it was set for.
    token: textIn(params, 'token') ?? (url === one.url ? one.token : null),
    events: new Set(EVENTS.filter(name => flagIn(params, name) ?? one.events.has(name))),
    push_events_branch_filter: textIn(params, 'push_events_branch_filter') ?? one.push_events_branch_filter,
    enable_ssl_verification: flagIn(params, 'enable_ssl_verification') ?? one.enable_ssl_verification
  }
}

function seed(id: number): Hook {
  const delivery = (number: number, response_status: string): Delivery => ({
    id: id * 10 + number,
    trigger: 'push_hooks',
    response_status,
    request_data: { object_kind: 'push', ref: 'refs/heads/main', user_username: 'chen' }
  })
  return {
    ...EMPTY,
    id,
    url: 'https://hooks.example.com/gitlab',
    name: 'Deployments',
    token: 'sandbox-hook-token',
    events: new Set(['push_events', 'merge_requests_events']),
    created_at: dayAt(20),
    deliveries: [delivery(2, '500'), delivery(1, '200')]
  }
}
