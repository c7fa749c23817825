import type { Release, Snippet, WikiPage } from '../state/documents.ts'
import type { Label, Milestone, Project } from '../state/model.ts'
import { resolve } from '../state/repository.ts'
import { showCommit } from './repository.ts'
import type { Views } from './show.ts'

export function showLabel({ issues, merge_requests }: Project, { name, ...label }: Label, withCounts: boolean) {
  const having = <T extends { labels: string[]; state: string }>(all: readonly T[], state: string): number =>
    all.filter(one => one.state === state && one.labels.includes(name)).length
  const counts = {
    open_issues_count: having(issues, 'opened'),
    closed_issues_count: having(issues, 'closed'),
    open_merge_requests_count: having(merge_requests, 'opened')
  }
  return { ...label, name, text_color: '#FFFFFF', subscribed: false, is_project_label: true, ...(withCounts && counts) }
}

export const showMilestone = (views: Views, { id, isGroup }: { id: number; isGroup?: boolean }, one: Milestone) => ({
  ...views.milestone(one),
  ...(isGroup ? { group_id: id } : { project_id: id })
})

export function showRelease(views: Views, base: string, project: Project, { tag, author_id, milestones, links, ...release }: Release) {
  const commit = resolve(project.repository, tag)
  const named = project.milestones.filter(({ title }) => milestones.includes(title))
  return {
    tag_name: tag,
    ...release,
    author: views.userById(author_id),
    commit: commit ? showCommit(base, project, commit) : null,
    upcoming_release: Date.parse(release.released_at) > Date.now(),
    ...(named.length > 0 && { milestones: named.map(one => showMilestone(views, project, one)) }),
    assets: {
      count: links.length + 1,
      sources: [{ format: 'zip', url: `${base}/${project.path}/-/archive/${tag}.zip` }],
      links: links.map(({ filepath: _filepath, ...link }) => link)
    },
    _links: { self: `${base}/${project.path}/-/releases/${tag}` }
  }
}

export const showLink = ({ filepath: _filepath, ...link }: Release['links'][number]) => link

/** Lists omit the content of pages unless the request asks for it. */
export const showPage = ({ content, ...page }: WikiPage, whole: boolean) => ({ ...page, ...(whole && { content, encoding: 'UTF-8' }) })

export function showSnippet(views: Views, base: string, project: Project, { author_id, files, ...snippet }: Snippet) {
  const at = `${base}/${project.path}/-/snippets/${snippet.id}`
  return {
    ...snippet,
    author: views.userById(author_id),
    project_id: project.id,
    file_name: [...files.keys()][0] ?? '',
    files: [...files.keys()].map(path => ({ path, raw_url: `${at}/raw/main/${path}` })),
    web_url: at,
    raw_url: `${at}/raw`
  }
}
