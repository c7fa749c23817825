import {
  type Attachment,
  ancestorsOf,
  type Comment,
  childrenOf,
  current,
  newest,
  type Page,
  type Site,
  type Space,
  titleOf,
  type User,
  type Version
} from '../state/model.ts'
import { renderView } from '../storage.ts'
import { labelV2 } from './v2.ts'

/** Representations of version 1: only parts in `expand`. */
export interface View {
  site: Site
  /** URL of the site, and the path of the API in it. */
  base: string
  context: string
  expand: readonly string[]
}

const bare = (view: View): View => ({ ...view, expand: [] })

/** Whether a part, or something below it, is expanded. */
const isExpanded = ({ expand }: View, name: string): boolean => expand.some(one => one === name || one.startsWith(`${name}.`))

/** Returns the expansions below a name, such as `content.version` below content. */
export const below = (view: View, name: string): View => ({
  ...view,
  expand: view.expand.flatMap(one => (one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []))
})

export function userV1({ site, base, context }: View, { accountId, username, userKey, displayName, email }: User) {
  const profilePicture = { path: `${context}/aa-avatar/${username}`, width: 48, height: 48, isDefault: false }
  const shared = { type: 'known', displayName, profilePicture, _expandable: {} }
  return site.mode === 'cloud'
    ? {
        ...shared,
        accountId,
        accountType: 'atlassian',
        email: '',
        publicName: displayName,
        isExternalCollaborator: false,
        _links: { self: `${base}/rest/api/user?accountId=${accountId}` }
      }
    : { ...shared, username, userKey, email, _links: { self: `${base}/rest/api/user?key=${userKey}` } }
}

export const versionV1 = (view: View, { number, when, by, message, minorEdit }: Omit<Version, 'title' | 'body'>) => ({
  by: userV1(view, by),
  when,
  friendlyWhen: when.slice(0, 10),
  message,
  number,
  minorEdit,
  ...(view.site.mode === 'cloud' ? { contentTypeModified: false } : { hidden: false }),
  _expandable: {},
  _links: {}
})

export function spaceV1(view: View, space: Space) {
  const { id, key, name, type, status, description, homepageId, labels, createdAt, createdBy } = space
  const homepage = view.site.pages.get(homepageId)
  return {
    id: Number(id),
    key,
    name,
    type,
    status,
    ...(isExpanded(view, 'description') && {
      description: { plain: { value: description, representation: 'plain', embeddedContent: [] } }
    }),
    ...(isExpanded(view, 'homepage') && homepage && { homepage: pageV1(bare(view), homepage) }),
    ...(isExpanded(view, 'metadata') && { metadata: { labels: labelsV1(labels) } }),
    ...(view.site.mode === 'cloud'
      ? isExpanded(view, 'history') && { history: { createdDate: createdAt, createdBy: userV1(view, createdBy) } }
      : { creationDate: createdAt, ...(isExpanded(view, 'creator') && { creator: userV1(view, createdBy) }) }),
    _expandable: { settings: '', metadata: '', operations: '', homepage: `/rest/api/content/${homepageId}` },
    _links: { webui: `/display/${key}`, self: `${view.base}/rest/api/space/${key}` }
  }
}

export function labelsV1(names: readonly string[]) {
  const results = names.map(name => ({ ...labelV2(name), label: name }))
  return { results, start: 0, limit: 200, size: results.length, _links: {} }
}

export function pageV1(view: View, page: Page, version: Version = current(page)): Record<string, unknown> {
  const { id, type, status, space, labels, createdAt, createdBy, position } = page
  const isCurrent = version === current(page)
  const shown = (others: readonly Page[]) => others.map(one => pageV1(bare(view), one))
  return {
    id,
    type,
    status: isCurrent ? status : 'historical',
    title: version.title,
    ...(isExpanded(view, 'space') && { space: spaceV1(below(view, 'space'), space) }),
    ...(isExpanded(view, 'history') && {
      history: { latest: isCurrent, createdBy: userV1(view, createdBy), createdDate: createdAt, _links: {} }
    }),
    ...(isExpanded(view, 'version') && { version: versionV1(view, version) }),
    ...(isExpanded(view, 'ancestors') && { ancestors: shown(ancestorsOf(view.site, page)) }),
    ...(isExpanded(view, 'children') && {
      children: { page: { results: shown(childrenOf(view.site, id)), size: 0, start: 0, limit: 25, _links: {} } }
    }),
    ...(isExpanded(view, 'metadata') && { metadata: { labels: labelsV1(labels) } }),
    ...(isExpanded(view, 'restrictions') && { restrictions: restrictionsOf(view, page) }),
    ...(isExpanded(view, 'body') && { body: bodiesV1(view, version.body) }),
    extensions: { position },
    _expandable: { children: `/rest/api/content/${id}/child` },
    _links: linksV1(view, `/pages/viewpage.action?pageId=${id}`, `/rest/api/content/${id}`)
  }
}

