import t from 'tap'
import { openTrello } from '../../helpers/trello.ts'

const { call, failNext, clear, requests } = await openTrello(t, { search_lag_ms: 60_000 })
t.beforeEach(() => clear())

const newCard = async (name = 'A card'): Promise<string> =>
  (await call('create_card', { board: 'Playground', list: 'To do', name })).data.id

const writes = async (): Promise<number> => (await requests()).filter(({ method }) => method !== 'GET').length

for (const [mark, name] of [
  ['label', 'Urgent'],
  ['member', 'amara']
] as const) {
  t.test(`a ${mark} that is already on the card is not an error, and nothing is sent`, async t => {
    const card_id = await newCard()
    t.equal((await call(`add_${mark}`, { card_id, [mark]: name })).data.changed, true)
    await clear()
    t.equal((await call(`add_${mark}`, { card_id, [mark]: name })).data.changed, false)
    t.equal(await writes(), 0)
  })

  t.test(`a ${mark} that another client added in the meantime is not an error`, async t => {
    const card_id = await newCard()
    const already = mark === 'label' ? 'that label is already on the card' : 'member is already on the card'
    await failNext({ method: 'POST', path: 'id(Labels|Members)' }, { status: 400, body: already, after: true })
    const { status, data } = await call(`add_${mark}`, { card_id, [mark]: name })
    t.equal(status, 200)
    t.match(data, { changed: false, [`${mark}s`]: [Object] })
  })

  t.test(`a ${mark} that Trello refuses for another reason is an error`, async t => {
    const card_id = await newCard()
    await failNext({ method: 'POST', path: 'id(Labels|Members)' }, { status: 400, body: 'invalid value for value' })
    const { status, error } = await call(`add_${mark}`, { card_id, [mark]: name })
    t.equal(status, 422)
    t.match(error, { message: /invalid value for value/, details: { reason: 'upstream_refused', outcome: 'not_executed' } })
  })

  t.test(`a ${mark} is removed, and removing it again changes nothing`, async t => {
    const card_id = await newCard()
    await call(`add_${mark}`, { card_id, [mark]: name })
    t.match((await call(`remove_${mark}`, { card_id, [mark]: name })).data, { changed: true, [`${mark}s`]: [] })
    t.match((await call(`remove_${mark}`, { card_id, [mark]: name })).data, { changed: false })
  })
}

t.test('comments are returned newest first, page by page', async t => {
  const card_id = await newCard()
  for (let number = 1; number <= 5; number++) await call('add_comment', { card_id, text: `Number ${number}` })
  const { data: first } = await call('list_comments', { card_id, limit: 3 })
  const { data: second } = await call('list_comments', { card_id, limit: 3, cursor: first.next_cursor })
  const texts = [...first.items, ...second.items].map(({ text }) => text)
  t.strictSame(texts, ['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1'])
  t.strictSame([first.total, second.next_cursor], [null, null])
})

t.test('a comment is updated and then deleted', async t => {
  const card_id = await newCard()
  const { data: comment } = await call('add_comment', { card_id, text: 'First' })
  t.match((await call('update_comment', { comment_id: comment.id, text: 'Second' })).data, {
    text: 'Second',
    edited: String,
    author: { username: 'samsandbox' }
  })
  t.equal((await call('delete_comment', { comment_id: comment.id, confirm: true })).status, 200)
  t.strictSame((await call('list_comments', { card_id })).data.items, [])
})

t.test('the items of a checklist keep their order', async t => {
  const card_id = await newCard()
  const { data } = await call('create_checklist', { card_id, name: 'Steps', items: ['one', 'two'] })
  await call('add_checklist_item', { checklist_id: data.id, name: 'zero', position: 'top' })
  await call('add_checklist_item', { checklist_id: data.id, name: 'three', complete: true })
  const { data: lists } = await call('list_checklists', { card_id })
  t.match(lists.items, [{ name: 'Steps', items: [{ name: 'zero' }, { name: 'one' }, { name: 'two' }, { name: 'three', complete: true }] }])
})

t.test('an item of a checklist is completed, assigned and reset', async t => {
  const card_id = await newCard()
  const { data } = await call('create_checklist', { card_id, name: 'Steps', items: ['one'] })
  const item_id = data.items[0].id
  t.match((await call('update_checklist_item', { card_id, item_id, complete: true, member: 'bjorn', due: '2026-05-01T10:00:00Z' })).data, {
    complete: true,
    member_id: '695b99b05eed000000000003',
    due: '2026-05-01T10:00:00.000Z'
  })
  t.match((await call('update_checklist_item', { card_id, item_id, complete: false, clear: ['member', 'due'] })).data, {
    complete: false,
    member_id: null,
    due: null
  })
})

