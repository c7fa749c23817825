import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { BulkItem, UndoItem } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemFinding, ifInvisible, ifMissing, lookUpEach } from '../../../../contract/each-item.ts'
import { isSameText } from '../../../../lib/format.ts'
import { text as textOf, time } from '../../../../lib/row.ts'
import type { Comment } from '../../schemas.ts'
import type { TrelloBulkCall } from '../connection.ts'
import { toComment } from '../mappers.ts'
import { myId } from '../resolve-names.ts'
import { cardPath } from './card-path.ts'
import { conflict } from './change.ts'

/** Data for undo. */
const Image = Type.Object({ comment_id: Type.String() })

/** Maximum number of comments that Trello returns at once. */
const MAX_COMMENTS = 1000

export const addComments = (items: BulkItem[], text: string, call: TrelloBulkCall) =>
  forEachItem(items, call, async ({ id, etag }) => {
    if (etag === undefined) {
      const changed_at = time(
        await call.client.row({ path: cardPath(id), query: { fields: 'dateLastActivity' } }, call),
        'dateLastActivity'
      )
      await call.keepBefore?.(id, { ...(changed_at !== null && { changed_at }) })
    }
    const row = await call.client.row({ method: 'POST', path: `${cardPath(id)}/actions/comments`, json: { text } }, call)
    return { outcome: 'succeeded', before: { comment_id: textOf(row, 'id') } }
  })

/** Stored before a card that was selected by ID gets its comment: the time of its last change. */
const Attempted = Type.Object({ changed_at: Type.String() })

/** Returns the time of the last change before the comment, from the listing or the attempt. */
const changedBefore = ({ etag, before }: BulkItem): string | undefined => etag ?? (Check(Attempted, before) ? before.changed_at : undefined)

export async function* findComments(items: BulkItem[], text: string, call: TrelloBulkCall) {
  const me = await myId(call.client, call)
  const find = async (item: BulkItem): Promise<ItemFinding> => {
    const query = { filter: 'commentCard', limit: MAX_COMMENTS }
    const rows = await call.client.rows({ path: `${cardPath(item.id)}/actions`, query }, call)
    const mine = rows.map(toComment).filter(({ author }) => author === null || author.id === me)
    return rows.length < MAX_COMMENTS ? findingOf(mine, text, item) : { outcome: 'unknown' }
  }
  // The outcome of a card that no longer exists is unknown.
  yield* lookUpEach(items, call, item => find(item).catch(ifInvisible<ItemFinding>({ outcome: 'unknown' })))
}

/**
 * Decides whether one of the comments is the job's. A comment updates the time of the card's last change, which was stored as its etag at the listing, or was
 * read before the attempt. Comments before that time are older, by Trello's own clock. Without that time, an equal comment may be an older one.
 */
function findingOf(mine: Comment[], text: string, item: BulkItem) {
  const before = changedBefore(item)
  const since = mine.filter(({ created }) => before === undefined || created === null || created > before)
  const [found, ...others] = since.filter(comment => comment.edited !== null || isSameText(comment.text, text))
  if (!found) return { outcome: 'not_attempted' } as const
  const certain = before !== undefined && others.length === 0 && found.edited === null && found.created !== null && found.author !== null
  if (!certain) return { outcome: 'unknown' } as const
  return { outcome: 'succeeded', before: { comment_id: found.id } } as const
}

export const deleteComments = (items: UndoItem[], text: string, call: TrelloBulkCall) =>
  forEachItem(items, call, item => deleteUnlessEdited(item, text, call).catch(ifMissing(foundDone(item, {}))))

async function deleteUnlessEdited({ id, before }: UndoItem, text: string, call: TrelloBulkCall) {
  if (!Check(Image, before)) throw conflict(`It is unknown which comment the job added to the card ${id}, so none was deleted.`)
  const path = `actions/${before.comment_id}`
  const comment = toComment(await call.client.row({ path, was_seen: true }, call))
  if (!isSameText(comment.text, text))
    throw conflict(`The comment on the card ${id} was edited after the job added it, so it was not deleted.`)
  await call.client.send({ method: 'DELETE', path }, call)
  return { outcome: 'succeeded' } as const
}
