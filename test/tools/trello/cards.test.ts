import pino from 'pino'
import t from 'tap'
import { listCards } from '../../../src/tools/trello/client/cards/list.ts'
import { connect } from '../../../src/tools/trello/client/connection.ts'
import { openTrello } from '../../helpers/trello.ts'

const { call, requests, clear, failNext, settings } = await openTrello(t)
t.beforeEach(() => clear())

interface Row {
  id: string
  name: string
  [property: string]: unknown
}

const ids = (rows: Row[]): string[] => rows.map(({ id }) => id)
const PLAYGROUND = '697951805eed000000000220'

async function everyPage(input: Record<string, unknown>, between: () => Promise<unknown> = async () => undefined): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null | undefined
  do {
    const { data } = await call('list_cards', { ...input, ...(cursor && { cursor }) })
    rows.push(...data.items)
    cursor = data.next_cursor
    await between()
  } while (cursor)
  return rows
}

const newCard = async (name: string, more: Record<string, unknown> = {}): Promise<Row> =>
  (await call('create_card', { board: 'Playground', list: 'To do', name, ...more })).data

t.test('the pages of a large board contain every card once', async t => {
  const rows = await everyPage({ board: 'Support', status: 'all', limit: 90 })
  t.equal(rows.length, 400)
  t.equal(new Set(ids(rows)).size, 400)
})

t.test('cards that are moved, archived or created while paging are neither repeated nor skipped (pitfall 1)', async t => {
  const before = ids(await everyPage({ board: 'Website Relaunch', status: 'all', limit: 100 }))
  const [first = ''] = before
  const seen = ids(
    await everyPage({ board: 'Website Relaunch', status: 'all', limit: 25 }, async () => {
      await call('move_card', { card_id: first, list: 'Done', position: 'top' })
      await call('create_card', { board: 'Website Relaunch', list: 'Backlog', name: 'Created meanwhile' })
    })
  )
  t.strictSame(seen, before)
})

t.test('the total is returned if all cards are on the page; otherwise it is unknown', async t => {
  const { data: whole } = await call('list_cards', { board: 'Archive 2025' })
  t.strictSame(whole.total, { value: whole.items.length, relation: 'eq' })
  const { data: part } = await call('list_cards', { board: 'Support', limit: 10 })
  t.equal(part.total, null)
  t.type(part.next_cursor, 'string')
})

t.test('filters apply to all pages', async t => {
  const all = await everyPage({ board: 'Support', limit: 100 })
  const wanted = all.filter(({ labels, due }) => JSON.stringify(labels).includes('"Billing"') && due !== null)
  const found = await everyPage({ board: 'Support', label: 'billing', due_after: '2020-01-01T00:00:00Z', limit: 7 })
  t.ok(wanted.length > 14)
  t.strictSame(ids(found), ids(wanted))
})

t.test('cards of a member are found by name and by `me`', async t => {
  const amara = await everyPage({ board: 'Playground', member: 'Amara Okafor', limit: 100 })
  t.ok(amara.length > 0)
  t.strictSame(ids(await everyPage({ board: PLAYGROUND, member: 'amara', limit: 100 })), ids(amara))
  const { data } = await call('list_cards', { board: 'Playground', member: 'me', limit: 1 })
  t.strictSame(data.items[0].member_ids.includes('695b7d905eed000000000001'), true)
})

t.test('archived cards are returned only if requested', async t => {
  const { data: open } = await call('list_cards', { board: 'Playground', limit: 100 })
  const { data: archived } = await call('list_cards', { board: 'Playground', status: 'archived', limit: 100 })
  t.ok(open.items.every((card: Row) => card['archived'] === false))
  t.ok(archived.items.length > 0 && archived.items.every((card: Row) => card['archived'] === true))
})

t.test('cards in an archived list do not count as open cards of the board', async t => {
  const { data: list } = await call('create_list', { board: 'Playground', name: 'Temporary' })
  const { id } = await newCard('Hidden', { list: list.id })
  await call('archive_list', { list: list.id })
  t.notOk(ids(await everyPage({ board: 'Playground', limit: 100 })).includes(id))
  t.ok(ids(await everyPage({ board: 'Playground', status: 'all', limit: 100 })).includes(id))
})

