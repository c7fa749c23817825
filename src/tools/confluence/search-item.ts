import { type Static, Type } from 'typebox'
import { nullable, stringEnum } from '../../contract/schema.ts'
import { PageReference, SpaceInfo, str, time, user, volatile } from './schemas.ts'

/** One result of a search. */
export const SearchItem = Type.Object({
  entity_type: stringEnum(['content', 'space', 'attachment', 'user'], {
    description: 'content (such as a page or blog post), space, attachment or user'
  }),
  title: Type.String({ description: 'Title' }),
  excerpt: nullable(Type.String(), {
    description:
      'Excerpt; null if there is none. With excerpt highlight, the search words are between ** and **. It may include text that is hidden from readers'
  }),
  url: nullable(Type.String(volatile), { description: 'URL to open in a browser; null if unknown' }),
  content: nullable(
    Type.Object({
      ...PageReference.properties,
      id: Type.String({ description: 'ID of the content' }),
      type: Type.String({ description: 'page, blogpost, attachment, or another type of content' }),
      version: nullable(Type.Integer(), { description: 'Version number; null if Confluence does not return it' }),
      modified_by: user('User who changed it last; null if Confluence does not return it'),
      created: time('Time it was created')
    }),
    { description: 'Content that was found, such as a page or an attachment; null for a space or user' }
  ),
  space: nullable(SpaceInfo, {
    description: 'The space that was found, or the space of the content; null if Confluence does not return it'
  }),
  result_global_container: nullable(Type.Object({ title: str('Title'), display_url: str('Path') }), {
    description: 'Location, as Confluence shows it; null if Confluence does not return it'
  }),
  breadcrumbs: Type.Array(Type.Object({ label: str('Name'), url: str('Path') }), {
    description: 'Breadcrumbs, if Confluence returns them'
  }),
  icon_css_class: str('CSS class of the icon'),
  last_modified: time('Time of the last change'),
  friendly_last_modified: str('Relative time of the last change')
})
export type SearchItem = Static<typeof SearchItem>
