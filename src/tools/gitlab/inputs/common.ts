import { Type } from 'typebox'
import { stringEnum, withForm } from '../../../contract/schema.ts'

export const MAX_TEXT = 1_000_000
/** Bytes of a request body with such a text, every character escaped (`\\u0416`), plus its other properties. */
export const LONG_TEXT_BODY = 7 * 1024 * 1024

export const project = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path such as group/name, or an ID',
    'x-log': true,
    'x-aliases': ['project_id', 'project_path'],
    description: 'Project: path, such as group/name, or ID. Default: that of the instance, if any'
  })
)

export const groupName = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path such as group/subgroup, or an ID',
    'x-aliases': ['group_id', 'group_path'],
    description: withForm(description, ': path, such as group/subgroup, or ID')
  })

const number = (description: string, aliases: string[] = []) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, ...(aliases.length > 0 && { 'x-aliases': aliases }) })

export const issueIid = number('Issue: number in the project (IID), 12 for #12', ['iid'])
export const mergeRequestIid = number('Merge request: number in the project (IID), 34 for !34', ['mr_iid', 'iid'])
export const idOf = (what: string) => number(`ID of the ${what}`)
export const userId = (description: string) => number(`${description}: ID`)
export const userIds = (description: string) =>
  Type.Array(number('ID of a user'), {
    maxItems: 100,
    description: withForm(description, ': IDs of users, as gitlab_search_users returns them')
  })

export const userName = (description: string, aliases: string[] = [], form = 'username') =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^@?[^\\s@]+$',
    'x-form': 'a username',
    description: `${description}: ${form}`,
    ...(aliases.length > 0 && { 'x-aliases': aliases })
  })

/** GitLab takes only IDs: usernames are resolved to IDs. */
export const userNames = (description: string, form = 'usernames, instead of IDs') =>
  Type.Array(userName('User'), { minItems: 1, maxItems: 20, description: withForm(description, `: ${form}`) })

export const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-form': 'with at least one visible character', description })
export const longText = (description: string) => Type.String({ maxLength: MAX_TEXT, description: withForm(description, ', Markdown') })

const NO_COMMANDS = 'A line that GitLab may run as a quick action, such as /close, is refused: use the matching operation'

/** Text of issues, merge requests and comments, in which GitLab runs quick actions. */
export const richText = (description: string) => longText(`${description}. ${NO_COMMANDS}`)

/** GitLab takes labels as one comma-separated text. */
export const labelName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '^\\s*[^\\s,][^,]*$', 'x-form': 'without comma', description })
export const labelNames = (description: string) => Type.Array(labelName('Name of a label'), { maxItems: 100, description })

export const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-form': 'a date such as 2026-03-01', description: `${description}, YYYY-MM-DD` })
export const moment = (description: string, fallback?: string) =>
  Type.String({
    format: 'date-time',
    maxLength: 40,
    description: `${description} (ISO 8601)${fallback === undefined ? '' : `. Default: ${fallback}`}`
  })

export const search = (description: string) =>
  Type.String({ minLength: 1, maxLength: 512, 'x-aliases': ['search_term', 'query'], description })

export const full = Type.Boolean({
  default: false,
  description: "true: also return GitLab's whole response as raw. Default false"
})
export const fullList = Type.Boolean({
  default: false,
  description: 'true: include the descriptions, which may be long. Default false'
})

export const sort = stringEnum(['asc', 'desc'], {
  default: 'desc',
  description: 'Order: asc: smallest or oldest first; desc: the reverse. Default desc'
})

/** GitLab's own pagination, as an alternative to limit and cursor. */
export const pages = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Page number, instead of cursor. Default: 1'
    })
  ),
  per_page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Items per page, instead of limit. Default: 20 with page, else limit'
    })
  )
}

export const PROJECT_ORDERS = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'] as const
export const orderProjects = stringEnum(PROJECT_ORDERS, {
  default: 'created_at',
  description: 'Property to sort by; id uses keyset pagination, which also works for very long lists. Default created_at'
})

