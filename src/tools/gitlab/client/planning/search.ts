import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { searchHitOf } from '../mappers/search.ts'
import { projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall, GitLabRequest } from '../request.ts'

interface SearchQuery extends Paging {
  project?: string
  group?: string
  everywhere: boolean
  scope: string
  search: string
  state?: string
  ref?: string
}

/** Searches a project, a group, or everything that the token can see. */
export async function search(gitlab: GitLab, input: SearchQuery, call: GitLabCall) {
  const { scope, search, state, ref } = input
  const { path, subject } = await searchTarget(gitlab, input, call)
  const found = await list(gitlab, { path, query: { scope, search, state, ref }, subject }, pagingOf(input), searchHitOf, call)
  return { ...found, untrusted: true }
}

async function searchTarget(gitlab: GitLab, input: SearchQuery, call: GitLabCall): Promise<Pick<GitLabRequest, 'path' | 'subject'>> {
  if (input.everywhere) {
    gitlab.access.checkUnlimited(call)
    return { path: 'search', subject: { kind: 'server', name: '' } }
  }
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  return { path: `${path}/search`, subject }
}
