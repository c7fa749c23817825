import { Compile } from 'typebox/schema'
import { OperationError } from '../../../contract/errors.ts'
import { cardId } from '../inputs.ts'
import { cardRef } from './resolve.ts'

const Id = Compile(cardId)

/** Where a card is that a job names. Nothing but a card can be named so. */
export function cardPath(id: string): string {
  const names: boolean = Id.Check(id)
  if (names) return `cards/${cardRef(id)}`
  throw new OperationError('invalid_field_value', `${id.slice(0, 100)} names no card: give an id, a short link or an address of one.`, {
    source: 'gateway',
    outcome: 'not_executed'
  })
}
