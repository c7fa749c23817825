import pMap from 'p-map'
import { OperationError } from '../../../contract/errors.ts'
import { segment } from '../../../lib/http/segment.ts'
import { invalidField } from '../../../lib/invalid-field.ts'
import { below, integerOrNull, type Row, text, textOrNull, time } from '../../../lib/row.ts'
import type { Issue } from '../schemas/issues.ts'
import { currentUser } from './account.ts'
import type { GitLab } from './connection.ts'
import { list, type Paging, pagingOf } from './http/pagination.ts'
import { issueOf, projectIn } from './mappers/issues.ts'
import { mergeRequestOf } from './mappers/merge-requests.ts'
import { personIn } from './mappers/people.ts'
import type { GitLabCall, GitLabRequest } from './request.ts'

const todoOf = (row: Row) => {
  const target = below(row, 'target')
  return {
    id: integerOrNull(row, 'id'),
    action: textOrNull(row, 'action_name'),
    state: textOrNull(row, 'state'),
    author: personIn(row, 'author'),
    project: textOrNull(below(row, 'project'), 'path_with_namespace'),
    target_type: textOrNull(row, 'target_type'),
    target_iid: integerOrNull(target, 'iid'),
    target_title: textOrNull(target, 'title'),
    body: textOrNull(row, 'body'),
    created_at: time(row, 'created_at'),
    url: textOrNull(row, 'target_url')
  }
}

const todoProject = (row: Row) => ({
  id: integerOrNull(below(row, 'project'), 'id'),
  path: text(below(row, 'project'), 'path_with_namespace')
})

interface TodosQuery extends Paging {
  state: string
  action?: string
  target_type?: string
}

const listOfTodos = { kind: 'list', name: 'of to-do items' }

export async function listTodos(gitlab: GitLab, { state, action, target_type: type, ...input }: TodosQuery, call: GitLabCall) {
  const request = { path: 'todos', query: { state, action, type }, subject: listOfTodos, projectOf: todoProject }
  return { ...(await list(gitlab, request, pagingOf(input), todoOf, call)), untrusted: true }
}

/** GitLab does not return a single to-do item, so a key that is limited to projects cannot mark any. */
export async function markTodosDone(gitlab: GitLab, { todo_ids, all }: { todo_ids?: number[]; all?: boolean }, call: GitLabCall) {
  gitlab.access.checkUnlimited(call)
  if (all === false) throw invalidField('all', 'must be true', 'all: true, or todo_ids')
  if (todo_ids === undefined) {
    await gitlab.send({ method: 'POST', path: 'todos/mark_as_done', subject: listOfTodos }, call)
    return { done: [], all: true }
  }
  const done: number[] = []
  for (const id of todo_ids) {
    const subject = { kind: 'to-do item', name: String(id) }
    await gitlab.row({ method: 'POST', path: `todos/${id}/mark_as_done`, subject }, call).catch(error => {
      throw afterOthers(error, done)
    })
    done.push(id)
  }
  return { done, all: false }
}

/** The error for an item after others were done. */
function afterOthers(error: unknown, done: readonly number[]): unknown {
  if (done.length === 0 || !(error instanceof OperationError)) return error
  const message = `${error.message} The items before it are done: ${done.join(', ')}.`
  return new OperationError(error.reason, message, { ...error.details, outcome: 'executed' }, { cause: error })
}

const withoutResponse = (call: GitLabCall): GitLabCall => ({ ...call, respond: () => undefined })