t.test('a deleted checklist no longer exists, with its items', async t => {
  const card_id = await newCard()
  const { data } = await call('create_checklist', { card_id, name: 'Steps', items: ['one'] })
  t.equal((await call('delete_checklist', { checklist_id: data.id, confirm: true })).status, 200)
  t.equal((await call('add_checklist_item', { checklist_id: data.id, name: 'two' })).status, 404)
})

t.test('a link is attached, listed and removed', async t => {
  const card_id = await newCard()
  const { data } = await call('add_url_attachment', { card_id, url: 'https://example.com/a', name: 'A' })
  t.match((await call('list_attachments', { card_id })).data.items, [
    { id: data.id, name: 'A', url: 'https://example.com/a', is_upload: false }
  ])
  t.equal((await call('delete_attachment', { card_id, attachment_id: data.id, confirm: true })).status, 200)
  t.strictSame((await call('list_attachments', { card_id })).data.total, { value: 0, relation: 'eq' })
})

t.test('a list is renamed, moved, archived and restored', async t => {
  const { data: list } = await call('create_list', { board: 'Playground', name: 'New one' })
  t.match((await call('update_list', { list: 'New one', board: 'Playground', name: 'Other', position: 'top' })).data, {
    id: list.id,
    name: 'Other'
  })
  t.equal((await call('list_lists', { board: 'Playground' })).data.items[0].name, 'Other')
  t.equal((await call('archive_list', { list: list.id })).data.archived, true)
  t.equal((await call('update_list', { list: list.id, archived: false })).data.archived, false)
})

t.test('a page of a list that Trello returns as a whole continues after its last item', async t => {
  const { data: first } = await call('list_labels', { board: 'Playground', limit: 3 })
  const { data: second } = await call('list_labels', { board: 'Playground', limit: 3, cursor: first.next_cursor })
  t.strictSame([first.items.length, second.items.length, second.next_cursor], [3, 2, null])
  t.strictSame(first.total, { value: 5, relation: 'eq' })
})

t.test('a cursor of another operation is refused', async t => {
  const { data } = await call('list_labels', { board: 'Playground', limit: 1 })
  const { status, error } = await call('list_cards', { board: 'Playground', cursor: data.next_cursor })
  t.equal(status, 400)
  t.equal(error.details.issues[0].path, 'cursor')
})

t.test('a search continues over the pages of Trello without repetitions', async t => {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const { data } = await call('search_cards', { query: 'the', limit: 70, ...(cursor && { cursor }) })
    for (const { id } of data.items) seen.add(id)
    cursor = data.next_cursor ?? undefined
  } while (cursor)
  const { data: all } = await call('search_cards', { query: 'the', max_items: 1000, max_chars: 10_000_000 })
  t.equal(seen.size, all.items.length)
  t.ok(seen.size > 200)
})

t.test('a new card is not found until the search has caught up', async t => {
  await newCard('Xylophone')
  t.strictSame((await call('search_cards', { query: 'xylophone' })).data.items, [])
})

t.test('beginnings of words match only if requested', async t => {
  t.equal((await call('search_cards', { query: 'transl', board: 'Support' })).data.items.length, 0)
  t.ok((await call('search_cards', { query: 'transl', board: 'Support', prefix: true })).data.items.length > 0)
})

t.test('a card is formatted as Markdown', async t => {
  const { text } = await call('get_card', { card_id: '695c96d05eed000000000015' }, { accept: 'text/markdown' })
  t.match(text, /^# Measure the contact page/)
  t.match(text, /- \[x\] Look at what is there/)
})

t.test('on a board with more labels than Trello returns, a missing name is not reported as unknown; its ID is requested', async t => {
  const body = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`.padStart(24, '0'), name: `Label ${at}`, color: null }))
  for (const label of ['Label 5', 'The last one']) {
    await failNext({ method: 'GET', path: '/labels' }, { status: 200, body })
    const { status, error } = await call('list_cards', { board: 'Playground', label })
    t.equal(status, label === 'Label 5' ? 200 : 400)
    if (error) t.match(error, { message: 'label is not among the 1000 labels of this board that Trello returns: use its ID.' })
  }
})
