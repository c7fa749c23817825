import { cursorPage } from '../paging.ts'
import { type AddRoutes, type ById, originOf, pageOf, spaceOf } from './site.ts'
import { attachmentOf, commentOf } from './v2-rest.ts'

const operations = (targetType: string) => ({
  operations: ['read', 'update', 'delete'].map(operation => ({ operation, targetType }))
})

/** Likes, and what the account may do. No one likes anything yet. */
const likesAndOperations: AddRoutes = (app, { site, prefix }) => {
  if (site.mode !== 'cloud') return
  const kinds = [
    ['pages', 'page', (id: string) => pageOf(site, id, 'page')],
    ['blogposts', 'blogpost', (id: string) => pageOf(site, id, 'blogpost')],
    ['footer-comments', 'comment', (id: string) => commentOf(site, id)],
    ['inline-comments', 'comment', (id: string) => commentOf(site, id)],
    ['attachments', 'attachment', (id: string) => attachmentOf(site, id)],
    ['spaces', 'space', (id: string) => spaceOf(site, space => space.id === id)]
  ] as const
  for (const [place, targetType, find] of kinds) {
    app.get<ById>(`/api/v2/${place}/:id/operations`, async ({ params }) => {
      find(params.id)
      return operations(targetType)
    })
    if (targetType === 'attachment' || targetType === 'space') continue
    app.get<ById>(`/api/v2/${place}/:id/likes/count`, async ({ params }) => {
      find(params.id)
      return { count: 0 }
    })
    app.get<ById>(`/api/v2/${place}/:id/likes/users`, async request => {
      find(request.params.id)
      const { results } = cursorPage([], `${prefix}/api/v2/${place}/${request.params.id}/likes/users`, request.query, one => one)
      return { results, _links: { base: `${originOf(request)}${prefix}` } }
    })
  }
}

export default likesAndOperations
