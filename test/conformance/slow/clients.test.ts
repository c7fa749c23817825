import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import calendar from '../../../sandbox/calendar/sandbox.ts'
import confluence from '../../../sandbox/confluence/sandbox.ts'
import gitlab from '../../../sandbox/gitlab/sandbox.ts'
import gmail from '../../../sandbox/gmail/sandbox.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import trello from '../../../sandbox/trello/sandbox.ts'
import { installCheckers, installSlowCheckers } from '../install.ts'

// The vendors' own clients, and the most used ones of Confluence, GitLab and Trello, work unmodified with the sandbox servers.
await installCheckers()
await installSlowCheckers()

interface Called {
  name: string
  error?: string
}

/** Runs the calls of a client with these arguments, and returns the result of each. */
async function callsOf(client: string, args: string[]): Promise<Called[]> {
  const program = path.join(import.meta.dirname, `clients/${client}.mjs`)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return stdout
    .trim()
    .split('\n')
    .map((line): Called => JSON.parse(line))
}

/** Returns the arguments of a program for Google: the URL of the server, and an access token. */
async function ofGoogle({ url, token_url }: Record<string, unknown>): Promise<string[]> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT })
  const { access_token } = JSON.parse(await (await fetch(String(token_url), { method: 'POST', body: form })).text())
  return [String(url), access_token]
}

const ofConfluence = async ({ url, email, token }: Record<string, unknown>): Promise<string[]> => [url, email, token].map(String)

const ofTrello = async ({ url, key, token }: Record<string, unknown>): Promise<string[]> => [url, key, token].map(String)

const ofGitlab = async ({ url, token }: Record<string, unknown>): Promise<string[]> => [url, token].map(String)

/** How many calls each client makes at least, and the share of them that must work. */
const CLIENTS: readonly [name: string, sandbox: Sandbox, argumentsOf: typeof ofGoogle, calls: number][] = [
  ['confluence', confluence, ofConfluence, 103],
  ['gmail', gmail, ofGoogle, 53],
  ['calendar', calendar, ofGoogle, 35],
  ['trello', trello, ofTrello, 62],
  ['gitlab', gitlab, ofGitlab, 190]
]
const SHARE = 0.95

for (const [name, sandbox, argumentsOf, calls] of CLIENTS)
  t.test(`${name}: at least 95% of the calls of an independent client work`, async t => {
    const { settings, close } = await sandbox.start({ dataDirectory: t.testdir({}) })
    t.teardown(async () => await close?.())
    const results = await callsOf(name, await argumentsOf(settings))
    const failed = results.filter(({ error }) => error !== undefined)
    for (const { name, error } of failed) t.comment(`${name}: ${error}`)
    t.ok(results.length >= calls, `${results.length} calls`)
    t.ok(failed.length <= (1 - SHARE) * results.length, `${results.length - failed.length} of ${results.length} work`)
  })
