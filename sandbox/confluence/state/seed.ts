import { type Attachment, type Page, type Site, type Space, titleOf, type User } from './model.ts'
import { RICH } from './rich.ts'
import { ada, bea, carl } from './users.ts'

const DAY_MS = 86_400_000
const BEGIN = Date.parse('2026-01-05T09:00:00.000Z')
const FIRST_ID = 65_536

/** A red dot. */
export const DIAGRAM = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64'
)

interface Draft {
  title: string
  body: string
  parent?: Page
  type?: Page['type']
  labels?: string[]
  by?: User
  /** Bodies of earlier versions, oldest first. */
  before?: string[]
}

const at = (day: number): string => new Date(BEGIN + day * DAY_MS).toISOString()

const addPage = (site: Site, space: Space, { title, body, parent, type = 'page', labels = [], by = site.me, before = [] }: Draft): Page => {
  const made = site.newId()
  const day = Number(made) - FIRST_ID
  const versions = [...before, body].map((text, place) => ({
    number: place + 1,
    when: at(day + place),
    by: place === before.length ? by : site.me,
    message: place === 0 ? '' : `Change ${place}`,
    minorEdit: false,
    title,
    body: text
  }))
  const isHome = space.homepageId === ''
  const parentId = type === 'blogpost' || isHome ? (isHome ? '' : null) : (parent?.id ?? space.homepageId)
  const page: Page = {
    id: made,
    type,
    status: 'current',
    space,
    parentId: parentId === '' ? null : parentId,
    position: site.pages.size,
    createdAt: at(day),
    createdBy: site.me,
    labels,
    versions,
    touched: 0
  }
  site.pages.set(made, page)
  return page
}

const addSpace = (site: Site, key: string, name: string, more: Partial<Space> = {}): Space => {
  const space: Space = {
    id: site.newId(),
    key,
    name,
    type: 'global',
    status: 'current',
    description: `All about ${name}`,
    homepageId: '',
    createdAt: at(0),
    createdBy: site.me,
    labels: [],
    ...more
  }
  site.spaces.push(space)
  space.homepageId = addPage(site, space, { title: `${name} Home`, body: `<h1>${name}</h1><p>Welcome.</p>` }).id
  return space
}

/** Creates the same site each time, including IDs and times. */
export function seedSite(mode: Site['mode']): Site {
  let id = FIRST_ID
  const site: Site = {
    mode,
    users: [ada, bea, carl],
    me: ada,
    spaces: [],
    pages: new Map(),
    comments: new Map(),
    attachments: new Map(),
    newId: () => String(id++)
  }
  fill(site)
  return site
}

const MANY = 130

