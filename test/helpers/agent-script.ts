import type { Test } from 'tap'
import type { RunningGateway } from './gateway.ts'
import { controlOf } from './sandbox-control.ts'
import type { Script } from './scripted-model.ts'

const call = (name: string, input: object) => ({ calls: [{ name, arguments: input }] })

/** Each waits up to 20 s until the job has ended or awaits its confirmation. */
const MAX_POLLS = 40

const FILE = 'agent-plan.txt'

/** Title of the issue whose creation has no response. */
const TITLE = 'Print the price list'

/** The text of the newest result, whatever form the agent's library gives it. */
const newest = (answers: unknown[]): string => JSON.stringify(answers.at(-1))

function expectIn(answers: unknown[], pattern: RegExp): string {
  const text = newest(answers)
  const [found] = pattern.exec(text) ?? []
  if (found === undefined) throw new Error(`The result does not match ${pattern}: ${text.slice(0, 500)}`)
  return found
}

/** Makes GitLab create the issue of the script but lose its response. Returns a function that checks that it was created exactly once. */
export async function loseResponse({ sandbox }: RunningGateway): Promise<(t: Pick<Test, 'strictSame'>) => Promise<void>> {
  const control = controlOf(String(sandbox?.['gitlab']?.['url']))
  await control.failNext({ method: 'POST', path: '/issues$', body: TITLE }, { cut: true, after: true })
  return async t => {
    const creations = (await control.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/issues'))
    const facts = creations.map(({ done, status }) => ({ done, status }))
    t.strictSame(facts, [{ done: true, status: null }], 'the issue was created once, without a response')
  }
}

/**
 * A task over three systems: an issue, a file and messages. The model passes a wrong argument and corrects it, searches for the issue that it may have
 * created instead of creating it again, deletes a file with a confirmation, and runs a bulk job to its end.
 */
export function agentScript(): Script {
  let job = ''
  let polls = 0
  const follow = () => call('jobs_get', { id: job, until: 'idle', wait: 20 })
  const followAgain = (answers: unknown[]) => {
    polls += 1
    if (polls > MAX_POLLS) throw new Error(`The job does not continue: ${newest(answers).slice(0, 2_000)}`)
    return { ...follow(), again: true }
  }
  return [
    () => call('gitlab_list_issues', { project: 'acme/wbe', search: 'price list' }),
    answers => {
      expectIn(answers, /NOT_FOUND_ERROR/)
      return call('gitlab_list_issues', { project: 'acme/web', search: 'price list', limit: 1 })
    },
    answers => {
      expectIn(answers, /price list/i)
      return call('gitlab_create_issue', { project: 'acme/playground', title: TITLE })
    },
    answers => {
      expectIn(answers, /May have been executed|"?outcome\\?"?: ?\\?"unknown/)
      return call('gitlab_list_issues', { project: 'acme/playground', search: TITLE, limit: 5 })
    },
    answers => {
      expectIn(answers, new RegExp(TITLE))
      return call('filesystem_write_file', { file_path: FILE, content: 'Look into the price list' })
    },
    answers => {
      expectIn(answers, new RegExp(FILE))
      return call('filesystem_delete_file', { file_path: FILE })
    },
    answers => {
      expectIn(answers, /CONFIRMATION_REQUIRED/)
      return call('filesystem_delete_file', { file_path: FILE, confirm: true })
    },
    answers => {
      expectIn(answers, /deleted|file/)
      return call('gmail_bulk_label_messages', { subject: 'Launch plan', add_label: 'travel' })
    },
    answers => {
      job = expectIn(answers, /\bj[a-z0-9]{26}\b/)
      return follow()
    },
    answers => {
      const [token] = /\bct_[\w-]+/.exec(newest(answers)) ?? []
      return token === undefined ? followAgain(answers) : call('jobs_confirm', { id: job, confirm_token: token })
    },
    answers => (/\bcompleted\b/i.test(newest(answers)) ? { says: 'The task is done.' } : followAgain(answers))
  ]
}
