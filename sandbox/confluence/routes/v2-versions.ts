import { cursorPage, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import type { Version } from '../state/model.ts'
import { bodyV2, versionV2 } from '../views/v2.ts'
import { type AddRoutes, type ById, originOf, pageOf } from './site.ts'
import { attachmentOf, commentOf } from './v2-rest.ts'

/** Versions of attachments and comments, and single versions of pages. */
const versions: AddRoutes = (app, { site, prefix }) => {
  if (site.mode !== 'cloud') return
  app.get<ById>('/api/v2/attachments/:id/versions', async request => {
    const attachment = attachmentOf(site, request.params.id)
    const path = `${prefix}/api/v2/attachments/${attachment.id}/versions`
    const { results, next } = cursorPage(attachment.revisions.toReversed(), path, request.query, revision => ({
      ...versionV2({ ...revision, message: revision.comment }),
      attachment: { id: attachment.id, title: attachment.title }
    }))
    return { results, _links: { ...(next && { next }), base: `${originOf(request)}${prefix}` } }
  })
  for (const place of ['footer-comments', 'inline-comments'] as const)
    app.get<ById>(`/api/v2/${place}/:id/versions`, async request => {
      const { id, version } = commentOf(site, request.params.id)
      // The sandbox keeps only the last version of a comment.
      const show = (one: Version) => ({
        ...versionV2(one),
        comment: { id, title: one.title, body: bodyV2(one.body, textIn(request.query, 'body-format')) }
      })
      const { results } = cursorPage([version], `${prefix}/api/v2/${place}/${id}/versions`, request.query, show)
      return { results, _links: { base: `${originOf(request)}${prefix}` } }
    })
  for (const [place, type] of [
    ['pages', 'page'],
    ['blogposts', 'blogpost']
  ] as const)
    app.get<{ Params: { id: string; number: string } }>(`/api/v2/${place}/:id/versions/:number`, async ({ params }) => {
      const { versions: all } = pageOf(site, params.id, type)
      const number = Number(params.number)
      const version = all.find(one => one.number === number)
      if (!version) throw refuse(404, `There is no version ${params.number}`)
      return {
        ...versionV2(version),
        contentTypeModified: false,
        collaborators: [version.by.accountId],
        ...(number > 1 && { prevVersion: number - 1 }),
        ...(number < all.length && { nextVersion: number + 1 })
      }
    })
}

export default versions
