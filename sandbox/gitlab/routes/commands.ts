import { now } from '../served.ts'
import { merge, sidesOf, statusOf } from '../state/merging.ts'
import type { Issue, MergeRequest, Project, State } from '../state/model.ts'
import { moveIssue } from './move-issue.ts'

/** Where a text stands: in the description of one of these, or in a comment on it. */
export interface Topic {
  state: State
  project: Project
  issue?: Issue
  request?: MergeRequest
}

/** What is answered where a text held nothing but commands, and so made no comment. */
export const RAN = { commands_changes: {}, summary: ['Applied the commands.'] }

const COMMAND = /^\/(close|reopen|label|merge|move)(?: (.*))?$/i

/** Lines such as /close are run, as whoever wrote them, and are no part of the text; answers what is left of it. Blocks of code are text. */
export function runCommands(topic: Topic, text: string): string {
  let fenced = false
  const lines = text.split('\n')
  const left = lines.filter(line => {
    if (line.startsWith('```')) fenced = !fenced
    const [, command, words = ''] = (!fenced && COMMAND.exec(line.trimEnd())) || []
    if (command !== undefined) RUN[command.toLowerCase()]?.(topic, words.trim())
    return command === undefined
  })
  return left.length === lines.length ? text : left.join('\n').trim()
}

const RUN: Readonly<Record<string, (topic: Topic, words: string) => void>> = {
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
}
