import { storageToAdf } from '../adf.ts'
import { type Attachment, type Comment, current, newest, type Page, type Space, titleOf, type User, type Version } from '../state/model.ts'
import { renderView } from '../storage.ts'

/** Representations of version 2 on Cloud. Users are IDs only. */
export const versionV2 = ({ number, when, by, message, minorEdit }: Omit<Version, 'title' | 'body'>) => ({
  number,
  createdAt: when,
  message,
  minorEdit,
  authorId: by.accountId
})

const linksOf = ({ type, id, space }: Page, title: string) => {
  const place = type === 'page' ? `pages/${id}` : `blog/${id}`
  return {
    webui: `/spaces/${space.key}/${place}/${encodeURIComponent(title).replaceAll('%20', '+')}`,
    editui: `/pages/resumedraft.action?draftId=${id}`,
    tinyui: `/x/${Buffer.from(id).toString('base64url').slice(0, 6)}`
  }
}

/** Returns one body format per request; none by default. */
export function bodyV2(storage: string, format: string | undefined) {
  if (format === undefined) return {}
  const value =
    format === 'storage' || format === 'editor' ? storage : format === 'atlas_doc_format' ? storageToAdf(storage) : renderView(storage)
  return { [format]: { representation: format, value } }
}

export function pageV2(page: Page, { format, version = current(page) }: { format?: string | undefined; version?: Version } = {}) {
  const { id, type, space, parentId, position, createdAt, createdBy } = page
  return {
    id,
    status: version === current(page) ? page.status : 'historical',
    title: version.title,
    spaceId: space.id,
    ...(type === 'page' && {
      ...(parentId && { parentId, parentType: 'page' }),
      position,
      ownerId: createdBy.accountId,
      lastOwnerId: null
    }),
    authorId: createdBy.accountId,
    createdAt,
    version: versionV2(version),
    body: bodyV2(version.body, format),
    _links: linksOf(page, version.title)
  }
}

export const labelV2 = (name: string) => ({
  id: String(1000 + [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)),
  name,
  prefix: 'global'
})

export function spaceV2(space: Space, format?: string) {
  const { id, key, name, type, status, homepageId, createdAt, createdBy, description } = space
  return {
    id,
    key,
    name,
    type,
    status,
    authorId: createdBy.accountId,
    createdAt,
    homepageId,
    ...(format !== undefined && { description: { [format]: { representation: format, value: description } } }),
    _links: { webui: `/spaces/${key}` }
  }
}

export function attachmentV2({ id, title, status, createdAt, page, revisions }: Attachment, number?: number) {
  const revision = revisions.find(one => one.number === number) ?? newest({ revisions } as Attachment)
  const download = `/download/attachments/${page.id}/${encodeURIComponent(title)}?version=${revision.number}&api=v2`
  return {
    id,
    status,
    title,
    createdAt,
    [page.type === 'page' ? 'pageId' : 'blogPostId']: page.id,
    mediaType: revision.mediaType,
    mediaTypeDescription: 'File',
    comment: revision.comment,
    fileId: `file-${id}`,
    fileSize: revision.bytes.length,
    webuiLink: `/pages/viewpageattachments.action?pageId=${page.id}`,
    downloadLink: download,
    version: {
      number: revision.number,
      createdAt: revision.when,
      message: revision.comment,
      minorEdit: revision.minorEdit,
      authorId: revision.by.accountId
    },
    _links: { webui: `/pages/viewpageattachments.action?pageId=${page.id}`, download }
  }
}

export const commentV2 = ({ id, page, parentId, status, version }: Comment, format?: string) => ({
  id,
  status,
  title: `Re: ${titleOf(page)}`,
  ...(parentId === null ? { [page.type === 'page' ? 'pageId' : 'blogPostId']: page.id } : { parentCommentId: parentId, pageId: page.id }),
  version: versionV2(version),
  body: bodyV2(version.body, format),
  _links: { webui: `/spaces/${page.space.key}/pages/${page.id}?focusedCommentId=${id}` }
})

/** A reply in a list of replies contains neither page nor blog post. */
export function replyV2(comment: Comment, format?: string) {
  const { pageId: _, blogPostId: __, ...reply }: Record<string, unknown> = commentV2(comment, format)
  return reply
}

export const userV2 = ({ accountId, displayName }: User) => ({
  accountId,
  displayName,
  publicName: displayName,
  email: '',
  accountType: 'atlassian',
  accountStatus: 'active',
  timeZone: null,
  isExternalCollaborator: false,
  profilePicture: { path: `/wiki/aa-avatar/${accountId}`, isDefault: false }
})

export const childV2 = (page: Page) => ({
  id: page.id,
  status: page.status,
  title: titleOf(page),
  type: 'page',
  spaceId: page.space.id,
  childPosition: page.position
})
