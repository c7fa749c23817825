import t from 'tap'
import archiveCards from '../../../../src/tools/trello/bulk/archive-cards.ts'
import deleteCards from '../../../../src/tools/trello/bulk/delete-cards.ts'
import labelCards from '../../../../src/tools/trello/bulk/label-cards.ts'
import moveCards from '../../../../src/tools/trello/bulk/move-cards.ts'
import setDue from '../../../../src/tools/trello/bulk/set-due.ts'
import { findDeleted } from '../../../../src/tools/trello/client/bulk-delete.ts'
import { cardsOf, LATER, openJobs, PLAYGROUND } from '../../../helpers/trello-bulk.ts'

const DOING = '69796da05eed000000000222'

t.test('jobs over cards', async t => {
  const { state, turn, preview, run, outcomes, undo, cancel, failNext, requests, clear } = await openJobs(t, [
    archiveCards,
    deleteCards,
    labelCards,
    moveCards,
    setDue
  ])
  t.beforeEach(clear)

  for (const [adapter, action] of [
    [archiveCards, {}],
    [labelCards, { add_label: 'Urgent' }],
    [moveCards, { to_list: 'Done' }],
    [setDue, { due: '2026-05-01T10:00:00Z' }]
  ] as const)
    t.test(`${adapter.name}: a card that was changed, though the answer was lost, is told as done, and undo takes it back`, async t => {
      const before = structuredClone(cardsOf(state))
      const job = await preview(adapter, { ...LATER, ...action })
      const [first] = job.preview?.sample ?? []
      for (const method of ['PUT', 'POST']) await failNext({ method, path: `/cards/${first?.item_id}` }, { cut: true, after: true })
      const done = await run(job)
      t.match(done, { status: 'completed', progress: { succeeded: 3, skipped: 0 } })
      t.match(await undo(done), { progress: { succeeded: 3 } })
      t.strictSame(cardsOf(state), before)
    })

  t.test('what was so before the job is skipped, also where a request was lost before it was done', async t => {
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
    t.test(
      `${adapter.name}: a card that somebody took out of the list after it was listed is left alone, one that was named is not`,
      async t => {
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
      }
    )

  t.test('a card whose date somebody set after it was listed keeps that', async t => {
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

  t.test('a colour means the label without a name, never one that has a name', async t => {
    const red = await preview(deleteCards, { board: 'Playground', label: 'red' }).catch(error => error)
    t.match(red, { reason: 'invalid_field_value', details: { issues: [{ path: 'label', message: /names no label/ }] } })
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

  t.test('where the whole board is out of sight nothing is said of its cards: the job waits', async t => {
    const job = await preview(deleteCards, LATER)
    const { id } = PLAYGROUND
    const gone = { status: 404, body: 'The requested resource was not found.' }
    for (const path of [`/boards/${id}`, '/cards/']) await failNext({ path }, gone, 99)
    const waiting = await run(job, ['waiting', 'completed'])
    t.match(waiting, { status: 'waiting', reason: 'auth', progress: { skipped: 0, succeeded: 0 } })
    await cancel(waiting)
  })

  t.test('of a card whose deletion has no answer nothing is said while its board is out of sight', async t => {
    const items = [...state.cards.values()].slice(0, 1).map(({ id }) => ({ id, display_name: id }))
    const gone = { status: 404, body: 'The requested resource was not found.' }
    await failNext({ path: '/cards/' }, gone, 3)
    for (const [board_id, outcome] of [
      [PLAYGROUND.id, 'succeeded'],
      [null, 'unknown'],
      ['697951805eed000000000999', 'unknown']
    ] as const)
      for await (const found of findDeleted(items, { board_id }, turn)) t.match(found, { outcome })
  })

  t.test('a card that was deleted, though the answer was lost, is told as deleted', async t => {
    const job = await preview(deleteCards, LATER)
    await failNext({ method: 'DELETE' }, { cut: true, after: true })
    const done = await run(job)
    t.match(done, { status: 'completed', progress: { succeeded: 3, skipped: 0 } })
    t.match(new Set(Object.values(await outcomes(done))), new Set(['succeeded']))
  })

  t.test('a limit that is met while a card is read is a wait of the job: the worker does not sleep over it (pitfall 9)', async t => {
    const job = await preview(archiveCards, { board: 'Playground' })
    const [first] = job.preview?.sample ?? []
    await clear()
    await failNext({ method: 'GET', path: `/cards/${first?.item_id}` }, { status: 429, body: { error: 'API_TOKEN_LIMIT_EXCEEDED' } }, 9)
    const waiting = await run(job, ['waiting'])
    t.match(waiting, { reason: 'rate_limit', progress: { failed: 0 } })
    const asked = (await requests()).filter(({ path, method }) => method === 'GET' && path.endsWith(`${first?.item_id}`))
    t.equal(asked.length, 1, 'asked once, though the instance retries calls of others')
    await cancel(waiting)
  })
})
