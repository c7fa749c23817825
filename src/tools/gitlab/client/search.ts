import type { GitLab } from './connection.ts'
import { listAt, pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import type { Request, Turn } from './request.ts'
import { foundOf } from './shapes/search.ts'

interface SearchQuestion extends Paging {
  project?: string
  group?: string
  everywhere: boolean
  scope: string
  search: string
  state?: string
  ref?: string
}

/** In a project, in all of a group, or in all that the token can see. */
export async function search(gitlab: GitLab, question: SearchQuestion, turn: Turn) {
  const { scope, search, state, ref } = question
  const { path, about } = await placeToSearch(gitlab, question, turn)
  const found = await list(gitlab, { path, query: { scope, search, state, ref }, about }, pagingOf(question), foundOf, turn)
  return { ...found, untrusted: true }
}

async function placeToSearch(gitlab: GitLab, question: SearchQuestion, turn: Turn): Promise<Pick<Request, 'path' | 'about'>> {
  if (question.everywhere) {
    gitlab.allowance.checkAll(turn)
    return { path: 'search', about: { kind: 'server', name: '' } }
  }
  const { path, about } = await listAt(gitlab, question, turn)
  return { path: `${path}/search`, about }
}
