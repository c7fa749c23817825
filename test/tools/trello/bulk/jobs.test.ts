import t from 'tap'
import archiveCards from '../../../../src/tools/trello/bulk/archive-cards.ts'
import deleteCards from '../../../../src/tools/trello/bulk/delete-cards.ts'
import labelCards from '../../../../src/tools/trello/bulk/label-cards.ts'
import moveCards from '../../../../src/tools/trello/bulk/move-cards.ts'
import setDue from '../../../../src/tools/trello/bulk/set-due.ts'
import { findDeleted } from '../../../../src/tools/trello/client/bulk-delete.ts'
import { cardsOf, LATER, openJobs, PLAYGROUND } from '../../../helpers/trello-bulk.ts'

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
