import { Type } from 'typebox'
import { words } from '../../contract/schema.ts'

export const MOST_TEXT = 1_000_000

export const project = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path as group/name, or an id',
    'x-aliases': ['project_id', 'project_path'],
    description: 'Project: its path as group/name, written plainly, or its id. Absent: the default project of the instance, if it has one'
  })
)

export const groupName = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path as group/subgroup, or an id',
    'x-aliases': ['group_id', 'group_path'],
    description: `${description}: its path as group/subgroup, or its id`
  })

const number = (description: string, aliases: string[] = []) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, ...(aliases.length > 0 && { 'x-aliases': aliases }) })

export const issueIid = number('Issue: its number in the project (iid), 12 for #12', ['iid'])
export const mergeRequestIid = number('Merge request: its number in the project (iid), 34 for !34', ['mr_iid', 'iid'])
export const idOf = (what: string) => number(`Id of the ${what}`)
export const userIds = (description: string) =>
  Type.Array(number('Id of a user'), { maxItems: 100, description: `${description}: ids of users, as gitlab_search_users tells them` })

export const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-form': 'with something in it', description })
export const longText = (description: string) =>
  Type.String({
    maxLength: MOST_TEXT,
    description: `${description}. Markdown, at most 1,000,000 characters`
  })

const NO_COMMANDS = 'A line that GitLab may run as a command, such as /close, is refused: use the operation that does it'

/** Of an issue or a merge request: there, and in comments, GitLab looks for commands. */
export const richText = (description: string) => longText(`${description}. ${NO_COMMANDS}`)

/** GitLab takes labels as one text with commas. */
export const labelName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '^[^,]*\\S[^,]*$', 'x-form': 'without comma', description })
export const labelNames = (description: string) => Type.Array(labelName('Name of a label'), { maxItems: 100, description })

export const userName = (description: string, aliases: string[] = []) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^@?[^\\s@]+$',
    'x-form': 'a user name',
    description: `${description}: user name`,
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-form': 'a day as 2026-03-01', description: `${description}, as 2026-03-01` })
export const moment = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 40, description: `${description}: ISO 8601 with offset, such as 2026-03-01T09:00:00Z` })

export const search = (description: string) =>
  Type.String({ minLength: 1, maxLength: 512, 'x-aliases': ['search_term', 'query'], description })

export const full = Type.Boolean({
  default: false,
  description: 'true: also all that GitLab tells, in its own words, as raw. Default false: what matters'
})
export const fullList = Type.Boolean({
  default: false,
  description: 'true: with the descriptions, which may be long. Default false: without'
})

export const sort = words(['asc', 'desc'], {
  default: 'desc',
  description: 'Order: asc the smallest or eldest first, desc the reverse. Default desc'
})

/** GitLab's own paging, beside limit and cursor. */
export const pages = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Number of the page, from 1; with cursor it means nothing. Absent: the first, or as cursor says'
    })
  ),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Items in a page, in place of limit. Default 20 where page is given, else limit; with cursor it means nothing'
    })
  )
}

export const orderProjects = words(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'], {
  default: 'created_at',
  description: 'What to sort by; id pages by tokens, which also very long lists bear. Default created_at'
})

export const projectName = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path as group/name, or an id',
    description: `${description}: the path of a project as group/name, or its id`
  })
export const targetIid = number('The other issue: its number in its project (iid)')
export const commentText = Type.String({
  minLength: 1,
  maxLength: MOST_TEXT,
  pattern: '\\S',
  'x-form': 'with something in it',
  description: `What it says, Markdown; @username mentions somebody. ${NO_COMMANDS}`
})
export const oldestFirst = words(['asc', 'desc'], {
  default: 'asc',
  description: 'Order: asc the eldest first, desc the newest first. Default asc'
})
export const systemNotes = Type.Boolean({ default: false, description: 'true: also what GitLab itself notes of changes. Default false' })

export const discussionId = Type.String({
  pattern: '^[0-9a-f]{40}$',
  'x-form': 'an id of 40 hex digits',
  description: 'Thread: its id, 40 hex digits, as gitlab_list_discussions tells it'
})
