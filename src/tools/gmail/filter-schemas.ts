import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'

const text = (what: string) => nullable(Type.String(), { description: `${what}; null: any` })

/** A filter, as Gmail stores it. */
export const FILTER = {
  id: Type.String({ description: 'ID of the filter', 'x-volatile': true }),
  from: text('Sender'),
  to: text('Recipient'),
  subject: text('Words in the subject'),
  query: text("Query in Gmail's search syntax"),
  not_query: text('Query that messages must not match'),
  has_attachment: nullable(Type.Boolean(), { description: 'Whether messages must have an attachment; null: either' }),
  larger_than: nullable(Type.Integer(), { description: 'Minimum size in bytes; null: any' }),
  smaller_than: nullable(Type.Integer(), { description: 'Maximum size in bytes; null: any' }),
  add: Type.Array(Type.String(), { description: 'Names of the labels that it adds' }),
  remove: Type.Array(Type.String(), { description: 'Names of the labels that it removes, such as INBOX to archive' }),
  forward_to: nullable(Type.String(), { description: 'Address that it forwards messages to; null if it does not forward' })
}
