import { cursorPage, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import type { Page, Property } from '../state/model.ts'
import { versionV2 } from '../views/v2.ts'
import { type AddRoutes, type ById, originOf, pageOf } from './site.ts'

interface Written {
  key?: string
  value?: unknown
  version?: { number?: number }
}

type OfProperty = { Params: { id: string; property: string } }

const show = ({ createdAt, createdBy }: Page, { id, key, value, number = 1 }: Property) => ({
  id,
  key,
  value,
  version: versionV2({ number, when: createdAt, by: createdBy, message: '', minorEdit: false })
})

/** Content properties of pages and blog posts. */
const properties: AddRoutes = (app, { site, prefix }) => {
  if (site.mode !== 'cloud') return
  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const) {
    const base = `/api/v2/${place}/:id/properties`
    const find = ({ id, property }: OfProperty['Params']): { page: Page; found: Property } => {
      const page = pageOf(site, id, type)
      const found = page.properties?.find(one => one.id === property)
      if (!found) throw refuse(404, `There is no property ${property}`)
      return { page, found }
    }
    app.get<ById>(base, async request => {
      const page = pageOf(site, request.params.id, type)
      const key = textIn(request.query, 'key')
      const all = (page.properties ?? []).filter(one => key === undefined || one.key === key)
      const { results, next } = cursorPage(all, `${prefix}/api/v2/${place}/${page.id}/properties`, request.query, one => show(page, one))
      return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
    })
    app.post<ById & { Body: Written }>(base, async ({ params, body }) => {
      const page = pageOf(site, params.id, type)
      const { key, value } = body
      const all = page.properties ?? []
      if (!key || value === undefined) throw refuse(400, 'key and value are required')
      if (all.some(one => one.key === key)) throw refuse(400, `A property with the key ${key} already exists`)
      const property = { id: site.newId(), key, value }
      page.properties = [...all, property]
      return show(page, property)
    })
    app.get<OfProperty>(`${base}/:property`, async ({ params }) => {
      const { page, found } = find(params)
      return show(page, found)
    })
    app.put<OfProperty & { Body: Written }>(`${base}/:property`, async ({ params, body }) => {
      const { page, found } = find(params)
      const { number = 1 } = found
      if (body.version?.number !== number + 1) throw refuse(409, `Version must be incremented. Current Version: [${number}]`)
      return show(page, Object.assign(found, { value: body.value, number: number + 1 }))
    })
    app.delete<OfProperty>(`${base}/:property`, async ({ params }, reply) => {
      const { page, found } = find(params)
      page.properties = page.properties?.filter(one => one !== found) ?? []
      return reply.code(204).send()
    })
  }
}

export default properties
