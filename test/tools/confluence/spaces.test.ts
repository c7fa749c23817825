import { globSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { seedSite } from '../../../sandbox/confluence/state/seed.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import type { Constraints } from '../../../src/contract/constraints.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { nextPages } from '../../../src/tools/confluence/client/bulk/select.ts'
import { confluence } from '../../../src/tools/confluence/tool.ts'
import { alice, refusal, startBulk, until } from '../../helpers/bulk.ts'
import { clientAt, MODES, type Mode, openWiki, pageNamed, SETTINGS, turnFor, type Wiki } from '../../helpers/confluence.ts'
import { clientOf } from '../../helpers/sandbox-control.ts'

/** One page of an allowed space, and the contents of one that is not. The site is the same each time it is created. */
const site = seedSite('cloud')
const OURS = pageNamed({ site }, 'Alpha').id
const SHELF = pageNamed({ site }, 'Shelf').id
const THEIRS = pageNamed({ site }, 'Installation').id
const PLAN = pageNamed({ site }, 'Release plan').id
const TRASHED = pageNamed({ site }, 'Thrown away').id
const THEIR_COMMENT = [...site.comments.values()].find(({ selection }) => selection === 'a shell')?.id ?? ''
const [COMMENT] = [...site.comments.keys()]
const INLINE = [...site.comments.values()].find(({ location, page }) => location === 'inline' && page.id === THEIRS)?.id
const [FILE] = [...site.attachments.keys()]

type Input = Record<string, unknown>

/** Every input of each operation that refers to something in a space that is not allowed. */
const CALLS: Readonly<Record<string, Input[]>> = {
  add_comment: [{ page_id: THEIRS, content: '<p>x</p>' }],
  add_inline_comment: [{ page_id: THEIRS, text_selection: 'Node', content: '<p>x</p>' }],
  add_labels: [{ page_id: THEIRS, labels: ['x'] }],
  check_permission: [{ page_id: THEIRS, user_id: '5b10ac8d82e05b22cc7d4ef6' }],
  compare_versions: [{ page_id: THEIRS, from_version: 1 }],
  copy_page: [
    { page_id: THEIRS, title: 'x', parent_id: SHELF },
    { page_id: OURS, title: 'x', parent_id: THEIRS },
    { page_id: OURS, title: 'x', space_key: 'DOCS' }
  ],
  create_page: [
    { title: 'x', content: '<p>x</p>', space_key: 'DOCS' },
    { title: 'x', content: '<p>x</p>', space_key: 'PLAY', parent_id: THEIRS }
  ],
  create_page_from_template: [
    { template_id: '65701003', title: 'x', space_key: 'DOCS' },
    { template_id: '65701003', title: 'x', space_key: 'PLAY', parent_id: THEIRS }
  ],
  delete_attachment: [{ attachment_id: FILE, confirm: true }],
  delete_page: [{ page_id: THEIRS, confirm: true }],
  download_attachment: [{ attachment_id: FILE }, { page_id: PLAN, filename: 'diagram.png' }],
  download_attachments: [{ page_id: THEIRS }],
  export_tree: [{ page_id: THEIRS }, { space_key: 'DOCS' }],
  get_attachment: [{ attachment_id: FILE }],
  get_page: [
    { page_id: THEIRS },
    { page_id: THEIRS, version: 1 },
    { page_title: 'Installation', space_key: 'DOCS' },
    // Macros of the page include pages of any space.
    ...['view', 'export_view', 'styled_view'].flatMap(format => [
      { page_id: OURS, content_format: format },
      { page_id: OURS, expand: [`body.${format}`] }
    ])
  ],
  get_page_tree: [{ page_id: THEIRS }, { space_key: 'DOCS' }],
  get_page_views: [{ page_id: THEIRS }],
  get_restrictions: [{ page_id: THEIRS }],
  get_space: [{ space_key: 'DOCS' }],
  get_template: [{ template_id: '65701003' }],
  list_ancestors: [{ page_id: THEIRS }],
  list_attachments: [{ page_id: PLAN }, { page_id: OURS, attachment_id: FILE }],
  list_children: [{ page_id: THEIRS }],
  list_comments: [{ page_id: PLAN }, { page_id: OURS, parent_comment_id: COMMENT }],
  list_images: [{ page_id: THEIRS }],
  list_inline_comments: [{ page_id: THEIRS }, { page_id: OURS, parent_comment_id: INLINE }],
  list_labels: [{ page_id: THEIRS }],
  list_pages: [{ space_key: 'DOCS' }, { space_keys: ['PLAY', 'DOCS'] }],
  list_spaces: [{ keys: ['DOCS'] }],
  list_templates: [{ space_key: 'DOCS' }],
  list_versions: [{ page_id: THEIRS }],
  move_page: [
    { page_id: THEIRS, target_id: SHELF },
    { page_id: OURS, target_id: THEIRS },
    { page_id: OURS, space_key: 'DOCS' }
  ],
  remove_label: [{ page_id: THEIRS, label: 'guide' }],
  reply_to_comment: [{ comment_id: COMMENT, content: '<p>x</p>' }],
  resolve_inline_comment: [{ comment_id: INLINE }],
  restore_version: [{ page_id: THEIRS, version: 1 }],
  search: [{ query: 'x', search_space: 'DOCS' }],
  set_restrictions: [{ page_id: THEIRS, edit_users: [] }],
  update_page: [
    { page_id: THEIRS, title: 'x' },
    { page_title: 'Installation', space_key: 'DOCS', title: 'x' },
    { page_id: OURS, parent_id: THEIRS }
  ],
  update_section: [
    { page_id: THEIRS, heading: 'Steps', content: 'x' },
    { page_title: 'Installation', space_key: 'DOCS', heading: 'Steps', content: 'x' }
  ],
  upload_attachment: [{ page_id: THEIRS, filename: 'a.txt', content_base64: 'eA==' }],
  upload_attachments: [{ page_id: THEIRS, files: [{ filename: 'a.txt', content_base64: 'eA==' }] }]
}

/** Names of properties that refer to something or to a space. */
const NAMES = /(?:^|_)(?:ids?|keys?|space)$/
const named = (input: object): string[] => Object.keys(input).filter(name => NAMES.test(name) && name !== 'job_id')

const LIMITS: readonly [name: string, settings: object, constraints?: Constraints][] = [
  ['the constraints of a key', {}, { confluence: { space: ['PLAY'] } }],
  ['the list of the instance', { spaces: ['PLAY'] }],
  [
    'the list of a key',
    {
      spaces_by_key: [
        { key: 'local', spaces: ['PLAY'] },
        { key: alice.id, spaces: ['PLAY'] }
      ]
    }
  ]
]

const writes = async ({ requests }: Pick<Wiki, 'requests'>) => (await requests()).filter(({ method }) => method !== 'GET')

const open = (t: Test, mode: Mode, limit: object, constraints?: Constraints): Promise<Wiki> =>
  openWiki(t, {
    mode,
    settings: address => ({ ...SETTINGS[mode](address), ...limit }),
    auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'], ...(constraints && { constraints }) } },
    ports: createPorts({ policy: () => [] })
  })

for (const mode of MODES)
  for (const [name, limit, constraints] of LIMITS)
    t.test(`nothing in a space that is not allowed is reachable by any operation: ${mode}, ${name}`, async t => {
      const wiki = await open(t, mode, limit, constraints)
      const took = new Map(Object.entries(CALLS).map(([name, inputs]) => [name, new Set(inputs.flatMap(named))]))
      for (const { name, input } of wiki.operations)
        t.strictSame(
          named(input.properties).filter(one => !took.get(name)?.has(one)),
          [],
          `${name} is called with all its inputs`
        )
      for (const [name, inputs] of Object.entries(CALLS))
        for (const input of inputs) {
          const { status, error } = await wiki.call(name, input)
          t.match(
            { status, error },
            { status: 403, error: { details: { reason: constraints ? 'outside_constraints' : 'denied_by_policy' } } },
            `${name} ${JSON.stringify(input)}`
          )
        }
      t.strictSame(await writes(wiki), [])
      t.equal((await wiki.call('get_page', { page_id: OURS })).status, 200)
      const version = pageNamed(wiki, 'Alpha').versions.at(-1)
      if (version) version.body = '<p>One<p>Two' // Markdown of it would be converted from its view
      const read = await wiki.call('get_page', { page_id: OURS, content_format: 'markdown', no_cache: true })
      t.match(read.error.details, { reason: 'cannot_be_honoured' })
    })

t.test('if Confluence does not report the space of something, it counts as not allowed', async t => {
  const wiki = await open(t, 'cloud', { spaces: ['PLAY'] })
  const { call, clear, failNext } = wiki
  const version = { number: 1 }
  const denied = { status: 403, error: { details: { reason: 'denied_by_policy' } } }
  for (const name of ['get_attachment', 'delete_attachment']) {
    await failNext(
      { path: '/attachments/att1' },
      { status: 200, body: { id: 'att1', title: 'x', status: 'current', customContentId: '9', version } }
    )
    t.match(await call(name, { attachment_id: 'att1', ...(name === 'delete_attachment' && { confirm: true }) }), denied, name)
  }
  for (const place of [{ customContentId: '9' }, { attachmentId: FILE }, {}]) {
    await failNext({ path: '/footer-comments/1' }, { status: 200, body: { id: '1', status: 'current', version, ...place } })
    t.match(await call('reply_to_comment', { comment_id: '1', content: '<p>x</p>' }), denied, JSON.stringify(place))
  }
  for (const place of [{}, { spaceId: '9' }]) {
    await failNext({ path: '/pages/1\\?' }, { status: 200, body: { id: '1', title: 'x', version, ...place } })
    await failNext({ path: '/spaces\\?' }, { status: 200, body: { results: [{ id: '8', key: 'PLAY', name: 'Playground' }] } })
    t.match(await call('get_page', { page_id: '1', no_cache: true }), denied, `a page: ${JSON.stringify(place)}`)
  }
  t.strictSame(await writes(wiki), [])
  await clear()
  const answered = { id: '1', status: 'current', version, parentCommentId: COMMENT }
  await failNext({ path: '/footer-comments/1' }, { status: 200, body: answered })
  t.match(
    (await call('reply_to_comment', { comment_id: '1', content: '<p>x</p>' })).error.message,
    /The space DOCS/,
    'a reply is where the comment is'
  )
})

for (const mode of MODES) {
  t.test(`the id of another kind of thing matches nothing: ${mode}`, async t => {
    const wiki = await openWiki(t, { mode })
    const swapped = new Map<unknown, unknown>([
      [THEIRS, COMMENT],
      [PLAN, COMMENT],
      [COMMENT, THEIRS],
      [INLINE, THEIRS],
      [FILE, THEIRS]
    ])
    for (const [name, inputs] of Object.entries(CALLS))
      for (const input of inputs) {
        const other = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, swapped.get(value) ?? value]))
        const ids = Object.values(input).filter(value => swapped.has(value))
        // A list without matches is empty.
        if (ids.length === 0 || (name === 'list_attachments' && input['attachment_id'])) continue
        // Data Center has no templates in its API.
        if (mode === 'datacenter' && name === 'create_page_from_template') continue
        t.equal((await wiki.call(name, other)).status, 404, `${name} ${JSON.stringify(other)}`)
      }
    t.strictSame(await writes(wiki), [])
  })

  t.test(`replies are returned with the page of their comment, and no other: ${mode}`, async t => {
    const wiki = await openWiki(t, { mode })
    const { status, error } = await wiki.call('list_comments', { page_id: THEIRS, parent_comment_id: COMMENT })
    t.equal(status, 400)
    t.match(error.details, { issues: [{ path: 'parent_comment_id', message: `is not a comment on the page ${THEIRS}` }] })
    const { data } = await wiki.call('list_comments', { page_id: PLAN, parent_comment_id: COMMENT })
    t.match(data.items, [{ page_id: PLAN, parent_id: COMMENT, body: '<p>In March.</p>' }])
  })

  t.test(`a page is only created and moved below one of its own space, and a blog post below none: ${mode}`, async t => {
    const wiki = await openWiki(t, { mode })
    const wrong = { status: 400, error: { details: { issues: [{ path: 'parent_id' }] } } }
    t.match(await wiki.call('create_page', { title: 'x', content: '', space_key: 'PLAY', parent_id: THEIRS }), wrong)
    t.match(await wiki.call('update_page', { page_id: OURS, parent_id: THEIRS }), wrong)
    t.match(
      await wiki.call('create_page', { title: 'x', content: '', space_key: 'PLAY', parent_id: SHELF, content_type: 'blogpost' }),
      wrong
    )
    t.strictSame(await writes(wiki), [])
    t.equal((await wiki.call('update_page', { page_id: OURS, parent_id: pageNamed(wiki, 'Target').id })).status, 200)
    t.equal(pageNamed(wiki, 'Alpha').parentId, pageNamed(wiki, 'Target').id)
  })
}

