import type { Test } from 'tap'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { below, numberOrNull, text } from '../../src/lib/row.ts'
import commentCards from '../../src/tools/trello/bulk/comment-cards.ts'
import type { Trello } from '../../src/tools/trello/client/connection.ts'
import { killedJob, openKillable, reconciled, start } from './killable.ts'
import { controlOf } from './stand-in.ts'
import { PLAYGROUND } from './trello-bulk.ts'
import { clientAt } from './trello-client.ts'

const { signal } = new AbortController()

/**
 * A gateway and its worker, held by the budget of the token, are killed while they comment on cards: no card has two comments, none is said to
 * have one that it has not, and of those that are unknown a look at the stand-in finds out the truth.
 */
export async function killCommenters(t: Test, { cards, kills }: { cards: number; kills: number }): Promise<void> {
  const [, address] = await start(t, 'trello-stand-in.ts', {}, [String(cards)])
  const gateway = await openKillable(t, { TRELLO_URL: `${address}/1`, TRELLO_KEY: KEY, TRELLO_TOKEN: 'sandbox-token' })
  const input = { board: 'Playground', list: 'Crowd', status: 'open', text: 'Still wanted?' }
  const commenting = { write: { method: 'POST', path: '/actions/comments' }, items: cards, kills }
  const { id, progress } = await killedJob(gateway, controlOf(address), ['trello_bulk_comment_cards', input], commenting)
  t.equal(progress.succeeded + progress.unknown, cards, 'every card is accounted for')
  const most = (commentCards.concurrency + 1) * kills
  t.ok(progress.unknown <= most, `no more is unknown than was under way: ${progress.unknown} of at most ${most}`)
  t.ok(progress.unknown >= kills, `what was under way at each kill is unknown: ${progress.unknown}`)

  const said = await reconciled(gateway, id)
  const comments = await commentsAt(await clientAt(address))
  t.equal(comments.size, cards)
  const twice = [...comments].filter(([, many]) => many > 1)
  t.same(twice, [], 'no card has two comments')
  t.equal([...said.values()].filter(outcome => outcome === 'unknown').length, 0, 'a look finds out about all of them')
  const wrong = [...said].filter(([card, outcome]) => comments.get(card) !== (outcome === 'succeeded' ? 1 : 0))
  t.same(wrong, [], 'what is said to be done is, and nothing else')
}

async function commentsAt(client: Trello): Promise<Map<string, number>> {
  const turn = { signal, observe: () => undefined }
  const rows = await client.rows({ path: `boards/${PLAYGROUND.id}/cards`, query: { fields: 'name,badges', limit: 1_000 } }, turn)
  const crowd = rows.filter(row => text(row, 'name').startsWith('Card '))
  return new Map(crowd.map(row => [text(row, 'id'), numberOrNull(below(row, 'badges'), 'comments') ?? 0]))
}