/** Open issues, merge requests and to-do items of the token's user across all projects. Lists have no pipeline status: each merge request is read. */
export async function getMyWork(gitlab: GitLab, { per_list: limit }: { per_list: number }, call: GitLabCall) {
  const me = await currentUser(gitlab, call)
  const page = <Item>(request: Omit<GitLabRequest, 'subject'>, map: (row: Row) => Item) =>
    list(
      gitlab,
      { ...request, subject: { kind: 'list', name: `of ${request.path}` }, projectOf: projectIn },
      { limit },
      map,
      withoutResponse(call)
    )
  const open = { state: 'opened', order_by: 'updated_at', sort: 'desc' }
  const ofMe = (query: Record<string, unknown>) => page({ path: 'merge_requests', query: { ...open, ...query } }, row => row)
  const username = me.username ?? ''
  const [issues, assigned, reviews, authored, todos] = await Promise.all([
    page({ path: 'issues', query: { ...open, scope: 'assigned_to_me' } }, (row): Issue => ({ ...issueOf(row), description: null })),
    ofMe({ scope: 'assigned_to_me' }),
    ofMe({ scope: 'all', reviewer_username: username }),
    ofMe({ scope: 'created_by_me' }),
    list(
      gitlab,
      { path: 'todos', query: { state: 'pending' }, subject: listOfTodos, projectOf: todoProject },
      { limit },
      todoOf,
      withoutResponse(call)
    )
  ])
  const lists = [assigned, reviews, authored]
  const ids = new Map(lists.flatMap(({ items }) => items).map(row => [integerOrNull(row, 'id'), row]))
  const whole = new Map(await pMap(ids, async ([id, row]) => [id, await withPipeline(gitlab, row, call)] as const, { concurrency: 4 }))
  const shown = ({ items }: { items: Row[] }) => items.flatMap(row => whole.get(integerOrNull(row, 'id')) ?? [])
  return {
    user: { id: me.id, username: me.username, name: me.name },
    issues: issues.items,
    assigned_merge_requests: shown(assigned),
    review_requests: shown(reviews),
    own_merge_requests: shown(authored),
    todos: todos.items,
    has_more: [issues, todos, ...lists].some(({ next_cursor }) => next_cursor !== null),
    untrusted: true
  }
}

async function withPipeline(gitlab: GitLab, row: Row, call: GitLabCall) {
  const { id, path } = projectIn(row)
  const iid = integerOrNull(row, 'iid')
  const request = { path: `projects/${id}/merge_requests/${iid}`, subject: { kind: 'merge request', name: `!${iid} of ${path}` } }
  return { ...mergeRequestOf(await gitlab.row(request, call)), description: null }
}

const eventOf = (row: Row) => {
  const push = below(row, 'push_data')
  return {
    id: integerOrNull(row, 'id'),
    action: textOrNull(row, 'action_name'),
    author: personIn(row, 'author'),
    project_id: integerOrNull(row, 'project_id'),
    target_type: textOrNull(row, 'target_type'),
    target_iid: integerOrNull(row, 'target_iid'),
    target_title: textOrNull(row, 'target_title') ?? textOrNull(push, 'commit_title'),
    comment: textOrNull(below(row, 'note'), 'body'),
    ref: textOrNull(push, 'ref'),
    commit_count: integerOrNull(push, 'commit_count'),
    created_at: time(row, 'created_at')
  }
}

interface EventsQuery extends Paging {
  project?: string
  user?: string
  action?: string
  target_type?: string
  after?: string
  before?: string
  sort: string
}

/** Events of a project, of a user, or of the token's user. Those of users concern all their projects. */
export async function listEvents(gitlab: GitLab, { project: reference, user, ...input }: EventsQuery, call: GitLabCall) {
  const { action, target_type, after, before, sort } = input
  const query = { action, target_type, after, before, sort }
  if (reference === undefined) gitlab.access.checkUnlimited(call)
  const request =
    reference === undefined
      ? {
          path: user === undefined ? 'events' : `users/${segment(user.replace(/^@/, ''), 'user')}/events`,
          subject: { kind: 'user', name: user ?? 'of the token' }
        }
      : await gitlab.project(reference, call).then(({ path, subject }) => ({ path: `${path}/events`, subject: subject() }))
  return { ...(await list(gitlab, { ...request, query }, pagingOf(input), eventOf, call)), untrusted: true }
}
