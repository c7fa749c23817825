import { Type } from 'typebox'
import { stringEnum, withForm } from '../../../contract/schema.ts'
import { project } from './common.ts'

/** Git itself has no limit; file systems do. */
const MAX_PATH = 4096

const IN_REPOSITORY = 'from the root of the repository'

const pathOf = (description: string, form: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_PATH,
    pattern: '^[^/\\s].*$',
    'x-form': `a path ${form}, without a leading slash`,
    description
  })

/** `form`: how the path is written. Default: from the root of the repository. */
export const filePath = (description: string, form = IN_REPOSITORY) =>
  pathOf(withForm(description, `: its path ${form}, not URL-encoded`), form)

/** The paths of a file change; only a move has the second one. */
export const changedPaths = (form = IN_REPOSITORY) => ({
  file_path: pathOf(`File: its path ${form}, not URL-encoded; with move, its new path`, form),
  previous_path: Type.Optional(pathOf(`Only with move: previous path of the file ${form}, not URL-encoded`, form))
})

export const refName = (description: string, aliases: string[] = []) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: '^[^\\s~^:?*\\[\\\\]+$',
    'x-form': 'without spaces and ~ ^ : ? * [ \\',
    description,
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

/** Identifies a file at a ref. */
export const fileAt = {
  project,
  file_path: filePath('File'),
  ref: Type.Optional(refName('Branch, tag or commit. Default: the default branch'))
}

const sha = (description: string, form: string) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: '^[^\\s~^:?*\\[\\\\]+$',
    'x-form': form,
    'x-aliases': ['commit_sha', 'commit'],
    description
  })
export const commitSha = sha(
  'Commit: its ID (SHA), in full or at least the first 7 digits; or a branch or tag, for its latest commit',
  'an ID of hex digits, or the name of a branch or tag'
)
/** For lists that GitLab compares with the whole ID: for another one, they are empty. */
export const fullSha = (description: string) =>
  sha(`${description}: its full ID (SHA); for a shortened ID, branch or tag, the list is empty`, 'an ID of hex digits')

export const commitMessage = Type.String({
  minLength: 1,
  maxLength: 100_000,
  pattern: '\\S',
  'x-form': 'with at least one visible character',
  description: 'Commit message'
})

const content = (description: string) =>
  Type.String({ maxLength: 10_000_000, description: withForm(description, ', at most 10,000,000 characters, encoded as set in encoding') })

export const encoding = stringEnum(['text', 'base64'], {
  default: 'text',
  description: 'Encoding of content; base64 for binary files. Default text'
})

/** Inputs of every file change, in addition to its path. */
export const fileCommit = {
  project,
  branch: refName('Branch of the commit', ['branch_name']),
  commit_message: commitMessage,
  start_branch: Type.Optional(refName('If branch does not exist: the branch to create it from')),
  author_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "Name of the author. Default: the token's user" })),
  author_email: Type.Optional(
    Type.String({ minLength: 3, maxLength: 320, description: "Email address of the author. Default: that of the token's user" })
  )
}
export const fileContent = content('Content of the file')
export const lastCommitId = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{7,64}$',
    'x-form': 'an ID of hex digits',
    description:
      'last_commit_id of the file, as get_file returned it: if the file has changed since, the call is refused. Default: not checked'
  })
)

export const fileActions = Type.Array(
  Type.Object({
    action: stringEnum(['create', 'update', 'delete', 'move', 'chmod'], { description: 'Action; chmod sets execute_filemode' }),
    ...changedPaths(),
    content: Type.Optional(content('New content, for create and update. For move, omit it to keep the content')),
    encoding: Type.Optional(stringEnum(['text', 'base64'], { description: 'Encoding of content. Default text' })),
    last_commit_id: lastCommitId,
    execute_filemode: Type.Optional(Type.Boolean({ description: 'Only with chmod. true: executable; false: not executable' }))
  }),
  { minItems: 1, maxItems: 500, description: 'File changes; all of them are applied, or none' }
)

/** A line of the diff of a merge request, as the inputs of a comment on it. */
export const linePosition = {
  path: Type.Optional(filePath('Changed file')),
  old_path: Type.Optional(pathOf(`If the file was moved: its previous path ${IN_REPOSITORY}, not URL-encoded`, IN_REPOSITORY)),
  new_line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Line of the new version; for an unchanged line, set old_line as well' })
  ),
  old_line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Line of the old version; for an unchanged line, set new_line as well' })
  )
}

export const fileName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\x00-\\x1f\\x7f/\\\\]+$',
  'x-form': 'without slashes and control characters',
  description: 'File name'
})