t.test('search results of a job are filtered: titles of other spaces are not shown', async t => {
  for (const mode of MODES) {
    const { address } = await openWiki(t, { mode })
    const client = await clientAt(mode, address, { spaces: ['PLAY'] })
    const { items } = await nextPages(
      { cql: 'space in (PLAY, DOCS)' },
      { size: 100, offset: 0, cursor: undefined },
      { ...turnFor(), client }
    )
    t.ok(
      items.some(({ id }) => id === OURS),
      mode
    )
    t.notOk(
      items.some(({ id }) => id === THEIRS),
      mode
    )
  }
})

t.test('a folder of Cloud can be a parent if it is in the space', async t => {
  const wiki = await open(t, 'cloud', { spaces: ['PLAY'] })
  const make = async (spaceId: string | undefined) => {
    await wiki.failNext({ path: '/folders/77$' }, { status: 200, body: { id: '77', spaceId, title: 'A folder' } })
    await wiki.failNext({ method: 'POST', path: '/pages$' }, { status: 418, body: { message: 'sent' } })
    return await wiki.call('create_page', { title: 'x', content: '', space_key: 'PLAY', parent_id: '77' })
  }
  const idOf = (key: string): string | undefined => wiki.site.spaces.find(space => space.key === key)?.id
  t.match((await make(idOf('PLAY'))).error.message, /sent/)
  t.match((await writes(wiki))[0]?.body, { parentId: '77' })
  await wiki.clear()
  t.equal((await make(idOf('DOCS'))).error.details.reason, 'denied_by_policy')
  for (const [status, expected] of [
    [429, 429],
    [503, 502],
    [403, 404]
  ] as const) {
    await wiki.clear()
    await wiki.failNext({ path: '/folders/424242$' }, { status, body: { message: 'not now' }, headers: { 'retry-after': '1' } })
    const input = { title: 'x', content: '', space_key: 'PLAY', parent_id: '424242' }
    t.equal((await wiki.call('create_page', input)).status, expected, `a folder that returns ${status}`)
  }
  t.strictSame(await writes(wiki), [])
})

