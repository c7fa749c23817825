import { Compile } from 'typebox/schema'
import { OperationError } from '../../../../contract/errors.ts'
import { cardId } from '../../inputs.ts'
import { cardRef } from '../resolve-names.ts'

const Id = Compile(cardId)

/** Returns the path of a card in a job. Throws if the value cannot refer to a card. */
export function cardPath(id: string): string {
  const isCardId: boolean = Id.Check(id)
  if (isCardId) return `cards/${cardRef(id)}`
  throw new OperationError('invalid_field_value', `${id.slice(0, 100)} is not the ID, short link or URL of a card.`, {
    source: 'gateway',
    outcome: 'not_executed'
  })
}