t.test('fields selects the returned properties of each card', async t => {
  const { data } = await call('list_cards', { board: 'Playground', limit: 1, fields: ['id', 'name'] })
  t.strictSame(Object.keys(data.items[0]), ['id', 'name'])
})

t.test('descriptions are omitted unless requested', async t => {
  t.notOk('description' in (await call('list_cards', { board: 'Playground', limit: 1 })).data.items[0])
  t.ok('description' in (await call('list_cards', { board: 'Playground', limit: 1, include_description: true })).data.items[0])
})

t.test('a list of cards that runs out of time returns what it has and a cursor', async t => {
  const truncations: unknown[] = []
  const context = {
    signal: new AbortController().signal,
    observe: () => undefined,
    outOfTime: () => true,
    truncate: (truncation: unknown) => void truncations.push(truncation)
  }
  const trello = await connect(settings, { instance: 'test', log: pino({ level: 'silent' }), budget: undefined, lane: 'calls' })
  const query = { board: 'Support', status: 'all' as const, name_contains: 'invoices', include_description: false, limit: 100 }
  const first = await listCards(trello, query, context)
  t.match(truncations, [{ reason: 'timeout' }])
  const second = await listCards(trello, { ...query, cursor: first.next_cursor ?? '' }, context)
  t.strictSame(
    ids([...first.items, ...second.items]),
    ids(await everyPage({ board: 'Support', status: 'all', name_contains: 'invoices', limit: 100 }))
  )
})

t.test('a board is found by name, short link, URL and ID', async t => {
  for (const board of ['Playground', 'PLAYGROUND', '0ey8rog4', 'https://trello.com/b/0ey8rog4/playground', PLAYGROUND])
    t.equal((await call('get_board', { board })).data.id, PLAYGROUND, board)
})

t.test('names of boards are cached, since Trello limits the requests for them most strictly', async t => {
  await call('get_board', { board: 'Support' })
  await clear()
  for (let number = 0; number < 3; number++) await call('get_board', { board: 'Support' })
  t.strictSame(
    (await requests()).filter(({ path }) => path.includes('/members/')),
    []
  )
})

