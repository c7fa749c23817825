import { Type } from 'typebox'
import { type Row, texts } from '../../../lib/row.ts'
import { changing, type Write } from './bulk-change.ts'

type Kind = 'idLabels' | 'idMembers'

/** A label or a member, by id, and whether it is to be on the card. */
type Marking = { id: string; on: boolean }

/** Puts a label or a member on cards, or takes it off, and leaves their others alone. */
export function marking(kind: Kind) {
  const has = (card: Row, id: string): boolean => texts(card, kind).includes(id)
  const set = ({ id, on }: Marking): Write =>
    on ? { method: 'POST', below: `/${kind}`, json: { value: id } } : { method: 'DELETE', below: `/${kind}/${id}` }
  return changing({
    fields: kind,
    Image: Type.Object({ ids: Type.Array(Type.String()) }),
    imageOf: card => ({ ids: texts(card, kind) }),
    isDone: (card, { id, on }: Marking) => has(card, id) === on,
    change: set,
    isAsBefore: (card, { ids }, { id }) => has(card, id) === ids.includes(id),
    restore: (_before, { id, on }) => set({ id, on: !on })
  })
}
