import { type Static, Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { integer, PageReference, str, time, user, Version, volatile } from './schemas.ts'

const properties = (isNew: boolean) => ({
  id: Type.String({ description: 'Id of the attachment', ...(isNew && volatile) }),
  type: Type.Literal('attachment', { description: 'Always attachment' }),
  status: str('current, archived or trashed'),
  title: Type.String({ description: 'Its file name' }),
  version: Type.Object(Version.properties, { description: 'Which version it is' }),
  container: nullable(PageReference, { description: 'The page that it is attached to; null where not told' }),
  metadata: Type.Object(
    {
      media_type: str('What the file is, as whoever sent it said'),
      file_size: integer('Bytes'),
      comment: str('What was said of it'),
      created: time('When it was first attached'),
      created_by: user('Who attached it; null where unknown')
    },
    { description: 'What is known of it besides' }
  ),
  extensions: nullable(
    Type.Object({ media_type: str('As in metadata'), file_size: integer('As in metadata'), comment: str('As in metadata') }),
    {
      description: 'The same facts where Data Center has them; null on Cloud'
    }
  ),
  frontend_url: nullable(Type.String(volatile), { description: 'Its address for people; null where unknown' })
})

export const Attachment = Type.Object(properties(false))
/** An attachment that was just made. */
export const NewAttachment = Type.Object(properties(true))
export type Attachment = Static<typeof Attachment>
