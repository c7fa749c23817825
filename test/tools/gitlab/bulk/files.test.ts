import t from 'tap'
import type { Project } from '../../../../sandbox/gitlab/state/model.ts'
import { addCommit, type Blob, resolve } from '../../../../sandbox/gitlab/state/repository.ts'
import type { Json } from '../../../../src/contract/bulk.ts'
import { adapterCall } from '../../../../src/jobs/engine/create-adapter-call.ts'
import updateFiles from '../../../../src/tools/gitlab/bulk/update-files.ts'
import { unavailableJobs } from '../../../helpers/app.ts'
import { silentLog } from '../../../helpers/bulk.ts'
import { openForge, projectAt } from '../../../helpers/gitlab-bulk.ts'

const { state, client, control } = await openForge(t)
t.beforeEach(control.clear)

const { signal } = new AbortController()
const call = adapterCall({
  client,
  instance: null,
  caller: { id: 'tester', scopes: ['*'] },
  jobs: unavailableJobs(),
  log: silentLog,
  signal
})

const EDIT = {
  file_path: 'README.md',
  find: 'The site of Acme.',
  replace: 'Of Acme.',
  commit_message: 'Shorten the headline',
  title: 'Shorten the headline'
}
const web = projectAt(state, 'acme/web')
const item = { id: web.path, display_name: web.path }
const ME = 1
const COLLEAGUE = 4

/** An earlier attempt stored this before it created the branch. */
const STARTED = { before: { branch_commit: null } }

const planned = async (branch: string, edit: object = {}): Promise<Json> =>
  (await updateFiles.prepare({ ...EDIT, branch, ...edit }, call)).action

const act = async (action: Json, more: { again?: boolean } = {}) => {
  const [result] = await Array.fromAsync(updateFiles.executeBatch([{ ...item, ...more, ...(more.again && STARTED) }], action, call))
  return result
}
const undo = async (action: Json, before: Json | undefined) => {
  const [result] = await Array.fromAsync(updateFiles.undo?.executeBatch([{ ...item, before: before ?? null }], action, call) ?? [])
  return result
}
const look = async (action: Json) => {
  const [finding] = await Array.fromAsync(updateFiles.reconcile?.([{ ...item, ...STARTED }], action, call) ?? [])
  return finding
}

/** A commit on a branch, which is created from the main one if it does not exist. */
function push(branch: string, message: string, path: string, content: string, others: readonly string[] = []): string {
  const { repository } = web
  const parent = resolve(repository, branch) ?? resolve(repository, 'main')
  if (!parent) throw new Error('there is no main branch')
  const tree = new Map<string, Blob>(parent.tree).set(path, { bytes: Buffer.from(content), executable: false })
  for (const other of others) tree.set(other, { bytes: Buffer.from('x'), executable: false })
  const author = { author_name: 'Chen Wei', author_email: 'chen@example.com', created_at: new Date().toISOString() }
  const { id } = addCommit(repository, { parents: [parent.id], message, ...author, tree })
  repository.branches.set(branch, { name: branch, sha: id, protected: false })
  return id
}
const SHORT = '# Web\n\nOf Acme.\n'

const requestsOf = ({ merge_requests }: Project, branch: string) => merge_requests.filter(one => one.source_branch === branch)

/** A merge request of the branch by another user, with this title. */
function propose(source_branch: string, more: object): void {
  const [one] = web.merge_requests
  if (!one) throw new Error('there is no merge request')
  const id = state.nextId()
  const made = { id, iid: id, source_branch, title: EDIT.title, state: 'opened' as const, created_at: new Date().toISOString() }
  web.merge_requests.push({ ...structuredClone(one), ...made, ...more })
}

t.test('if the text is missing, a branch with that name is ignored: the project is skipped, and gets no merge request', async t => {
  push('change/absent', 'Work of a colleague', 'src/other.js', 'x\n')
  const action = await planned('change/absent', { find: 'nobody wrote this' })
  for (const again of [false, true]) t.match(await act(action, { again }), { outcome: 'skipped' })
  t.strictSame(requestsOf(web, 'change/absent'), [])
})

