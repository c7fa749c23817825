import { Type } from 'typebox'
import { flag } from '../../../../lib/row.ts'
import { cardChangeAdapter } from './change.ts'

/** Archives cards or restores them. */
export const archiveAdapter = cardChangeAdapter({
  fields: 'closed',
  Image: Type.Object({ archived: Type.Boolean() }),
  imageOf: card => ({ archived: flag(card, 'closed') }),
  isDone: (card, { archived }: { archived: boolean }) => flag(card, 'closed') === archived,
  change: ({ archived }) => ({ method: 'PUT', json: { closed: archived } }),
  isAsBefore: (card, { archived }) => flag(card, 'closed') === archived,
  restore: ({ archived }) => ({ method: 'PUT', json: { closed: archived } })
})
