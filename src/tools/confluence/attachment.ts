import { type Static, Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { integer, PageReference, str, time, user, Version, volatile } from './schemas.ts'

const properties = (isNew: boolean) => ({
  id: Type.String({ description: 'ID of the attachment', ...(isNew && volatile) }),
  type: Type.Literal('attachment', { description: 'Always attachment' }),
  status: str('current, archived or trashed'),
  title: Type.String({ description: 'File name' }),
  version: Type.Object(Version.properties, { description: 'Version' }),
  container: nullable(PageReference, { description: 'Page of the attachment; null if Confluence does not return it' }),
  metadata: Type.Object(
    {
      media_type: str('Media type, as the uploader declared it'),
      file_size: integer('Size in bytes'),
      comment: str('Comment on the file'),
      created: time('Time of the first upload'),
      created_by: user('User who uploaded it; null if unknown')
    },
    { description: 'Metadata' }
  ),
  extensions: nullable(
    Type.Object({ media_type: str('As in metadata'), file_size: integer('As in metadata'), comment: str('As in metadata') }),
    {
      description: 'The same details again (Data Center, and after an upload); null otherwise'
    }
  ),
  frontend_url: nullable(Type.String(volatile), { description: 'URL to open in a browser; null if unknown' })
})

export const Attachment = Type.Object(properties(false))
/** An attachment that was just uploaded. */
export const NewAttachment = Type.Object(properties(true))
export type Attachment = Static<typeof Attachment>
