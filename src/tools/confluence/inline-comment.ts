import { type Static, Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { Comment, NewComment, str, volatile } from './schemas.ts'

const marked = {
  text_selection: str('Text that the comment is about'),
  marker_ref: nullable(Type.String(volatile), { description: 'Reference of its marker in the storage format; null if unknown' }),
  resolution: str('open, reopened, resolved, or dangling (its text is gone)'),
  resolved: nullable(Type.Boolean(), { description: 'true: the comment is resolved; null if unknown' })
}

export const InlineComment = Type.Object({ ...Comment.properties, ...marked })
/** One that was just added. */
export const NewInlineComment = Type.Object({ ...NewComment.properties, ...marked })
export type InlineComment = Static<typeof InlineComment>
