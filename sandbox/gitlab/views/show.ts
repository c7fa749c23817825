import type { Group, Issue, Member, Milestone, Note, Project, State, User } from '../state/model.ts'

/** What things look like from outside, with the address below which they are. */
export function createViews(state: State, base: string) {
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
  const wholeUser = (one: User) => ({
    ...user(one),
    bot: one.bot,
    created_at: one.created_at,
    public_email: '',
    bio: '',
    is_admin: one.is_admin
  })
  const me = (one: User) => ({ ...wholeUser(one), email: one.email, two_factor_enabled: true })
  const member = ({ user_id, access_level }: Member) => ({
    ...userById(user_id),
    id: user_id,
    access_level,
    expires_at: null,
    membership_state: 'active'
  })
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
    runners_token: 'GR1348941-sandbox-runners-token'
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
    runners_token: 'GR1348941-sandbox-runners-token',
    ci_job_token_scope_enabled: false
  })
  const milestone = (one: Milestone) => ({ ...one, web_url: `${base}/milestones/${one.iid}` })
  const issue = (of: Project, one: Issue) => {
    const { milestone_id, author_id, assignee_ids, notes, ...rest } = one
    const found = of.milestones.find(({ id }) => id === milestone_id)
    const assignees = assignee_ids.map(userById)
    return {
      ...rest,
      project_id: of.id,
      milestone: found ? milestone(found) : null,
      author: userById(author_id),
      assignees,
      assignee: assignees[0] ?? null,
      user_notes_count: notes.filter(({ system }) => !system).length,
      web_url: `${base}/${of.path}/-/issues/${one.iid}`,
      references: { short: `#${one.iid}`, relative: `#${one.iid}`, full: `${of.path}#${one.iid}` },
      task_completion_status: { count: 2, completed_count: 0 }
    }
  }
  const note = ({ author_id, ...one }: Note) => ({
    ...one,
    confidential: one.internal,
    author: userById(author_id),
    noteable_type: 'Issue',
    resolvable: false
  })
  return { user, wholeUser, me, member, group, simpleProject, project, milestone, issue, note }
}

export type Views = ReturnType<typeof createViews>
