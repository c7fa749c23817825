import t from 'tap'
import { toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { createPorts } from '../../../src/server/ports.ts'
import createBoard from '../../../src/tools/trello/operations/boards/create-board.ts'
import createLabel from '../../../src/tools/trello/operations/labels/create-label.ts'
import createWorkspace from '../../../src/tools/trello/operations/workspaces/create-workspace.ts'
import { withoutVolatile } from '../../helpers/schema-walk.ts'
import { openTrello } from '../../helpers/trello.ts'

t.test('boards, workspaces and labels', async t => {
  const { call, requests, clear } = await openTrello(t, { ports: createPorts({ policy: () => [] }) })
  const writes = async () => (await requests()).filter(({ method }) => method !== 'GET')

  for (const { name, examples, output } of [createBoard, createLabel, createWorkspace])
    t.test(`${name}: the response is that of the example (empty, blocker, gardeners)`, async t => {
      const [good] = examples
      if (!good || !('output' in good)) return t.fail('no example')
      const { status, data } = await call(name, good.input)
      t.equal(status, 201)
      t.strictSame(withoutVolatile(toJsonSchema(output), data), withoutVolatile(toJsonSchema(output), good.output))
      return undefined
    })

  t.test('a board is created as a copy, found by its name at once, renamed, archived and restored', async t => {
    const made = (await call('create_board', { name: 'Second site', copy_from: 'Website Relaunch', visibility: 'workspace' })).data
    const lists = (await call('list_lists', { board: 'Second site' })).data.items
    t.strictSame(
      lists.map(({ name }: { name: string }) => name),
      ['Backlog', 'In progress', 'Review', 'Done']
    )
    t.match((await call('update_board', { board: 'Second site', name: 'Third site', archived: true })).data, {
      id: made.id,
      name: 'Third site',
      archived: true
    })
    t.match((await call('update_board', { board: 'Third site', archived: false, visibility: 'private' })).data, { archived: false })
    t.match((await call('list_boards', { workspace: 'Sandworks' })).data.items, [
      { name: 'Playground' },
      { name: 'Garden' },
      { name: 'Third site' }
    ])
    t.match((await call('list_boards', { workspace: 'gardeners' })).data, { items: { length: 0 } })
  })

  t.test('a board becomes public only with confirmation, on create and update', async t => {
    for (const [name, input] of [
      ['create_board', { name: 'Open site', visibility: 'public' }],
      ['update_board', { board: 'Third site', visibility: 'public' }]
    ] as const) {
      await clear()
      t.match(await call(name, input), { status: 428, error: { details: { reason: 'confirmation_required' } } })
      t.strictSame(await writes(), [])
      t.match(await call(name, { ...input, confirm: true }), { status: name === 'create_board' ? 201 : 200 })
      t.equal((await writes()).length, 1)
    }
    for (const board of ['Open site', 'Third site'])
      t.equal((await call('update_board', { board, visibility: 'workspace' })).status, 200, 'a narrower visibility needs none')
    await call('update_board', { board: 'Open site', archived: true })
  })

  t.test('a board gets a color or an image as its background, and a copy keeps it', async t => {
    const made = (await call('create_board', { name: 'Green site', background: 'green', default_lists: false })).data
    t.match(made, { background: 'green' })
    const image = '5f1e0000000000000000b001'
    t.match((await call('update_board', { board: made.id, background: image })).data, { background: image, name: 'Green site' })
    t.match((await call('create_board', { name: 'Copied', copy_from: made.id })).data, { background: image })
    t.match((await call('get_board', { board: made.id })).data, { background: image })
    const unknown = await call('update_board', { board: made.id, background: 'grean' })
    t.match(unknown, { status: 400, error: { details: { issues: [{ path: 'background' }] } } })
    const foreign = await call('update_board', { board: made.id, background: 'f'.repeat(24) })
    t.match(foreign, { status: 422, error: { details: { reason: 'upstream_refused' } } }, 'an image that Trello does not have')
    for (const board of [made.id, 'Copied']) await call('update_board', { board, archived: true, workspace: 'gardeners' })
  })

  t.test('a workspace is renamed by its short name', async t => {
    t.match((await call('update_workspace', { workspace: 'gardeners', name: 'Growers', website: 'https://grow.example' })).data, {
      name: 'Growers',
      short_name: 'gardeners',
      website: 'https://grow.example'
    })
    t.match((await call('list_workspaces')).data.items, [{ name: 'Sandworks' }, { name: 'Growers' }])
  })

  t.test('a label is recolored, loses its color, and is deleted from its cards', async t => {
    const card = (await call('create_card', { list: 'To do', board: 'Playground', name: 'x', labels: ['Blocker'] })).data
    t.match((await call('update_label', { label: 'Blocker', board: 'Playground', color: 'sky' })).data, { color: 'sky' })
    t.match((await call('update_label', { label: 'Blocker', board: 'Playground', color: 'none', name: 'Blocked' })).data, {
      color: null,
      name: 'Blocked'
    })
    t.equal((await call('delete_label', { label: 'Blocked', board: 'Playground', confirm: true })).status, 200)
    t.strictSame((await call('get_card', { card_id: card.id })).data.labels, [])
    t.match(await call('delete_label', { label: 'Blocked', board: 'Playground', confirm: true }), { status: 400 })
  })
})

t.test('my cards', async t => {
  const { call } = await openTrello(t)

  t.test('the pages contain every card once, the one that is due first', async t => {
    const seen: { id: string; due: string | null; member_ids: string[] }[] = []
    for (let cursor: string | undefined; ; ) {
      const { data } = await call('list_my_cards', { limit: 40, ...(cursor && { cursor }) })
      seen.push(...data.items)
      cursor = data.next_cursor ?? undefined
      if (cursor === undefined) break
    }
    t.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
    t.ok(seen.length > 80)
    const dues = seen.map(({ due }) => due ?? '9')
    t.strictSame(dues, dues.toSorted())
    t.ok(seen.every(({ member_ids }) => member_ids.includes('695b7d905eed000000000001')))
  })

  t.test('boards, due dates and statuses narrow it', async t => {
    const { data } = await call('list_my_cards', {
      board: 'Playground',
      due_complete: false,
      due_after: '2026-01-01T00:00:00Z',
      limit: 100
    })
    t.ok(data.items.length > 0)
    for (const card of data.items) t.match(card, { board_id: '697951805eed000000000220', due_complete: false, archived: false })
    const { items } = (await call('list_my_cards', { status: 'archived', limit: 100 })).data
    t.ok(items.length > 0 && items.every(({ archived }: { archived: boolean }) => archived))
  })
})

t.test('the history of a card', async t => {
  const { call } = await openTrello(t)
  const { id } = (await call('create_card', { list: 'To do', board: 'Playground', name: 'Draft' })).data
  await call('update_card', { card_id: id, name: 'Final', due: '2026-03-01T09:00:00Z' })
  await call('move_card', { card_id: id, list: 'Done' })
  await call('add_comment', { card_id: id, text: 'Ready' })

  t.test('creation, changes with previous values, moves and comments, newest first', async t => {
    t.match((await call('list_activity', { card_id: id })).data.items, [
      { type: 'commentCard', text: 'Ready', member: { username: 'samsandbox' } },
      { type: 'updateCard', from_list: 'To do', to_list: 'Done', changes: [{ property: 'list_id' }] },
      { type: 'updateCard', changes: [{ property: 'due', before: null }], from_list: null },
      { type: 'updateCard', changes: [{ property: 'name', before: 'Draft' }] },
      { type: 'createCard', card_name: 'Final' }
    ])
  })

  t.test('page by page, by type, and of a whole board', async t => {
    const first = (await call('list_activity', { card_id: id, limit: 2 })).data
    const rest = (await call('list_activity', { card_id: id, limit: 10, cursor: first.next_cursor })).data
    t.equal(first.items.length + rest.items.length, 5)
    t.equal(rest.next_cursor, null)
    t.match((await call('list_activity', { card_id: id, types: ['createCard'] })).data, {
      items: [{ type: 'createCard' }],
      total: { value: 1 }
    })
    t.match((await call('list_activity', { board: 'Playground', limit: 1 })).data.items, [{ card_id: id, type: 'commentCard' }])
  })

  t.test('its comments are still only the comments', async t => {
    t.match((await call('list_comments', { card_id: id })).data, { total: { value: 1 } })
    t.match((await call('get_card', { card_id: id })).data, { comment_count: 1 })
  })
})

t.test('watching', async t => {
  const { call, requests } = await openTrello(t)
  t.match((await call('watch', { list_id: '69796da05eed000000000222' })).data, { kind: 'list', watching: true })
  t.match((await call('watch', { board: 'Playground', watching: false })).data, {
    kind: 'board',
    id: '697951805eed000000000220',
    watching: false
  })
  const writes = (await requests()).filter(({ method }) => method === 'PUT')
  t.match(writes, [{ path: '/1/lists/69796da05eed000000000222/subscribed', body: { value: true } }, { body: { subscribed: false } }])
})
