import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { flag, id, newId, now, text, time, url, word } from './common.ts'
import { person } from './people.ts'

const FRESH = { 'x-volatile': true }

const ReleaseLink = Type.Object({
  name: word('Name'),
  url: nullable(Type.String(), { description: 'URL; null if unknown' }),
  link_type: word('other, runbook, image or package')
})
const releaseProperties = {
  tag: word('Tag, as other operations take it'),
  name: word('Name'),
  description: text('Release notes, Markdown', 'if there are none'),
  author: person('Author'),
  commit_id: word('Commit of its tag'),
  upcoming: flag('true: its release time is in the future'),
  milestones: Type.Array(Type.String(), { description: 'Titles of its milestones' }),
  links: Type.Array(ReleaseLink, { description: 'Links to assets' }),
  url
}
export const Release = Type.Object({
  ...releaseProperties,
  created_at: time('Time it was created'),
  released_at: time('Release time, past or future')
})
export type Release = Static<typeof Release>
export const NewRelease = Type.Object({
  ...releaseProperties,
  commit_id: nullable(Type.String(FRESH), { description: 'Commit of its tag; null if unknown' }),
  created_at: now('Time it was created'),
  released_at: now('Release time, past or future')
})

export const WikiPage = Type.Object({
  slug: word('Slug with folders, as other operations take it'),
  title: word('Title'),
  format: word('markdown, rdoc, asciidoc or org'),
  content: text('Content')
})
export const ListedWikiPage = Type.Object({ ...WikiPage.properties, content: text('Content', 'unless full is true') })
export type WikiPage = Static<typeof WikiPage>

const snippetProperties = {
  title: word('Title'),
  description: text('Description'),
  visibility: word('private, internal or public'),
  author: person('Author'),
  files: Type.Array(Type.String(), { description: 'Paths of its files' })
}
export const Snippet = Type.Object({
  id: id('snippet, as other operations take it'),
  ...snippetProperties,
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change'),
  url
})
export type Snippet = Static<typeof Snippet>
export const NewSnippet = Type.Object({
  ...Snippet.properties,
  id: newId('snippet, as other operations take it'),
  created_at: now('Time it was created')
})
