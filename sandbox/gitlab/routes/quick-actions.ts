import { now } from '../served.ts'
import { merge, sidesOf, statusOf } from '../state/merging.ts'
import type { Issue, MergeRequest, Project, State } from '../state/model.ts'
import { moveIssue } from './move-issue.ts'

/** The issue or merge request of a description or comment. */
export interface Topic {
  state: State
  project: Project
  issue?: Issue
  request?: MergeRequest
}

/** The response to a comment that contains only quick actions, so that no comment is created. */
export const RAN = { commands_changes: {}, summary: ['Applied the commands.'] }

const COMMAND = /^\/(close|reopen|label|merge|move)(?: (.*))?$/i

/** Runs quick actions such as /close on behalf of the author, and returns the rest of the text. Code blocks are text. */
export function runQuickActions(topic: Topic, text: string): string {
  let fenced = false
  const lines = text.split('\n')
  const left = lines.filter(line => {
    if (line.startsWith('```')) fenced = !fenced
    const [, command, words = ''] = (!fenced && COMMAND.exec(line.trimEnd())) || []
    if (command !== undefined) RUN.get(command.toLowerCase())?.(topic, words.trim())
    return command === undefined
  })
  return left.length === lines.length ? text : left.join('\n').trim()
}

const RUN = new Map(
  Object.entries<(topic: Topic, words: string) => void>({
    close: ({ issue, request }) => void Object.assign(issue ?? request ?? {}, { state: 'closed', closed_at: now() }),
    reopen: ({ issue, request }) => void Object.assign(issue ?? request ?? {}, { state: 'opened', closed_at: null }),
    label: ({ issue, request }, words) => void (issue ?? request)?.labels.push(...words.split(/[\s~"]+/).filter(Boolean)),
    merge({ project, request }) {
      const sides = request && sidesOf(project, request)
      if (!sides || request.unsettled > 0) return
      if (statusOf(project, request) === 'mergeable') merge(project, request, sides, `Merge branch '${request.source_branch}'\n`, now())
    },
    move({ state, project, issue }, words) {
      const target = state.projects.find(({ path }) => path === words)
      if (issue && target && target !== project) moveIssue(state, project, issue, target)
    }
  })
)
