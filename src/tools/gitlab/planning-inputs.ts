import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { filePath, refName } from './file-inputs.ts'
import { idOf, labelName, MOST_TEXT } from './inputs.ts'

export const color = Type.String({
  maxLength: 30,
  pattern: '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+)$',
  'x-form': 'a colour as #d9534f, or its CSS name',
  description: 'Its colour: as #d9534f, or a CSS name such as red'
})
export const labelText = Type.String({ maxLength: 255, description: 'What it is for, at most 255 characters' })
export const priority = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Its priority, 0 the highest. Absent: none' })
)

export const milestoneId = idOf('milestone, not its number in the project')
export const milestoneIids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A number in the project' }), {
  minItems: 1,
  maxItems: 100,
  description: 'Only those with these numbers in the project (iid)'
})

export const tagName = refName('Tag of the release', ['tag_name'])
export const milestoneTitles = Type.Array(labelName('Title of a milestone'), {
  maxItems: 100,
  description: 'Milestones it belongs to, in place of those it does'
})
export const releaseLinks = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Its name, unlike the others' }),
    url: Type.String({ format: 'uri', maxLength: 2048, description: 'Where it leads' }),
    link_type: Type.Optional(words(['other', 'runbook', 'image', 'package'], { description: 'What it is. Absent: other' }))
  }),
  { maxItems: 100, description: 'What belongs to it. Absent: nothing but the source' }
)

export const slug = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '\\S',
  'x-form': 'with something in it',
  description: 'Page: its slug with its folders, as guides/setup, written plainly'
})
export const pageText = Type.String({
  minLength: 1,
  maxLength: MOST_TEXT,
  pattern: '\\S',
  'x-form': 'with something in it',
  description: 'What it says; replaces the whole text. At most 1,000,000 characters'
})

export const snippetId = idOf('snippet')
export const visibility = words(['private', 'internal', 'public'], {
  default: 'private',
  description: 'Who sees it: private members, internal who is logged in, public all. Default private'
})
const content = Type.String({ minLength: 1, maxLength: MOST_TEXT, description: 'What it holds, at most 1,000,000 characters' })

/** GitLab takes ten files at most. */
const TEN = { minItems: 1, maxItems: 10 }
export const newSnippetFiles = Type.Array(Type.Object({ file_path: filePath('File'), content }), {
  ...TEN,
  description: 'Its files, at most ten'
})
export const snippetChanges = Type.Array(
  Type.Object({
    action: words(['create', 'update', 'delete', 'move'], { description: 'What to do' }),
    file_path: filePath('File; for move where it shall be'),
    previous_path: Type.Optional(filePath('Where it was, for move')),
    content: Type.Optional(content)
  }),
  { ...TEN, description: 'Changes of files; those that are not named stay' }
)

export const scope = words(
  ['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles', 'users', 'blobs', 'commits', 'wiki_blobs', 'notes'],
  { description: 'What to search: blobs are files, wiki_blobs pages of the wiki, notes comments, snippet_titles titles of snippets' }
)