t.test('a name that several boards share is refused with their IDs', async t => {
  const { status, error } = await call('list_cards', { board: 'Ideas' })
  t.equal(status, 400)
  t.match(error.details.issues, [{ path: 'board', message: /matches 2 boards/ }])
  t.match(error.details.suggestions, [/^697bbc405eed00000000024c \(Ideas/, /^697c02905eed000000000251 \(Ideas/])
})

t.test('an unknown name is refused with similar names', async t => {
  const { error } = await call('list_lists', { board: 'Playgruond' })
  t.strictSame(error.details.suggestions, ['Playground'])
  const { error: nothingLike } = await call('create_card', { board: 'Playground', list: 'zzzzzzzzzzzz', name: 'x' })
  t.match(nothingLike.details.suggestions, ['To do', 'Doing', 'Done'])
})

t.test('a label without a name is found by its color', async t => {
  const { data } = await call('list_cards', { board: 'Website Relaunch', label: 'yellow', limit: 1 })
  t.match(JSON.stringify(data.items[0].labels), '"name":"","color":"yellow"')
})

t.test('a new card has the given properties, with ISO times in UTC', async t => {
  const card = await newCard('Write an offer', {
    description: 'For *them*.',
    due: '2026-05-01T10:00:00+02:00',
    labels: ['Urgent', '6979a5e05eed000000000226'],
    members: ['me', 'Chen Wei']
  })
  const { data } = await call('get_card', { card_id: card.id })
  t.match(data, {
    name: 'Write an offer',
    description: 'For *them*.',
    due: '2026-05-01T08:00:00.000Z',
    list_name: 'To do',
    board_name: 'Playground',
    labels: [{ name: 'Urgent' }, { name: 'Review', color: 'blue' }],
    members: [{ username: 'samsandbox' }, { username: 'chenwei' }]
  })
})

t.test('clear empties only the given properties', async t => {
  const { id } = await newCard('Full', { description: 'Text', due: '2026-05-01T10:00:00Z', labels: ['Urgent'], members: ['me'] })
  const { data } = await call('update_card', { card_id: id, clear: ['due', 'labels', 'members'] })
  t.match(data, { name: 'Full', description: 'Text', due: null, labels: [], member_ids: [] })
})

t.test('properties that an update omits do not change', async t => {
  const { id } = await newCard('Before', { description: 'Text', due: '2026-05-01T10:00:00Z', labels: ['Urgent'] })
  const { data } = await call('update_card', { card_id: id, name: 'After', due_complete: true })
  t.match(data, { name: 'After', description: 'Text', due: '2026-05-01T10:00:00.000Z', due_complete: true, labels: [{ name: 'Urgent' }] })
})

t.test('a card is moved to a list of its own board by name', async t => {
  const { id } = await newCard('On its way')
  t.equal((await call('move_card', { card_id: id, list: 'doing' })).data.list_id, '69796da05eed000000000222')
})

t.test('a card is moved to another board by the ID of the list alone', async t => {
  const { id } = await newCard('Far away', { labels: ['Urgent'] })
  const { data } = await call('move_card', { card_id: id, list: '696304205eed00000000008a' })
  t.match(data, { board_id: '6962f6105eed000000000089', labels: [{ id: '69632e505eed00000000008d', name: 'Urgent' }] })
})

t.test('adding a card to an archived list returns a warning that it is hidden', async t => {
  const { data: list } = await call('create_list', { board: 'Playground', name: 'Put away' })
  const open = await call('create_card', { board: 'Playground', list: 'Put away', name: 'Seen' })
  t.strictSame(open.metadata.warnings ?? [], [])
  await call('archive_list', { list: list.id })
  for (const put of [
    await call('create_card', { board: 'Playground', list: 'Put away', name: 'Hidden' }),
    await call('move_card', { card_id: (await newCard('To be hidden')).id, list: list.id })
  ])
    t.match(put.metadata.warnings, [/is archived/])
})

t.test('a list that returns the same page again ends with an error', async t => {
  const rows = Array.from({ length: 250 }, (_, at) => ({ id: `69795180${String(at).padStart(16, '0')}`, name: 'Always' }))
  await failNext({ method: 'GET', path: '/cards' }, { status: 200, body: rows }, 2)
  const { status, error } = await call('list_cards', { board: PLAYGROUND, name_contains: 'never' })
  t.equal(status, 502)
  t.match(error.message, /same page/)
  t.equal((await requests()).filter(({ path }) => path.endsWith('/cards')).length, 2)
  await clear()
})

t.test('an archived card is restored', async t => {
  const { id } = await newCard('Away and back')
  t.equal((await call('archive_card', { card_id: id })).data.archived, true)
  t.equal((await call('unarchive_card', { card_id: id })).data.archived, false)
})

t.test('a deleted card no longer exists', async t => {
  const { id } = await newCard('Never mind')
  t.strictSame((await call('delete_card', { card_id: id, confirm: true })).data, { id, name: 'Never mind', deleted: true })
  t.equal((await call('delete_card', { card_id: id, confirm: true })).status, 404)
})

t.test('a copy keeps the selected parts, and the card does not change', async t => {
  const { id } = await newCard('Pattern', { description: 'Steps below', labels: ['Urgent'], members: ['me'] })
  await call('create_checklist', { card_id: id, name: 'Steps', items: ['one'] })
  const { data } = await call('copy_card', { card_id: id, name: 'Copy', keep: ['checklists', 'members'] })
  const { data: copy } = await call('get_card', { card_id: data.id })
  t.match(copy, {
    name: 'Copy',
    description: 'Steps below',
    labels: [],
    members: [{ username: 'samsandbox' }],
    checklists: [{ items: [{ name: 'one' }] }]
  })
  t.not(copy.id, id)
})

t.test('the credentials are sent in a header, never in the URL', async t => {
  await call('list_boards')
  const seen = await requests()
  t.ok(seen.length > 0)
  t.notMatch(JSON.stringify(seen), /sandbox-token|sandbox-key/)
})

t.test('the rate limit that Trello reports is in the metadata', async t => {
  const { metadata } = await call('list_boards')
  t.match(metadata.rate_limit, { limit: 100_000, remaining: Number })
  t.ok(Date.parse(metadata.rate_limit.reset) > Date.now())
})