const FOREIGN: [what: string, commits: [message: string, path: string, content: string][]][] = [
  ['the same change in other words', [['Tidy up', 'README.md', SHORT]]],
  ['another change in the same words', [[EDIT.commit_message, 'README.md', '# Web\n']]],
  [
    'the same change, and one more commit',
    [
      [EDIT.commit_message, 'README.md', SHORT],
      ['More', 'src/other.js', 'x\n']
    ]
  ],
  [
    'the same change on top of another commit',
    [
      ['Before', 'src/other.js', 'x\n'],
      [EDIT.commit_message, 'README.md', SHORT]
    ]
  ]
]
for (const [what, commits] of FOREIGN) {
  t.test(`a branch of that name with ${what} is a conflict, and is not changed`, async t => {
    const branch = `foreign/${what.replaceAll(/\W+/g, '-')}`
    const [sha] = commits.map(([message, path, content]) => push(branch, message, path, content)).reverse()
    t.match(await act(await planned(branch), { again: true }), { outcome: 'failed', error: { reason: 'version_conflict' } })
    t.strictSame([web.repository.branches.get(branch)?.sha, requestsOf(web, branch)], [sha, []])
  })
}

t.test('a branch of that name whose commit also changes another file is a conflict', async t => {
  push('foreign/two-files', EDIT.commit_message, 'README.md', SHORT, ['src/other.js'])
  t.match(await act(await planned('foreign/two-files')), { outcome: 'failed', error: { reason: 'version_conflict' } })
  t.strictSame(requestsOf(web, 'foreign/two-files'), [])
})

t.test('a branch with exactly this change is continued', async t => {
  const sha = push('change/begun', EDIT.commit_message, 'README.md', SHORT)
  t.match(await act(await planned('change/begun')), { outcome: 'succeeded', before: { commit_id: sha } })
  t.equal(requestsOf(web, 'change/begun').length, 1)
})

t.test("on a second attempt, another user's merge request of that branch leaves the outcome unknown", async t => {
  const action = await planned('feature/dark-mode')
  t.match(await act(action), { outcome: 'skipped' })
  t.match(await act(action, { again: true }), { item_id: 'acme/web', outcome: 'unknown' })
  t.strictSame(await look(action), { item_id: 'acme/web', outcome: 'unknown' })
})

const OTHERS: [what: string, more: object][] = [
  ['of a colleague, so called, with the same change', { author_id: COLLEAGUE }],
  ['of the same user, otherwise called', { author_id: ME, title: 'Something else' }],
  ['of the same user, of last year', { author_id: ME, state: 'closed', created_at: '2025-11-01T09:00:00.000Z' }]
]
for (const [what, more] of OTHERS) {
  t.test(`on a second attempt, a merge request ${what} does not count as created by the job`, async t => {
    const branch = `others/${what.replaceAll(/\W+/g, '-')}`
    push(branch, EDIT.commit_message, 'README.md', SHORT)
    propose(branch, more)
    const action = await planned(branch)
    t.match(await act(action, { again: true }), { item_id: 'acme/web', outcome: 'unknown' })
    t.strictSame(await look(action), { item_id: 'acme/web', outcome: 'unknown' })
  })
}

t.test('a merge request from a fork with the same branch name is ignored', async t => {
  propose('change/forked', { author_id: ME, source_project_id: 5 })
  const action = await planned('change/forked')
  t.match(await look(action), { outcome: 'not_attempted' })
  t.match(await act(action, { again: true }), { outcome: 'succeeded' })
  t.equal(requestsOf(web, 'change/forked').length, 2)
})

t.test('on a second attempt after its merge request, the item has succeeded, and nothing is created twice', async t => {
  const action = await planned('change/again')
  const first = await act(action)
  t.match(first, { outcome: 'succeeded', before: { commit_id: String } })
  t.strictSame(await act(action, { again: true }), first)
  t.strictSame(await look(action), first)
  t.equal(requestsOf(web, 'change/again').length, 1)
})

t.test('on a second attempt after another push, the job reports its own commit, and undo leaves the branch unchanged', async t => {
  const action = await planned('change/pushed')
  const first = await act(action)
  const sha = push('change/pushed', 'More', 'src/more.js', 'x\n')
  const again = await act(action, { again: true })
  t.strictSame(again, first)
  t.strictSame(await look(action), first)
  t.match(await undo(action, again?.before), { outcome: 'failed', error: { reason: 'version_conflict', message: /has other commits/ } })
  t.strictSame([requestsOf(web, 'change/pushed')[0]?.state, web.repository.branches.get('change/pushed')?.sha], ['opened', sha])
})

t.test('undo names what it cannot delete', async t => {
  const action = await planned('change/kept')
  const done = await act(action)
  const path = '/repository/branches/change%2Fkept$'
  await control.failNext({ method: 'DELETE', path }, { status: 404, body: { message: '404 Branch Not Found' } })
  t.match(await undo(action, done?.before), {
    outcome: 'unknown',
    error: { message: /is closed, but its branch was not deleted: .*no branch change\/kept of acme\/web/ }
  })
})
