import t from 'tap'
import { projectsClosedBy } from '../../../src/tools/gitlab/client/merge-requests/auto-close.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const settings = { projects: ['acme/web', 'acme/playground'] }
const { call, clear, sent, base, state } = await openGitlab(t, { settings })
t.beforeEach(() => clear())

const CLOSES = 'Tidy up\n\nCloses acme/platform/tools#1'
const commit = { project: 'acme/playground', branch: 'main' }
const file = { ...commit, file_path: 'docs/closing.md' }
const request = { project: 'acme/playground', merge_request_iid: 1 }

/** Every operation whose text can become part of a default branch or a merge request. */
const TEXTS: [name: string, property: string, input: Record<string, unknown>][] = [
  ['create_file', 'commit_message', { ...file, content: 'a' }],
  ['update_file', 'commit_message', { ...file, content: 'a', confirm: true }],
  ['delete_file', 'commit_message', { ...file, confirm: true }],
  ['commit_files', 'commit_message', { ...commit, actions: [{ action: 'create', file_path: 'a', content: 'a' }], confirm: true }],
  ['create_merge_request', 'title', { project: 'acme/playground', source_branch: 'old/merged', target_branch: 'main' }],
  ['create_merge_request', 'description', { project: 'acme/playground', source_branch: 'old/merged', target_branch: 'main', title: 'T' }],
  ['update_merge_request', 'title', request],
  ['update_merge_request', 'description', request],
  ['merge_merge_request', 'merge_commit_message', { ...request, confirm: true }],
  ['merge_merge_request', 'squash_commit_message', { ...request, confirm: true }]
]

const writes = async (): Promise<string[]> => (await sent()).filter(line => !line.startsWith('GET '))

for (const [name, property, input] of TEXTS)
  t.test(`${name} refuses a ${property} that closes an issue of a project that is not allowed, and writes nothing`, async t => {
    const { status, error } = await call(name, { ...input, [property]: CLOSES })
    t.match([status, error?.details], [403, { reason: 'denied_by_policy', outcome: 'not_executed', suggestions: [/"see group\/name#1"/] }])
    t.match(error.message, new RegExp(`Because of ${property}, .* acme/platform/tools,`))
    t.strictSame(await writes(), [])
  })

t.test('a merge that would close such an issue is refused, no matter who wrote the text', async t => {
  const [playground, tools] = ['acme/playground', 'acme/platform/tools'].map(name => state.projects.find(({ path }) => path === name))
  const one = playground?.merge_requests.find(({ iid }) => iid === 1)
  const issue = playground?.issues.find(({ iid }) => iid === 1)
  if (issue) tools?.issues.push({ ...issue, id: state.nextId() })
  const description = one?.description ?? ''
  if (one) one.description = CLOSES
  const { status, error } = await call('merge_merge_request', { ...request, confirm: true })
  t.match([status, error?.message], [403, /its commits, .* acme\/platform\/tools,/])
  t.strictSame(await writes(), [])
  if (one) one.description = `${description}\nCloses #1, and acme/web#1`
  t.equal((await call('merge_merge_request', { ...request, confirm: true })).status, 200)
})

t.test('a text that closes only issues of allowed projects, or none, is accepted', async t => {
  for (const words of ['Closes #1', 'Closes acme/web#1', 'See acme/platform/tools#1', 'Fixes https://example.com/a/b/issues/1'])
    t.equal((await call('update_merge_request', { project: 'acme/web', merge_request_iid: 1, description: words })).status, 200, words)
})

t.test('an issue is also recognized by its URL', async t => {
  const description = `Fixes ${base}/acme/platform/tools/-/issues/1`
  t.equal((await call('update_merge_request', { project: 'acme/web', merge_request_iid: 1, description })).status, 403)
})

t.test('a bare name, which could be a project of the same group or a group, is refused as ambiguous', async t => {
  const change = (description: string) => call('update_merge_request', { project: 'acme/web', merge_request_iid: 1, description })
  for (const words of ['Closes sandpit#1', `Closes ${base}/groups/acme/-/work_items/1`]) t.equal((await change(words)).status, 403, words)
})

t.test('without an allowlist nothing is checked', async t => {
  const open = await openGitlab(t)
  t.equal((await open.call('update_merge_request', { ...request, description: CLOSES })).status, 200)
  t.strictSame(
    (await open.sent()).map(line => line.split(' ')[0]),
    ['PUT']
  )
})

const HOST = 'https://gitlab.example.com'
const FORMS: [text: string, projects: string[]][] = [
  ['Closes a/b#1', ['a/b']],
  ['closing: issues a/b#1, c/d/e#2 and #3,f/g#4', ['a/b', 'c/d/e', 'f/g']],
  ['FIXED #1,\n  and\n a/b#2', ['a/b']],
  ['Implements GL-4 a/b#1a/c#2', ['a/b', 'a/c']],
  [`Resolves ${HOST}/a/b/-/issues/1, ${HOST}/c/d/issues/2?x=1#note_3.`, ['a/b', 'c/d']],
  [`fix ${HOST}/a/b/-/work_items/7`, ['a/b']],
  ['Close [issue:a/b/1] and [work_item:2]', ['a/b']],
  ['Closes .hidden/b-c.d_e#1', ['.hidden/b-c.d_e']],
  ['Fix the parser of a/b#1', []],
  ['Suffixes a/b#1, disclose a/b#1', []],
  ['Closes #1. See also a/b#2', []],
  ['', []]
]
t.test('closed issues are found in every form that GitLab accepts', async t => {
  for (const [text, projects] of FORMS) t.strictSame(projectsClosedBy(text), projects, text)
})

t.test('a hostile text takes no more than linear time', async t => {
  for (const part of [' ', ', ', 'a', '#1', 'a/', 'and ', 'close ', 'https://', 'close https://', '[issue:', 'fix #1 ']) {
    const long = part.repeat(Math.ceil(100_000 / part.length))
    t.strictSame([projectsClosedBy(`closes #1${long}`), projectsClosedBy(`closes ${long}`)], [[], []], part)
  }
})

t.test('a text that names too many projects is refused without a request to GitLab', async t => {
  const description = `Closes ${Array.from({ length: 100 }, (_, at) => `a/b${at}#1`).join(', ')}`
  t.equal((await call('update_merge_request', { project: 'acme/web', merge_request_iid: 1, description })).status, 403)
  t.notMatch((await sent()).join(' '), /a%2Fb/)
})
