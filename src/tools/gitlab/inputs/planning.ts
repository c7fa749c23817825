import { Type } from 'typebox'
import { stringEnum, withForm } from '../../../contract/schema.ts'
import { idOf, labelName, MAX_TEXT } from './common.ts'
import { changedPaths, filePath, refName } from './files.ts'

export const color = Type.String({
  maxLength: 30,
  pattern: '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+)$',
  'x-form': 'a color such as #d9534f, or a CSS color name',
  description: 'Color, such as #d9534f, or a CSS color name such as red'
})
export const labelText = Type.String({ maxLength: 255, description: 'Description, at most 255 characters' })
export const priority = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Priority; 0 is the highest' }))

export const milestoneId = idOf('milestone, not its number (IID)')
export const milestoneIids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number (IID)' }), {
  minItems: 1,
  maxItems: 100,
  description: 'Only milestones with these numbers (IID)'
})

export const tagName = refName('Tag of the release', ['tag_name'])
export const milestoneTitles = (description: string) => Type.Array(labelName('Title of a milestone'), { maxItems: 100, description })
export const releaseLinks = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name, unique in the release' }),
    url: Type.String({ format: 'uri', maxLength: 2048, description: 'URL' }),
    link_type: Type.Optional(stringEnum(['other', 'runbook', 'image', 'package'], { description: 'Type. Default: other' }))
  }),
  { maxItems: 100, description: 'Links to assets other than the source code' }
)

export const slug = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '\\S',
  'x-form': 'with at least one visible character',
  description: 'Page: its slug with folders, such as guides/setup, not URL-encoded'
})
export const pageText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_TEXT,
    pattern: '\\S',
    'x-form': 'with at least one visible character',
    description: withForm(description, ', at most 1,000,000 characters')
  })

export const snippetId = idOf('snippet')
/** The visibility of a snippet. */
export const VISIBILITY = 'Visibility. private: members; internal: logged-in users; public: everyone'
export const visibility = stringEnum(['private', 'internal', 'public'], {
  default: 'private',
  description: `${VISIBILITY}. Default private`
})
const content = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, description: `${description}, at most 1,000,000 characters` })

/** GitLab's limit for the files of a snippet. */
const TEN = { minItems: 1, maxItems: 10 }
export const newSnippetFiles = Type.Array(Type.Object({ file_path: filePath('File', 'in the snippet'), content: content('Content') }), {
  ...TEN,
  description: 'Files, at most ten'
})
export const snippetChanges = Type.Array(
  Type.Object({
    action: stringEnum(['create', 'update', 'delete', 'move'], { description: 'Action' }),
    ...changedPaths('in the snippet'),
    content: Type.Optional(content('Content, for create and update'))
  }),
  { ...TEN, description: 'File changes; other files stay unchanged' }
)

export const scope = stringEnum(
  ['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles', 'users', 'blobs', 'commits', 'wiki_blobs', 'notes'],
  { description: 'What to search; blobs: files, wiki_blobs: wiki pages, notes: comments, snippet_titles: titles of snippets' }
)
