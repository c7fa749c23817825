import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { outside } from '../../helpers/outside.ts'

const { path: file, skip } = outside('specs/gitlab-v4.openapi-v2.2026-07-08.yaml')

/** Why tests against the API description are skipped; false if it is present. */
export const noDescription = skip

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: object
}

interface Operation {
  parameters?: Parameter[]
  responses: Record<string, { schema?: object }>
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  definitions: Record<string, object>
}

export const readDescription = (): Description => parse(readFileSync(file, 'utf8'))

/**
 * Resources that the description omits although GitLab documents them: notes, discussions, labels, milestones, iterations, webhooks of groups,
 * users, and to-do items. GraphQL has a schema of its own: the sandbox checks each document against the part of it that it restates.
 */
export const UNDESCRIBED = [
  /\/(notes|discussions)(\/|$)/,
  /\/(projects|groups)\/[^/]+\/(labels|milestones|iterations)(\/|$)/,
  /\/groups\/[^/]+\/hooks(\/|$)/,
  /\/api\/graphql$/,
  /\/api\/v4\/users?(\/\w+)?$/,
  /\/api\/v4\/todos(\/|$)/
]

/** Parameters that GitLab documents and accepts, but that the description omits, each with the reason. */
export const UNTOLD: readonly [request: RegExp, names: string[], reason: string][] = [
  [/related_merge_requests$|merge_requests\/\d+\/pipelines$/, ['page', 'per_page'], 'lists that are paged, by their documentation'],
  [/GET \S+\/projects$/, ['pagination', 'id_after', 'id_before'], 'the paging by tokens, documented apart']
]

/** Parameters that the description requires or types differently from GitLab, each with the reason. */
export const OVERSAID: readonly [request: RegExp, problem: RegExp, reason: string][] = [
  [
    /DELETE \S+\/repository\/files\//,
    /needs (branch|commit_message)|takes no body/,
    'a DELETE takes its parameters in a body, too, where a long message has room'
  ],
  [/POST \S+\/repository\/commits/, /actions\/\d+ must have required property/, 'what one kind of action needs is described as if all did'],
  [/POST \S+\/snippets/, /required property 'file_name'/, 'files takes its place: it is one or the other'],
  [/\/artifacts\//, /needs artifact_path/, 'it is the rest of the path'],
  [/\/downloads\//, /needs direct_asset_path/, 'it is the rest of the path'],
  [/\/packages\/generic\//, /needs package_version/, 'it is a part of the path'],
  [/\/blame/, /needs range/, 'both are needed only where one is given'],
  [/(POST|PUT) \S+\/(issues|merge_requests)/, /\w*labels must be array/, 'documented as one text with commas; read as such into a list'],
  [/PUT \S+\/issues/, /weight must be integer/, 'null empties it']
]

/** Responses of GitLab beyond the description, each with the reason. */
export const TOLD_TOO: readonly [place: RegExp, names: string[], reason: string][] = [
  [/\/repository\/commits$/, ['stats'], 'returned if with_stats is true'],
  [
    /\/approvals$/,
    ['id', 'iid', 'project_id', 'title', 'state', 'approvals_required', 'approvals_left'],
    'returned by the Enterprise Edition, which has rules'
  ],
  [
    /\/signature$/,
    [
      'verification_status',
      'x509_certificate',
      'gpg_key_id',
      'gpg_key_primary_keyid',
      'gpg_key_user_name',
      'gpg_key_user_email',
      'gpg_key_subkey_id'
    ],
    'they depend on the kind of signature'
  ],
  [
    /\/projects$/,
    ['only_allow_merge_if_pipeline_succeeds', 'archived', 'empty_repo', 'open_issues_count', 'ci_job_token_scope_enabled'],
    'described for anonymous users: authenticated ones get the whole project'
  ]
]

/** The operation of a request: the one with the fewest placeholders first. */
export function describedAs({ paths }: Description, method: string, place: string): Operation | undefined {
  const found = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(place))
    .toSorted(([a], [b]) => a.split(/[{*]/).length - b.split(/[{*]/).length)
  return found.map(([, item]) => item[method.toLowerCase()]).find(operation => operation !== undefined)
}

/** `{id}` is a segment, `*path` the rest, and a part in parentheses is optional. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replace(/[.]/g, '\\.')
      .replaceAll(')', ')?')
      .replace(/\{\w+\}/g, '[^/]+')
      .replace(/\*\w+/g, '.+')}$`
  )
