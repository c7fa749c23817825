import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { project } from './inputs.ts'

/** Git's own bound is the file system's. */
const LONGEST_PATH = 4096

export const filePath = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: LONGEST_PATH,
    pattern: '^[^/\\s].*$',
    'x-form': 'a path from the root of the repository, without a slash in front',
    description: `${description}: its path from the root of the repository, written plainly`
  })

export const refName = (description: string, aliases: string[] = []) =>
  Type.String({
    minLength: 1,
    maxLength: 1024,
    pattern: '^[^\\s~^:?*\\[\\\\]+$',
    'x-form': 'without blanks and ~ ^ : ? * [ \\',
    description,
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

/** A file as it is read. */
export const fileAt = {
  project,
  file_path: filePath('File'),
  ref: Type.Optional(refName('Branch, tag or commit. Absent: the default branch'))
}

export const commitSha = Type.String({
  minLength: 1,
  maxLength: 1024,
  pattern: '^[^\\s~^:?*\\[\\\\]+$',
  'x-form': 'an id of hex digits, or the name of a branch or tag',
  'x-aliases': ['commit_sha', 'commit'],
  description: 'Commit: its id (SHA), whole or at least its first 7 digits; or a branch or tag, whose newest commit it then is'
})

export const commitMessage = Type.String({
  minLength: 1,
  maxLength: 100_000,
  pattern: '\\S',
  'x-form': 'with something in it',
  description: 'Message of the commit'
})

const content = (description: string) =>
  Type.String({ maxLength: 10_000_000, description: `${description}, written as encoding says; at most 10,000,000 characters` })

export const encoding = words(['text', 'base64'], {
  default: 'text',
  description: 'How content is written; base64 for what is not text. Default text'
})

/** What each change of a file takes beside its path. */
export const fileCommit = {
  project,
  branch: refName('Branch that the commit goes on', ['branch_name']),
  commit_message: commitMessage,
  start_branch: Type.Optional(refName('Branch to make the branch from, where it does not exist')),
  author_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Who is told as author. Absent: the user of the token' })
  ),
  author_email: Type.Optional(
    Type.String({ minLength: 3, maxLength: 320, description: 'E-mail of the author. Absent: that of the user of the token' })
  )
}
export const fileContent = content('What the file shall hold')
export const lastCommitId = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{7,64}$',
    'x-form': 'an id of hex digits',
    description:
      'last_commit_id of the file as you read it: where somebody changed it since, it is refused. Absent: whatever is there is overwritten'
  })
)

export const fileActions = Type.Array(
  Type.Object({
    action: words(['create', 'update', 'delete', 'move', 'chmod'], { description: 'What to do' }),
    file_path: filePath('File'),
    previous_path: Type.Optional(filePath('Where it was, for move')),
    content: Type.Optional(content('What it shall hold, for create and update; for move absent: it stays')),
    encoding: Type.Optional(words(['text', 'base64'], { description: 'How content is written. Default text' })),
    last_commit_id: lastCommitId,
    execute_filemode: Type.Optional(Type.Boolean({ description: 'For chmod. true: it can be run' }))
  }),
  { minItems: 1, maxItems: 500, description: 'Changes of files; all are done, or none' }
)
