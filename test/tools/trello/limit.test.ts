import t, { type Test } from 'tap'
import type { BulkItem } from '../../../src/contract/bulk.ts'
import type { Constraints } from '../../../src/contract/constraints.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { deleteCards, findDeleted } from '../../../src/tools/trello/client/bulk/delete.ts'
import { addTitles } from '../../../src/tools/trello/client/bulk/select.ts'
import { connect, type TrelloBulkCall } from '../../../src/tools/trello/client/connection.ts'
import { limitToBoards } from '../../../src/tools/trello/client/limit.ts'
import { refusal, silentLog } from '../../helpers/bulk.ts'
import { goodExamples } from '../../helpers/catalog-rules.ts'
import { openTrello } from '../../helpers/trello.ts'

const desk = await openTrello(t)
const { data: boards } = await desk.call('list_boards', { limit: 100 })
const idOf = (name: string): string => boards.items.find((board: { name: string }) => board.name === name).id
const OURS = idOf('Playground')
const [other] = boards.items.filter(({ id }: { id: string }) => id !== OURS)

/** A gateway with the same server, for a key that is limited to boards. */
const openFor = (t: Test, board: string[]) => {
  const constraints: Constraints = { trello: { board } }
  const auth = { identify: () => 'unknown' as const, anonymous: { id: 'local', scopes: ['*'], constraints } }
  return openTrello(t, { at: desk.address, auth, ports: createPorts({ policy: () => [] }) })
}

/** Something of each kind on one board. */
async function thingsOn(board: string): Promise<Record<string, string>> {
  const first = async (name: string, input: object): Promise<Record<string, string>> => (await desk.call(name, { ...input })).data.items[0]
  const list = await first('list_lists', { board })
  const card = await desk.call('create_card', { list: list['id'], name: 'Limited' })
  const card_id: string = card.data.id
  const checklist = await desk.call('create_checklist', { card_id, name: 'Steps', items: ['one'] })
  const comment = await desk.call('add_comment', { card_id, text: 'Here' })
  const label = await first('list_labels', { board })
  return {
    ...{ board, list: list['id'] ?? '', list_id: list['id'] ?? '', card_id, label: label['id'] ?? '' },
    ...{ checklist_id: checklist.data.id, comment_id: comment.data.id }
  }
}

const theirs = await thingsOn(other.id)
const ours = await thingsOn(OURS)

t.test('a key that is limited to a board reaches nothing on another one, by any operation', async t => {
  const { call, requests, clear } = await openFor(t, [OURS])
  await clear()
  const free = ['list_boards', 'list_my_cards', 'search_cards']
  for (const operation of desk.operations) {
    const { name, input } = operation
    const [example] = goodExamples(operation)
    const named = Object.fromEntries(
      Object.keys(input.properties).flatMap(property => (theirs[property] === undefined ? [] : [[property, theirs[property]]]))
    )
    if (Object.keys(named).length === 0 && free.includes(name)) continue
    const { status, error } = await call(name, { ...example?.input, ...named, confirm: true })
    const isChoice = status === 400 // of two properties that are mutually exclusive, one is enough
    if (!isChoice) t.match({ status, error }, { status: 403, error: { details: { reason: 'outside_constraints' } } }, name)
    for (const [property, value] of Object.entries(isChoice ? named : {})) {
      const others = Object.keys(named).filter(one => one !== property)
      const left = Object.fromEntries(Object.entries({ ...example?.input }).filter(([one]) => !others.includes(one)))
      const answer = await call(name, { ...left, [property]: value, confirm: true })
      t.ok([400, 403].includes(answer.status), `${name} by ${property}: ${answer.status}`)
    }
  }
  t.strictSame(
    (await requests()).filter(({ method }) => method !== 'GET'),
    []
  )
})

t.test('it works on its own board, and lists and searches contain nothing else', async t => {
  const { call } = await openFor(t, [OURS.toUpperCase()])
  t.strictSame(
    (await call('list_boards', { limit: 100 })).data.items.map(({ id }: { id: string }) => id),
    [OURS]
  )
  t.match(await call('get_board', { board: 'Playground' }), { status: 200 })
  t.equal((await call('get_board', { board: other.name })).status, 400, 'names of other boards are unknown')
  t.match(await call('get_board', { board: other.id }), { status: 403 })
  for (const name of ['list_my_cards', 'search_cards']) {
    const { status, data } = await call(name, { limit: 100, ...(name === 'search_cards' && { query: 'Limited' }) })
    t.equal(status, 200, name)
    t.strictSame(
      data.items.filter((card: { board_id: string }) => card.board_id !== OURS),
      [],
      name
    )
  }
  t.match(await call('search_cards', { query: 'Limited', board: other.id }), { status: 403 })
  t.match(await call('update_comment', { comment_id: ours['comment_id'], text: 'There' }), { status: 200 })
  t.match(await call('move_card', { card_id: ours['card_id'], list: theirs['list'] }), { status: 403 })
  t.match(await call('copy_card', { card_id: theirs['card_id'], list: ours['list'] }), { status: 403 })
  t.match(await call('create_card', { list: ours['list'], name: 'New' }), { status: 201 })
  const unknown = await call('get_card', { card_id: 'f'.repeat(24) })
  const elsewhere = await call('get_card', { card_id: theirs['card_id'] })
  t.strictSame(
    [unknown.status, unknown.error.message],
    [elsewhere.status, elsewhere.error.message],
    'what does not exist is refused in the same way'
  )
})

const ignore = (): void => undefined
const whole = await connect(desk.settings, { instance: 'main', log: silentLog, budget: undefined, lane: 'calls' })
const limited = limitToBoards(whole, new Map([['board', [OURS]]]))
const { signal } = new AbortController()
const call: TrelloBulkCall = { signal, stopping: signal, observe: ignore, client: limited }

t.test('a request for the username alone is not checked, and any larger one is refused', async t => {
  t.ok(await limited.row({ path: 'members/me', query: { fields: 'username' } }, call))
  for (const query of [undefined, { fields: 'all' }, { fields: 'username', boards: 'all' }])
    await t.rejects(
      limited.row({ path: 'members/me', ...(query && { query }) }, call),
      refusal('outside_constraints'),
      JSON.stringify(query)
    )
})

t.test('in a bulk action, cards that do not exist and cards elsewhere are the same', async t => {
  const theirs = (await thingsOn(other.id))['card_id'] ?? ''
  const items = [theirs, 'f'.repeat(24)].map((id): BulkItem => ({ id, display_name: id }))
  const shown = async (made: AsyncIterable<object> | object[]) =>
    (await Array.fromAsync(made)).map(one => JSON.stringify(one).replaceAll(theirs, 'ID').replaceAll('f'.repeat(24), 'ID'))
  const [described, result, finding] = [
    await shown(await addTitles(items, call)),
    await shown(deleteCards(items, { board_id: null }, call)),
    await shown(findDeleted(items, { board_id: null }, call))
  ]
  for (const [elsewhere, nowhere] of [described, result, finding]) t.equal(elsewhere, nowhere)
  t.match(result[0], /outside_constraints/)
  // A card that the key has seen on its board may be gone.
  const gone = { id: 'f'.repeat(24), display_name: 'Card', etag: '2026-01-01T00:00:00.000Z' }
  t.match(await Array.fromAsync(deleteCards([gone], { board_id: OURS }, call)), [{ outcome: 'skipped' }])
  t.match(await Array.fromAsync(findDeleted([gone], { board_id: OURS }, call)), [{ outcome: 'succeeded' }])
})
