/** The state of a site. Cloud and Data Center represent the same state differently. */
export interface User {
  accountId: string
  /** Data Center identifies users by these. */
  username: string
  userKey: string
  displayName: string
  email: string
}

export interface Space {
  id: string
  key: string
  name: string
  type: 'global' | 'personal'
  status: 'current' | 'archived'
  description: string
  homepageId: string
  createdAt: string
  createdBy: User
  labels: string[]
}

export interface Version {
  number: number
  when: string
  by: User
  message: string
  minorEdit: boolean
  title: string
  /** In storage format. */
  body: string
}

/** Users and groups that a restriction names. Empty: everyone. */
export interface Allowed {
  users: User[]
  groups: string[]
}

export interface Property {
  id: string
  key: string
  value: unknown
  /** Default: 1. */
  number?: number
}

type Status = 'current' | 'trashed' | 'archived'

export interface Page {
  id: string
  type: 'page' | 'blogpost'
  status: Status
  space: Space
  parentId: string | null
  position: number
  createdAt: string
  createdBy: User
  labels: string[]
  /** The last one is the current one. */
  versions: Version[]
  /** Users and groups who may read it, and who may edit it. Default: all who may in the space. */
  readers?: Allowed
  editors?: Allowed
  /** Content properties of apps. */
  properties?: Property[]
  /** Time of the last change, for the index lag. */
  touched: number
}

export interface Comment {
  id: string
  page: Page
  parentId: string | null
  status: 'current' | 'trashed'
  /** Default: footer. */
  location?: 'footer' | 'inline'
  /** Of an inline comment: the text that it is about, and its marker in the page. */
  selection?: string
  markerRef?: string
  resolution?: 'open' | 'resolved' | 'reopened'
  version: Version
}

export interface Revision {
  number: number
  when: string
  by: User
  comment: string
  minorEdit: boolean
  mediaType: string
  bytes: Buffer
}

export interface Attachment {
  id: string
  page: Page
  title: string
  status: Status
  createdAt: string
  labels?: string[]
  revisions: Revision[]
}

export interface Site {
  mode: 'cloud' | 'datacenter'
  users: User[]
  me: User
  spaces: Space[]
  pages: Map<string, Page>
  comments: Map<string, Comment>
  attachments: Map<string, Attachment>
  newId: () => string
}

export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1)
  if (last === undefined) throw new Error('Every page and every attachment has a version')
  return last
}

export const current = (page: Page): Version => lastOf(page.versions)
export const titleOf = (page: Page): string => current(page).title
export const bodyOf = (page: Page): string => current(page).body
export const newest = (attachment: Attachment): Revision => lastOf(attachment.revisions)

export const childrenOf = ({ pages }: Site, id: string): Page[] =>
  [...pages.values()].filter(page => page.parentId === id && page.status === 'current').sort((a, b) => a.position - b.position)

/** Returns the ancestors from the top of the space down to the parent. */
export function ancestorsOf(site: Site, page: Page): Page[] {
  const parent = page.parentId === null ? undefined : site.pages.get(page.parentId)
  return parent ? [...ancestorsOf(site, parent), parent] : []
}

export function descendantsOf(site: Site, id: string, depth = Number.POSITIVE_INFINITY, at = 1): { page: Page; depth: number }[] {
  if (at > depth) return []
  return childrenOf(site, id).flatMap(page => [{ page, depth: at }, ...descendantsOf(site, page.id, depth, at + 1)])
}