function fill(site: Site): void {
  const docs = addSpace(site, 'DOCS', 'Documentation', { labels: ['team-docs'] })
  const guide = addPage(site, docs, {
    title: 'Installation',
    labels: ['guide', 'install'],
    by: bea,
    before: ['<p>Install it.</p>', '<p>Install it with care.</p>'],
    body: '<h2>Before you begin</h2><p>You need Node &amp; a shell.</p><h2>Steps</h2><ol><li>Clone</li><li>Start</li></ol>'
  })
  addPage(site, docs, {
    title: 'Troubleshooting',
    parent: guide,
    labels: ['guide'],
    body: '<p>Look into the log. Say "please" to the C:\\temp folder.</p>'
  })
  const plan = addPage(site, docs, { title: 'Release plan', by: carl, labels: ['plan'], body: RICH })
  plan.editors = { users: [carl], groups: ['release-managers'] }
  plan.properties = [
    { id: `${plan.id}00`, key: 'content-appearance-published', value: 'full-width' },
    { id: `${plan.id}01`, key: 'release-tool', value: { train: 7 } }
  ]
  addPage(site, docs, { title: 'Retired guide', body: '<p>This installation guide is no longer needed.</p>' }).status = 'archived'
  addPage(site, docs, { title: 'Thrown away', body: '<p>In the trash.</p>' }).status = 'trashed'
  addPage(site, docs, { title: 'What is new', type: 'blogpost', body: '<p>Version 2 is out.</p>' })
  addPage(site, docs, { title: 'Another year', type: 'blogpost', by: bea, body: '<p>Looking back.</p>' })
  const many = addSpace(site, 'ENG', 'Engineering')
  for (let number = 1; number <= MANY; number++)
    addPage(site, many, {
      title: `Note ${String(number).padStart(3, '0')}`,
      labels: number % 10 === 0 ? ['tenth'] : [],
      body: `<p>Note number ${number} about gateways.</p>`
    })
  addSpace(site, 'HR', 'People and Pay', { description: 'Not for everybody' })
  addSpace(site, 'OLD', 'Old things', { status: 'archived' })
  addSpace(site, '~ada', 'Ada Lovelace', { type: 'personal' })
  const play = addSpace(site, 'PLAY', 'Playground')
  const shelf = addPage(site, play, { title: 'Shelf', body: '<p>Pages to try things with.</p>' })
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    addPage(site, play, { title: name, parent: shelf, labels: ['later'], body: `<p>${name} says hello to the old name.</p>` })
  addPage(site, play, { title: 'Target', body: '<p>Where things are moved to.</p>' })
  const draft = addPage(site, play, { title: 'Draft notes', before: ['<p>One</p>'], body: '<p>One</p><p>Two</p>' })
  attach(site, plan, 'diagram.png', 'image/png', DIAGRAM, at(3))
  attach(site, plan, 'Übersicht 2026.txt', 'text/plain', Buffer.from('Größe\n'), at(4))
  attach(site, draft, 'notes.txt', 'text/plain', Buffer.from('Some notes.\n'), at(5))
  comment(site, plan, bea, '<p>When is this due?</p>', at(6))
  for (const name of ['Edit', 'Restore', 'Move', 'Delete', 'Label', 'Copy', 'Comment'])
    addPage(site, play, { title: `${name} me`, labels: ['try'], before: ['<p>The first version.</p>'], body: '<p>The second version.</p>' })
  attach(site, draft, 'old.txt', 'text/plain', Buffer.from('Old.\n'), at(7))
  const handbook = addPage(site, play, {
    title: 'Handbook',
    body: '<h2>Rules</h2><p>Be <ac:inline-comment-marker ac:ref="3b1f6c1e-0000-4000-8000-000000000001">kind</ac:inline-comment-marker>.</p><h2>Changes</h2><ul><li>The first one</li></ul><h3>Older</h3><p>None.</p><h2>End</h2><p>That is all.</p>'
  })
  inlineComment(site, handbook, 'kind', '<p>To whom?</p>', at(8))
  inlineComment(site, guide, 'a shell', '<p>Which one?</p>', at(9))
}

function attach(site: Site, page: Page, title: string, mediaType: string, bytes: Buffer, when: string): void {
  const attachment: Attachment = {
    id: `att${site.newId()}`,
    page,
    title,
    status: 'current',
    createdAt: when,
    revisions: [{ number: 1, when, by: site.me, comment: `The ${title}`, minorEdit: false, mediaType, bytes }]
  }
  site.attachments.set(attachment.id, attachment)
}

function comment(site: Site, page: Page, by: User, body: string, when: string): void {
  const id = site.newId()
  site.comments.set(id, {
    id,
    page,
    parentId: null,
    status: 'current',
    version: { number: 1, when, by, message: '', minorEdit: false, title: titleOf(page), body }
  })
  const reply = site.newId()
  const answer = { number: 1, when, by: site.me, message: '', minorEdit: false, title: titleOf(page), body: '<p>In March.</p>' }
  site.comments.set(reply, { id: reply, page, parentId: id, status: 'current', version: answer })
}

function inlineComment(site: Site, page: Page, selection: string, body: string, when: string): void {
  const id = site.newId()
  site.comments.set(id, {
    id,
    page,
    parentId: null,
    status: 'current',
    location: 'inline',
    selection,
    markerRef: '3b1f6c1e-0000-4000-8000-000000000001',
    version: { number: 1, when, by: bea, message: '', minorEdit: false, title: titleOf(page), body }
  })
}