const NO_EDITORS = { users: [], groups: [] }

/** Maximum number of users, and of groups, that a response contains. */
export const MAX_RESTRICTIONS = 200

interface Part {
  start: number
  limit: number
}

export function restriction(
  view: View,
  page: Page,
  operation: 'read' | 'update',
  { start, limit }: Part = { start: 0, limit: MAX_RESTRICTIONS }
) {
  const { users, groups } = (operation === 'update' ? page.editors : page.readers) ?? NO_EDITORS
  const some = (all: readonly unknown[]) => {
    const results = all.slice(start, start + limit)
    return { results, start, limit, size: results.length }
  }
  return {
    operation,
    restrictions: {
      user: some(users.map(user => userV1(view, user))),
      group: some(groups.map(name => ({ type: 'group', name, id: `group-${name}` }))),
      _expandable: {}
    },
    _expandable: { content: `/rest/api/content/${page.id}` },
    _links: { self: `${view.base}/rest/api/content/${page.id}/restriction/byOperation/${operation}` }
  }
}

export const restrictionsOf = (view: View, page: Page) => ({
  read: restriction(view, page, 'read'),
  update: restriction(view, page, 'update'),
  _links: { base: view.base }
})

function bodiesV1({ expand }: View, storage: string) {
  const shown = ['storage', 'view', 'export_view', 'styled_view', 'editor'].filter(name => expand.includes(`body.${name}`))
  const bodyAs = (name: string): string => (name === 'storage' || name === 'editor' ? storage : renderView(storage))
  return Object.fromEntries(shown.map(name => [name, { value: bodyAs(name), representation: name, embeddedContent: [], _expandable: {} }]))
}

export function commentV1(view: View, comment: Comment) {
  const { id, page, parentId, status, version, location = 'footer', selection, markerRef, resolution = 'open' } = comment
  const title = `Re: ${titleOf(page)}`
  return {
    id,
    type: 'comment',
    status,
    title,
    ...(isExpanded(view, 'version') && { version: versionV1(view, version) }),
    ...(isExpanded(view, 'ancestors') && {
      ancestors: parentId === null ? [] : [{ id: parentId, type: 'comment', status: 'current', title, _expandable: {}, _links: {} }]
    }),
    ...(isExpanded(view, 'container') && { container: pageV1(below(view, 'container'), page) }),
    ...(isExpanded(view, 'history') && {
      history: { latest: true, createdBy: userV1(view, version.by), createdDate: version.when, _links: {} }
    }),
    ...(isExpanded(view, 'body') && { body: bodiesV1(view, version.body) }),
    extensions: {
      location,
      ...(location === 'inline' && {
        inlineProperties: { originalSelection: selection ?? '', markerRef: markerRef ?? '' },
        resolution: { status: resolution }
      })
    },
    _expandable: {},
    _links: linksV1(view, `/display/${page.space.key}/?focusedCommentId=${id}`, `/rest/api/content/${id}`)
  }
}

export function attachmentV1(view: View, attachment: Attachment) {
  const { id, title, status, page, createdAt } = attachment
  const revision = newest(attachment)
  const { comment, mediaType, bytes } = revision
  const download = `/download/attachments/${page.id}/${encodeURIComponent(title)}?version=${revision.number}`
  return {
    id,
    type: 'attachment',
    status,
    title,
    ...(isExpanded(view, 'version') && { version: versionV1(view, { ...revision, message: comment }) }),
    ...(isExpanded(view, 'container') && { container: pageV1(below(view, 'container'), page) }),
    ...(isExpanded(view, 'space') && { space: spaceV1(bare(view), page.space) }),
    ...(isExpanded(view, 'history') && {
      history: { latest: true, createdBy: userV1(view, attachment.revisions[0]?.by ?? revision.by), createdDate: createdAt, _links: {} }
    }),
    metadata: { mediaType, comment, labels: labelsV1([]) },
    extensions: { mediaType, fileSize: bytes.length, comment },
    _expandable: {},
    _links: { ...linksV1(view, `/pages/viewpageattachments.action?pageId=${page.id}`, `/rest/api/content/${id}`), download }
  }
}

const linksV1 = ({ base, context }: View, webui: string, self: string) => ({ webui, self: `${base}${self}`, base, context })
