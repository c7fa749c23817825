import t from 'tap'
import type { Card } from '../../../../sandbox/trello/state/model.ts'
import type { BulkAdapter } from '../../../../src/contract/bulk.ts'
import archiveCards from '../../../../src/tools/trello/bulk/archive-cards.ts'
import assignMember from '../../../../src/tools/trello/bulk/assign-member.ts'
import deleteCards from '../../../../src/tools/trello/bulk/delete-cards.ts'
import labelCards from '../../../../src/tools/trello/bulk/label-cards.ts'
import moveCards from '../../../../src/tools/trello/bulk/move-cards.ts'
import setDue from '../../../../src/tools/trello/bulk/set-due.ts'
import unarchiveCards from '../../../../src/tools/trello/bulk/unarchive-cards.ts'
import unlabelCards from '../../../../src/tools/trello/bulk/unlabel-cards.ts'
import { findDeleted } from '../../../../src/tools/trello/client/bulk/delete.ts'
import { cardsOf, LABEL_LATER, LATER, openJobs, PLAYGROUND, TO_DO } from '../../../helpers/trello-bulk.ts'

const DOING = '69796da05eed000000000222'
const CHENWEI = '695ba7c05eed000000000004'

t.test('jobs on cards', async t => {
  const { state, call, preview, run, outcomes, undo, cancel, failNext, requests, clear } = await openJobs(t, [
    archiveCards,
    assignMember,
    deleteCards,
    labelCards,
    moveCards,
    setDue,
    unarchiveCards,
    unlabelCards
  ])
  t.beforeEach(clear)
  /** Returns the cards that LATER selects. */
  const isLater = ({ idList, idLabels, closed }: Card): boolean => idList === TO_DO.id && idLabels.includes(LABEL_LATER.id) && !closed

  for (const [adapter, action, changed] of [
    [unlabelCards, { remove_label: 'Later' }, ({ idLabels }) => !idLabels.includes(LABEL_LATER.id)],
    [assignMember, { assign: 'chenwei' }, ({ idMembers }) => idMembers.length === 2 && idMembers.includes(CHENWEI)],
    [setDue, { due: '2026-05-01T12:00:00+02:00' }, ({ due }) => due === '2026-05-01T10:00:00.000Z'],
    [archiveCards, {}, ({ closed }) => closed]
  ] satisfies [BulkAdapter, object, (card: Card) => boolean][])
    t.test(`${adapter.name} changes only the selected cards`, async t => {
      const before = structuredClone(state.cards)
      const done = await run(await preview(adapter, { ...LATER, ...action }))
      t.match(done, { status: 'completed', progress: { succeeded: 3 } })
      const chosen = [...before.values()].filter(isLater).map(({ id }) => id)
      t.equal(chosen.length, 3)
      for (const [id, card] of state.cards)
        if (chosen.includes(id)) t.ok(changed(card))
        else t.strictSame(card, before.get(id))
      await undo(done)
      t.strictSame(cardsOf(state), cardsOf({ ...state, cards: before }))
    })

  t.test('archived cards are restored', async t => {
    const before = structuredClone(cardsOf(state))
    t.match(await run(await preview(archiveCards, LATER)), { progress: { succeeded: 3 } })
    t.equal([...state.cards.values()].filter(isLater).length, 0)
    t.match(await run(await preview(unarchiveCards, LATER)), { progress: { succeeded: 3 } })
    t.strictSame(cardsOf(state), before)
  })

  for (const [adapter, action] of [
    [archiveCards, {}],
    [labelCards, { add_label: 'Urgent' }],
    [moveCards, { to_list: 'Done' }],
    [setDue, { due: '2026-05-01T10:00:00Z' }]
  ] as const)
    t.test(
      `${adapter.name}: a card that was changed although the response was lost is reported as succeeded, and undo reverts it`,
      async t => {
        const before = structuredClone(cardsOf(state))
        const job = await preview(adapter, { ...LATER, ...action })
        const [first] = job.preview?.sample ?? []
        for (const method of ['PUT', 'POST']) await failNext({ method, path: `/cards/${first?.item_id}` }, { cut: true, after: true })
        const done = await run(job)
        t.match(done, { status: 'completed', progress: { succeeded: 3, skipped: 0 } })
        t.match(await undo(done), { progress: { succeeded: 3 } })
        t.strictSame(cardsOf(state), before)
      }
    )

  t.test('a card that needed no change before the job is skipped, even after a request that was lost before execution', async t => {
    const job = await preview(setDue, { ...LATER, due: '2026-05-01T10:00:00Z' })
    const [first] = job.preview?.sample ?? []
    const [card] = [...state.cards.values()].filter(({ id }) => id === first?.item_id)
    const { due } = card ?? {}
    await failNext({ method: 'GET', path: `/cards/${first?.item_id}` }, { cut: true })
    if (card) card.due = '2026-05-01T10:00:00.000Z'
    const done = await run(job)
    if (card) Object.assign(card, { due })
    t.match(done, { status: 'completed', progress: { succeeded: 2, skipped: 1 } })
    t.match(await undo(done), { progress: { succeeded: 2 } })
  })

  for (const [adapter, action] of [
    [moveCards, { to_list: 'Done' }],
    [setDue, { due: '2026-05-01T10:00:00Z' }],
    [archiveCards, {}]
  ] as const)
    t.test(`${adapter.name}: a card that was moved out of the list after it was listed is left alone; one in ids is not`, async t => {
      const job = await preview(adapter, { ...LATER, ...action })
      const [{ item_id } = { item_id: '' }] = job.preview?.sample ?? []
      const [card] = [...state.cards.values()].filter(({ id }) => id === item_id)
      const { idList } = card ?? {}
      if (card) card.idList = DOING
      const before = structuredClone(card)
      const done = await run(job)
      t.match(done, { status: 'completed', progress: { succeeded: 2, skipped: 1 } })
      t.match(await outcomes(done), { [item_id]: 'skipped version_conflict' })
      t.strictSame(card, before)
      await undo(done)
      const named = await run(await preview(adapter, { ...(adapter === moveCards && { board: 'Playground' }), ...action }, [item_id]))
      t.match(named.progress, { succeeded: 1 })
      await undo(named)
      if (card) Object.assign(card, { idList })
    })

  t.test('a card whose date was set by someone else after it was listed keeps that date', async t => {
    const job = await preview(setDue, { board: 'Playground', label: 'Later', due: '2026-05-01T10:00:00Z' })
    const [{ item_id } = { item_id: '' }] = job.preview?.sample ?? []
    const [card] = [...state.cards.values()].filter(({ id }) => id === item_id)
    const { due } = card ?? {}
    if (card) card.due = '2026-04-01T10:00:00.000Z'
    const done = await run(job)
    t.match(await outcomes(done), { [item_id]: 'skipped version_conflict' })
    t.equal(card?.due, '2026-04-01T10:00:00.000Z')
    await undo(done)
    if (card) Object.assign(card, { due })
  })

  t.test('a color refers to the label without a name, never to a named one', async t => {
    const red = await preview(deleteCards, { board: 'Playground', label: 'red' }).catch(error => error)
    t.match(red, { reason: 'invalid_field_value', details: { issues: [{ path: 'label', message: /does not match any label/ }] } })
    const id = '6979b3f05eed000000000fff'
    state.labels.set(id, { id, idBoard: PLAYGROUND.id, name: '', color: 'red' })
    const [card] = [...state.cards.values()].filter(({ idBoard, closed }) => idBoard === PLAYGROUND.id && !closed)
    card?.idLabels.push(id)
    t.match((await preview(deleteCards, { board: 'Playground', label: 'red' })).preview, {
      total: { value: 1 },
      sample: [{ item_id: card?.id }]
    })
    card?.idLabels.pop()
    state.labels.delete(id)
  })

  t.test('if the board is no longer visible, nothing is reported about its cards: the job waits', async t => {
    const job = await preview(deleteCards, LATER)
    const { id } = PLAYGROUND
    const gone = { status: 404, body: 'The requested resource was not found.' }
    for (const path of [`/boards/${id}`, '/cards/']) await failNext({ path }, gone, 99)
    const waiting = await run(job, ['waiting', 'completed'])
    t.match(waiting, { status: 'waiting', reason: 'auth', progress: { skipped: 0, succeeded: 0 } })
    await cancel(waiting)
  })

  t.test('a card whose deletion has no response stays unknown while its board is not visible', async t => {
    const items = [...state.cards.values()].slice(0, 1).map(({ id }) => ({ id, display_name: id, etag: 'listed' }))
    const gone = { status: 404, body: 'The requested resource was not found.' }
    await failNext({ path: '/cards/' }, gone, 3)
    for (const [board_id, outcome] of [
      [PLAYGROUND.id, 'succeeded'],
      [null, 'unknown'],
      ['697951805eed000000000999', 'unknown']
    ] as const)
      for await (const found of findDeleted(items, { board_id }, call)) t.match(found, { outcome })
  })

  t.test('a card that was deleted although the response was lost is reported as succeeded', async t => {
    const job = await preview(deleteCards, LATER)
    await failNext({ method: 'DELETE' }, { cut: true, after: true })
    const done = await run(job)
    t.match(done, { status: 'completed', progress: { succeeded: 3, skipped: 0 } })
    t.match(new Set(Object.values(await outcomes(done))), new Set(['succeeded']))
  })

  t.test('a rate limit while a card is read makes the job wait without blocking the worker (pitfall 9)', async t => {
    const job = await preview(archiveCards, { board: 'Playground' })
    const [first] = job.preview?.sample ?? []
    await clear()
    await failNext({ method: 'GET', path: `/cards/${first?.item_id}` }, { status: 429, body: { error: 'API_TOKEN_LIMIT_EXCEEDED' } }, 9)
    const waiting = await run(job, ['waiting'])
    t.match(waiting, { reason: 'rate_limit', progress: { failed: 0 } })
    const asked = (await requests()).filter(({ path, method }) => method === 'GET' && path.endsWith(`${first?.item_id}`))
    t.equal(asked.length, 1, 'sent once, although the instance retries other calls')
    await cancel(waiting)
  })
})
