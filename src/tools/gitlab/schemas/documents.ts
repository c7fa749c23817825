import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { flag, id, newId, now, text, time, url, word } from './common.ts'
import { person } from './people.ts'

const FRESH = { 'x-volatile': true }

const ReleaseLink = Type.Object({
  name: word('Its name'),
  url: nullable(Type.String(), { description: 'Where it leads; null where unknown' }),
  link_type: word('other, runbook, image or package')
})
const releaseProperties = {
  tag: word('Its tag: what other operations take'),
  name: word('Its name'),
  description: text('What is new in it, Markdown'),
  author: person('Who made it'),
  commit_id: word('Commit of its tag'),
  upcoming: flag('true: its time has not come yet'),
  milestones: Type.Array(Type.String(), { description: 'Titles of its milestones' }),
  links: Type.Array(ReleaseLink, { description: 'What belongs to it' }),
  url
}
export const Release = Type.Object({
  ...releaseProperties,
  created_at: time('When it was made'),
  released_at: time('When it was, or will be, out')
})
export type Release = Static<typeof Release>
export const NewRelease = Type.Object({
  ...releaseProperties,
  commit_id: nullable(Type.String(FRESH), { description: 'Commit of its tag; null where unknown' }),
  created_at: now('When it was made'),
  released_at: now('When it was, or will be, out')
})

export const WikiPage = Type.Object({
  slug: word('Its name in addresses, with its folders: what other operations take'),
  title: word('Its title'),
  format: word('markdown, rdoc, asciidoc or org'),
  content: text('What it says; null in lists unless full is true')
})
export type WikiPage = Static<typeof WikiPage>

const snippetProperties = {
  title: word('Its title'),
  description: text('What it is for'),
  visibility: word('private, internal or public'),
  author: person('Who made it'),
  files: Type.Array(Type.String(), { description: 'Paths of its files' })
}
export const Snippet = Type.Object({
  id: id('snippet: what other operations take'),
  ...snippetProperties,
  created_at: time('When it was made'),
  updated_at: now('When it last changed'),
  url
})
export type Snippet = Static<typeof Snippet>
export const NewSnippet = Type.Object({
  ...Snippet.properties,
  id: newId('snippet: what other operations take'),
  created_at: now('When it was made')
})
