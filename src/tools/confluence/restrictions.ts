import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { User } from './schemas.ts'

const allowed = (description: string) =>
  Type.Object(
    {
      users: Type.Array(User, { description: 'Users' }),
      groups: Type.Array(
        Type.Object({
          id: nullable(Type.String(), { description: 'ID of the group; null if unknown' }),
          name: Type.String({ description: 'Name of the group' })
        }),
        { description: 'Groups' }
      )
    },
    { description }
  )

/** Who may read and edit a page. */
export const Restrictions = Type.Object({
  page_id: Type.String({ description: 'ID of the page' }),
  title: Type.String({ description: 'Title of the page' }),
  read: allowed('Who may read the page. If both lists are empty: everyone who may read the space, unless a page above is restricted'),
  update: allowed('Who may edit the page. If both lists are empty: everyone who may read the page and edit the space')
})
