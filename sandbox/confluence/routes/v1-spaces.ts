import { type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { createPage } from '../state/change.ts'
import type { Space } from '../state/model.ts'
import { spaceV1 } from '../views/v1.ts'
import { spaceV2 } from '../views/v2.ts'
import { type AddRoutes, type Served, spaceOf, viewOf } from './site.ts'

interface Body {
  key?: string
  name?: string
  description?: { value?: string; plain?: { value?: string } } | null
}

const descriptionIn = ({ description }: Body): string => description?.value ?? description?.plain?.value ?? ''

/** Spaces are created by version 2, updated and deleted by version 1. */
const spaces: AddRoutes = (app, served: Served) => {
  const { site } = served
  if (site.mode !== 'cloud') return
  app.post<{ Body: Body }>('/api/v2/spaces', async ({ body }, reply) => {
    const { key = '', name = '' } = body
    if (!/^[A-Za-z0-9]{1,255}$/.test(key) || name === '') throw refuse(400, 'key and name are required')
    if (site.spaces.some(space => space.key === key)) throw refuse(400, `A space with the key ${key} already exists`)
    const space: Space = {
      id: site.newId(),
      key,
      name,
      type: 'global',
      status: 'current',
      description: descriptionIn(body),
      homepageId: '',
      createdAt: new Date().toISOString(),
      createdBy: site.me,
      labels: []
    }
    site.spaces.push(space)
    space.homepageId = createPage(site, { type: 'page', space, title: `${name} Home`, body: '' }).id
    return reply.code(201).send(spaceV2(space))
  })
  app.put<{ Params: { key: string }; Body: Body; Querystring: Query }>('/rest/api/space/:key', async request => {
    const space = spaceOf(site, ({ key }) => key === request.params.key)
    const { name, description } = request.body
    if (name !== undefined) space.name = name
    if (description) space.description = descriptionIn(request.body)
    return spaceV1({ ...viewOf(request, served), expand: ['description', 'homepage'] }, space)
  })
  app.delete<{ Params: { key: string } }>('/rest/api/space/:key', async (request, reply) => {
    const space = spaceOf(site, ({ key }) => key === request.params.key)
    site.spaces = site.spaces.filter(one => one !== space)
    for (const [id, page] of site.pages) if (page.space === space) site.pages.delete(id)
    return reply
      .code(202)
      .send({ ari: `ari:cloud:confluence::space/${space.id}`, id: space.id, links: { status: `/rest/api/longtask/${space.id}` } })
  })
  app.get<{ Querystring: Record<string, string> }>('/rest/api/label', async request => {
    const name = textIn(request.query, 'name') ?? ''
    const found = [...site.pages.values()].filter(page => page.status === 'current' && page.labels.includes(name))
    return {
      label: { prefix: 'global', name, id: name, label: name },
      associatedContents: {
        results: found.map(page => ({ contentType: page.type, contentId: Number(page.id), title: page.versions.at(-1)?.title })),
        start: 0,
        limit: 200,
        size: found.length
      }
    }
  })
}

export default spaces
