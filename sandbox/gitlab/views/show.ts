import type { Group, Issue, Member, Milestone, Note, Project, State, User } from '../state/model.ts'

/** A runner registration token, which the gateway must never return. */
const RUNNERS_TOKEN = 'GR1348941-sandbox-runners-token'

/** Converts state to the JSON of the API. `base`: URL prefix of the resources. */
export function createViews(state: State, base: string) {
  const people = peopleViews(state, base)
  return { ...people, ...placeViews(base), ...issueViews(base, people) }
}

export type Views = ReturnType<typeof createViews>
export type PeopleViews = ReturnType<typeof peopleViews>

function peopleViews(state: State, base: string) {
  const user = (one: User) => ({
    id: one.id,
    username: one.username,
    name: one.name,
    state: one.state,
    locked: false,
    avatar_url: null,
    web_url: `${base}/${one.username}`
  })
  const userById = (id: number) => {
    const found = state.users.find(one => one.id === id)
    return found ? user(found) : null
  }
  const fullUser = (one: User) => ({
    ...user(one),
    bot: one.bot,
    created_at: one.created_at,
    public_email: '',
    bio: '',
    is_admin: one.is_admin
  })
  const me = (one: User) => ({ ...fullUser(one), email: one.email, two_factor_enabled: true })
  const member = ({ user_id, access_level, expires_at = null }: Member) => ({
    ...userById(user_id),
    id: user_id,
    access_level,
    expires_at,
    membership_state: 'active'
  })
  return { user, userById, fullUser, me, member }
}

function placeViews(base: string) {
  const group = (one: Group) => ({
    id: one.id,
    web_url: `${base}/groups/${one.full_path}`,
    name: one.name,
    path: one.full_path.split('/').at(-1),
    full_path: one.full_path,
    description: one.description,
    visibility: one.visibility,
    parent_id: one.parent_id,
    created_at: one.created_at,
    runners_token: RUNNERS_TOKEN
  })
  const simpleProject = (one: Project) => ({
    id: one.id,
    description: one.description,
    name: one.name,
    path: one.path.split('/').at(-1),
    path_with_namespace: one.path,
    created_at: one.created_at,
    default_branch: one.default_branch,
    topics: one.topics,
    tag_list: one.topics,
    star_count: one.star_count,
    forks_count: 0,
    last_activity_at: one.last_activity_at,
    web_url: `${base}/${one.path}`,
    namespace: { full_path: one.path.split('/').slice(0, -1).join('/') }
  })
  const project = (one: Project) => ({
    ...simpleProject(one),
    visibility: one.visibility,
    archived: one.archived,
    empty_repo: one.commit_count === 0,
    open_issues_count: one.issues.filter(({ state }) => state === 'opened').length,
    runners_token: RUNNERS_TOKEN,
    ci_job_token_scope_enabled: false,
    ...one.settings
  })
  return { group, simpleProject, project }
}

function issueViews(base: string, { userById }: PeopleViews) {
  const milestone = (one: Milestone) => ({
    ...one,
    expired: one.due_date !== null && Date.parse(one.due_date) < Date.now(),
    web_url: `${base}/milestones/${one.iid}`
  })
  const milestoneOf = ({ milestones }: Project, id: number | null) => {
    const found = milestones.find(one => one.id === id)
    return found ? milestone(found) : null
  }
  const issue = (of: Project, { milestone_id, author_id, assignee_ids, notes, work: _work, ...rest }: Issue) => {
    const assignees = assignee_ids.map(userById)
    return {
      ...rest,
      project_id: of.id,
      milestone: milestoneOf(of, milestone_id),
      author: userById(author_id),
      assignees,
      assignee: assignees[0] ?? null,
      user_notes_count: notes.filter(({ system }) => !system).length,
      web_url: `${base}/${of.path}/-/issues/${rest.iid}`,
      references: { short: `#${rest.iid}`, relative: `#${rest.iid}`, full: `${of.path}#${rest.iid}` },
      task_completion_status: { count: 2, completed_count: 0 }
    }
  }
  const note = ({ author_id, thread: _thread, ...one }: Note) => ({
    ...one,
    confidential: one.internal,
    author: userById(author_id),
    noteable_type: 'Issue',
    resolvable: false
  })
  return { milestone, milestoneOf, issue, note }
}
