import { Type } from 'typebox'
import { type Row, texts } from '../../../../lib/row.ts'
import { cardChangeAdapter, type Write } from './change.ts'

type Kind = 'idLabels' | 'idMembers'

/** The ID of a label or member, and whether to add or remove it. */
type LabelOrMember = { id: string; on: boolean }

/** Adds a label or member to cards, or removes it. Other labels and members stay. */
export function labelOrMemberAdapter(kind: Kind) {
  const has = (card: Row, id: string): boolean => texts(card, kind).includes(id)
  const set = ({ id, on }: LabelOrMember): Write =>
    on ? { method: 'POST', below: `/${kind}`, json: { value: id } } : { method: 'DELETE', below: `/${kind}/${id}` }
  return cardChangeAdapter({
    fields: kind,
    Image: Type.Object({ ids: Type.Array(Type.String()) }),
    imageOf: card => ({ ids: texts(card, kind) }),
    isDone: (card, { id, on }: LabelOrMember) => has(card, id) === on,
    change: set,
    isAsBefore: (card, { ids }, { id }) => has(card, id) === ids.includes(id),
    restore: (_before, { id, on }) => set({ id, on: !on })
  })
}
