import type { Test } from 'tap'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { below, numberOrNull, text } from '../../src/lib/row.ts'
import type { Trello } from '../../src/tools/trello/client/connection.ts'
import { killedJob, openKillable, outcomesOf, start } from './kill-and-restart.ts'
import { controlOf } from './sandbox-control.ts'
import { PLAYGROUND } from './trello-bulk.ts'
import { clientAt } from './trello-client.ts'

const { signal } = new AbortController()

/**
 * Kills a gateway and its worker while they comment on cards, slowed down by the rate limit of the token. No card may have two comments and none may
 * be reported as commented on if it is not. The job itself finds out the outcome of interrupted items.
 */
export async function killCommenters(t: Test, { cards, kills }: { cards: number; kills: number }): Promise<void> {
  const [, address] = await start(t, 'trello-sandbox.ts', {}, [String(cards)])
  const gateway = await openKillable(t, { TRELLO_URL: `${address}/1`, TRELLO_KEY: KEY, TRELLO_TOKEN: 'sandbox-token' })
  const input = { board: 'Playground', list: 'Crowd', status: 'open', text: 'Still wanted?' }
  const commenting = { write: { method: 'POST', path: '/actions/comments' }, items: cards, kills }
  const { id, progress } = await killedJob(gateway, controlOf(address), ['trello_bulk_comment_cards', input], commenting)
  t.match(progress, { succeeded: cards, unknown: 0, failed: 0, skipped: 0 }, 'interrupted items are checked, and done if they were not')
  const outcomes = await outcomesOf(gateway, id)
  const comments = await commentsAt(await clientAt(address))
  t.equal(comments.size, cards)
  const twice = [...comments].filter(([, many]) => many > 1)
  t.same(twice, [], 'no card has two comments')
  const wrong = [...outcomes].filter(([card, outcome]) => comments.get(card) !== (outcome === 'succeeded' ? 1 : 0))
  t.same(wrong, [], 'exactly the items reported as done are done')
}

async function commentsAt(client: Trello): Promise<Map<string, number>> {
  const call = { signal, observe: () => undefined }
  const rows = await client.rows({ path: `boards/${PLAYGROUND.id}/cards`, query: { fields: 'name,badges', limit: 1_000 } }, call)
  const crowd = rows.filter(row => text(row, 'name').startsWith('Card '))
  return new Map(crowd.map(row => [text(row, 'id'), numberOrNull(below(row, 'badges'), 'comments') ?? 0]))
}