/** Inputs of each action besides the selection. */
const ACTIONS: Readonly<Record<string, Input>> = {
  archive_pages: {},
  export_pages: {},
  label_pages: { add_label: 'x' },
  move_pages: { target_id: SHELF },
  replace_in_pages: { search: 'You need', replacement: 'You want' },
  resolve_inline_comments: {},
  restore_pages: {},
  trash_pages: {},
  unlabel_pages: { remove_label: 'guide' }
}

async function actions(): Promise<BulkAdapter[]> {
  const folder = path.join(import.meta.dirname, '../../../src/tools/confluence/bulk')
  const modules: { default: BulkAdapter }[] = await Promise.all(
    globSync('*.ts', { cwd: folder }).map(file => import(path.join(folder, file)))
  )
  return modules.map(({ default: adapter }) => adapter)
}

t.test('nothing in a space that is not allowed is reachable by any bulk action', async t => {
  const adapters = await actions()
  t.strictSame(adapters.map(({ name }) => name).toSorted(), Object.keys(ACTIONS))
  const wikis = { cloud: await openWiki(t, { mode: 'cloud' }), datacenter: await openWiki(t, { mode: 'datacenter' }) }
  const clients = new Map<string, unknown>()
  const constraintsAt = new Map(MODES.flatMap(mode => LIMITS.map(([name, , constraints]) => [`${mode}, ${name}`, constraints])))
  for (const mode of MODES)
    for (const [name, limit] of LIMITS)
      clients.set(`${mode}, ${name}`, await clientOf(t, confluence, { ...SETTINGS[mode](wikis[mode].address), ...limit }))
  const connections = { get: async (_: unknown, name = '') => ({ client: clients.get(name), instance: name, sandbox: false }) }
  const { jobs, request } = await startBulk(t, adapters, { connections })
  for (const instance of clients.keys())
    for (const adapter of adapters) {
      const onComments = adapter.name === 'resolve_inline_comments'
      if ((adapter.name === 'archive_pages' || onComments) && instance.startsWith('datacenter')) continue
      const constraints = constraintsAt.get(instance)
      const caller = { ...alice, ...(constraints && { constraints }) }
      const reason = constraints ? 'outside_constraints' : 'denied_by_policy'
      const ask = async (input: Input, ids?: string[]) =>
        await jobs.create(request(adapter, { input: { ...ACTIONS[adapter.name], ...input }, instance, caller, ...(ids && { ids }) }))
      const denied = refusal(reason)
      const what = `${adapter.name}: ${instance}`
      await t.rejects(ask(onComments ? { page_id: THEIRS } : { space_key: 'DOCS' }), denied, what)
      if ('parent_id' in adapter.input.properties) await t.rejects(ask({ parent_id: THEIRS }), denied, what)
      if ('target_id' in adapter.input.properties) await t.rejects(ask({ label: 'later', target_id: THEIRS }), denied, what)
      if ('query' in adapter.input.properties) {
        const { id } = await ask({ query: 'label = "guide" or id = "1"' })
        t.match(await until(jobs, id, ['awaiting_confirmation', 'completed', 'failed']), { progress: { total: { value: 0 } } }, what)
      }
      const made = await ask({}, [adapter.name === 'restore_pages' ? TRASHED : onComments ? THEIR_COMMENT : THEIRS])
      const job = await until(jobs, made.id, ['awaiting_confirmation', 'failed'])
      t.notMatch(JSON.stringify(job), /Installation|Thrown away/, what)
      if (job.confirm_token) await jobs.confirm(alice, job.id, job.confirm_token)
      t.match(await until(jobs, job.id, ['completed', 'failed']), { progress: { succeeded: 0, skipped: 0 } }, what)
      const { items } = await jobs.items(alice, job.id, { limit: 10 })
      t.match(items, [{ outcome: 'failed', error: { reason } }], what)
    }
  for (const mode of MODES) t.strictSame(await writes(wikis[mode]), [])
})