export const projectName = (description: string, fallback?: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\s?#]+$',
    'x-form': 'a path such as group/name, or an ID',
    description: `${description}: path, such as group/name, or ID${fallback === undefined ? '' : `. Default: ${fallback}`}`
  })
export const targetIid = number('The other issue: number in its project (IID)')
export const commentText = Type.String({
  minLength: 1,
  maxLength: MAX_TEXT,
  pattern: '\\S',
  'x-form': 'with at least one visible character',
  description: `Text of the comment, Markdown; @username mentions a user. ${NO_COMMANDS}`
})
export const oldestFirst = stringEnum(['asc', 'desc'], {
  default: 'asc',
  description: 'Order: asc: oldest first; desc: newest first. Default asc'
})
export const systemNotes = Type.Boolean({ default: false, description: "true: include GitLab's own notes about changes. Default false" })

/** `operation`: the one that lists the threads. */
export const discussionId = (operation: 'list_discussions' | 'list_issue_discussions' | 'list_work_item_comments') =>
  Type.String({
    pattern: '^[0-9a-f]{40}$',
    'x-form': 'an ID of 40 hex digits',
    description: `Thread: its ID, 40 hex digits, as ${operation} returns it`
  })

export const commentId = idOf('comment, as list_issue_comments, list_merge_request_comments and list_discussions return it')

/** What a comment or reaction is on; exactly one is set. */
export const onIssue = Type.Optional(number('Issue: number in the project (IID)'))
export const onMergeRequest = Type.Optional(number('Merge request: number in the project (IID)'))
const onSnippet = Type.Optional(number('Snippet: its ID'))

export const emojiName = Type.String({
  minLength: 1,
  maxLength: 66,
  pattern: '^:?[a-z0-9_+-]+:?$',
  'x-form': 'the name of an emoji',
  'x-aliases': ['emoji'],
  description: 'Emoji: its name in GitLab, such as thumbsup, tada or eyes'
})

export const ofGroup = Type.Optional(groupName('Group, instead of a project'))

/** A reaction is on one of these. Epics belong to groups. */
export const reactionTarget = {
  project,
  issue_iid: onIssue,
  merge_request_iid: onMergeRequest,
  snippet_id: onSnippet,
  epic: Type.Optional(
    Type.String({
      maxLength: 300,
      pattern: '^[^\\s?#&%]+&\\d{1,9}$',
      'x-form': 'such as group&12',
      description: 'Epic, such as group&12'
    })
  ),
  comment_id: Type.Optional(idOf('comment, for a reaction on a comment. Default: the issue, merge request, snippet or epic itself'))
}

interface ReactionTarget {
  project?: string
  issue_iid?: number
  merge_request_iid?: number
  snippet_id?: number
  epic?: string
  comment_id?: number
}

/** Describes what a reaction is on, such as "the comment 7 on #2 of group/name". */
export function describeReactionTarget({ project, issue_iid, merge_request_iid, snippet_id, epic, comment_id }: ReactionTarget): string {
  const inProject =
    issue_iid !== undefined ? `#${issue_iid}` : merge_request_iid !== undefined ? `!${merge_request_iid}` : `the snippet ${snippet_id}`
  const target = epic === undefined ? `${inProject} of ${project ?? 'the default project'}` : `the epic ${epic}`
  return comment_id === undefined ? target : `the comment ${comment_id} on ${target}`
}

type Visibility = 'private' | 'internal' | 'public'

/** Others may copy what is public or internal before it is made private again, so it needs confirmation. */
export const publicIsDestructive = {
  minimum: 'write',
  maximum: 'destructive',
  of: ({ visibility }: { visibility?: Visibility }) => (visibility === undefined || visibility === 'private' ? 'write' : 'destructive')
} as const

/** Returns the visibility of something new for its message, if it is not private. */
export const adjectiveOf = (visibility?: Visibility): string =>
  visibility === undefined || visibility === 'private' ? '' : `${visibility} `
