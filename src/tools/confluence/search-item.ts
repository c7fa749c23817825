import { type Static, Type } from 'typebox'
import { nullable, words } from '../../contract/schema.ts'
import { PageReference, SpaceInfo, str, time, user, volatile } from './schemas.ts'

/** What a search finds. */
export const SearchItem = Type.Object({
  entity_type: words(['content', 'space', 'attachment', 'user'], { description: 'What was found' }),
  title: Type.String({ description: 'Its title' }),
  excerpt: nullable(Type.String(), {
    description: 'Some of its words; with excerpt highlight what was looked for is between ** and **; null for none'
  }),
  url: nullable(Type.String(volatile), { description: 'Its address for people; null where unknown' }),
  content: nullable(
    Type.Object({
      ...PageReference.properties,
      version: nullable(Type.Integer(), { description: 'Number of its version; null where not told' }),
      modified_by: user('Who changed it last; null where not told'),
      created: time('When it was made')
    }),
    { description: 'The page, blog post or attachment; null for a space' }
  ),
  space: nullable(SpaceInfo, { description: 'The space found, or the one it is in; null where not told' }),
  result_global_container: nullable(Type.Object({ title: str('Its title'), display_url: str('Its path') }), {
    description: 'Where it is, as Confluence shows it; null where not told'
  }),
  breadcrumbs: Type.Array(Type.Object({ label: str('Name'), url: str('Path') }), { description: 'The way to it, where told' }),
  icon_css_class: str('Class of its icon'),
  last_modified: time('When it last changed'),
  friendly_last_modified: str('The same as people say it')
})
export type SearchItem = Static<typeof SearchItem>
