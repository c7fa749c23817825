import t from 'tap'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { rejectQuickActions } from '../../../src/tools/gitlab/client/content/quick-actions.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const settings = { projects: ['acme/web', 'acme/playground'] }
const writer = { id: 'writer', scopes: ['gitlab:write'] }
const auth = { identify: (key: string) => (key === 'writer' ? writer : 'unknown'), anonymous: { id: 'local', scopes: ['*'] } } as const
const { call, clear, sent, failNext, operations, state, base } = await openGitlab(t, { settings, auth })
t.beforeEach(() => clear())

const issue = { project: 'acme/playground', issue_iid: 1 }
const request = { project: 'acme/playground', merge_request_iid: 1 }
const branch = { source_branch: 'old/merged', target_branch: 'main' }
const thread = '6a9c1750b37d513a43987b574953fceb50b03ce7'

/** Every operation whose text GitLab scans for quick actions. */
const TEXTS: Record<string, [property: string, input: Record<string, unknown>]> = {
  add_issue_comment: ['body', issue],
  create_issue: ['description', { project: 'acme/playground', title: 'T' }],
  update_issue: ['description', issue],
  add_merge_request_comment: ['body', request],
  create_discussion: ['body', request],
  reply_to_discussion: ['body', { ...request, discussion_id: thread }],
  create_merge_request: ['description', { project: 'acme/playground', ...branch, title: 'T' }],
  update_merge_request: ['description', request],
  update_comment: ['body', { ...issue, comment_id: 1 }],
  create_draft_note: ['body', request],
  update_draft_note: ['body', { ...request, draft_id: 1 }],
  reply_to_issue_discussion: ['body', { ...issue, discussion_id: thread }],
  create_work_item: ['description', { project: 'acme/playground', type: 'task', title: 'T' }],
  update_work_item: ['description', { project: 'acme/playground', iid: 1 }],
  add_work_item_comment: ['body', { project: 'acme/playground', iid: 1 }]
}

t.test('every text in which GitLab runs quick actions is checked: no operation is missing', async t => {
  const found = operations
    .filter(({ group = '' }) => ['issues', 'merge_requests', 'work_items'].includes(group))
    .filter(({ input }) => 'body' in input.properties || 'description' in input.properties)
  t.strictSame(found.map(({ name }) => name).toSorted(), Object.keys(TEXTS).toSorted())
})

for (const [name, [property, input]] of Object.entries(TEXTS)) {
  t.test(`a quick action in ${property} of ${name} is refused with the operation for it, and nothing is sent`, async t => {
    const { status, error } = await call(name, { ...input, [property]: 'Well done.\n/merge' }, { 'x-api-key': 'writer' })
    t.equal(status, 400)
    t.match(error.details, { outcome: 'not_executed', issues: [{ path: property, expected: /gitlab_merge_merge_request/ }] })
    t.strictSame(await sent(), [])
  })
}

t.test('a quick action in an edit of a description is refused with its path, and so is one that edits put together', async t => {
  const description = 'Plan:\n\n- [ ] look\n- [ ] do'
  t.equal((await call('update_issue', { ...issue, description })).status, 200)
  const edited = (...edits: { old_text: string; new_text: string }[]) => call('edit_description', { ...issue, edits })
  const { error } = await edited({ old_text: 'Plan:', new_text: 'Plan' }, { old_text: '- [ ] look', new_text: '/merge' })
  t.match(error.details, { outcome: 'not_executed', issues: [{ path: 'edits[1].new_text', expected: /gitlab_merge_merge_request/ }] })
  const parts = await edited({ old_text: '- [ ] look', new_text: '/mer' }, { old_text: '\n- [ ] do', new_text: 'ge' })
  t.match(parts.error.details, { outcome: 'not_executed', issues: [{ path: 'edits', expected: /gitlab_merge_merge_request/ }] })
})

const noteOn = (path: string, body: string) =>
  fetch(`${base}/api/v4/projects/${path}/notes`, {
    method: 'POST',
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ body })
  })
const playground = state.projects.find(({ path }) => path === 'acme/playground')
const sandpit = state.projects.find(({ path }) => path === 'acme/sandpit')

t.test('a key that may not merge cannot merge by a comment', async t => {
  const state = () => playground?.merge_requests.find(({ iid }) => iid === 1)?.state
  t.equal((await call('add_merge_request_comment', { ...request, body: '/merge' }, { 'x-api-key': 'writer' })).status, 400)
  t.equal(state(), 'opened')
  t.equal((await noteOn('acme%2Fplayground/merge_requests/1', '/merge')).status, 202)
  t.equal(state(), 'merged', 'the sandbox server would have merged it')
})

t.test('no comment moves an issue to a project that is not allowed', async t => {
  t.equal((await call('add_issue_comment', { ...issue, body: 'Off with it\n/move acme/sandpit' })).status, 400)
  t.equal(sandpit?.issues.length, 0)
  t.equal((await noteOn('acme%2Fplayground/issues/2', '/move acme/sandpit')).status, 202)
  t.equal(sandpit?.issues.length, 1, 'the sandbox server would have moved it')
})

t.test('a command in a code block, a path, and a slash within a line are text', async t => {
  const body = 'See /merge in:\n\n```sh\n/close\n```\n/usr/bin/env is there\n// so is this'
  const { status, data } = await call('add_issue_comment', { ...issue, body })
  t.equal(status, 201)
  t.equal(data.body, body)
  t.equal(playground?.issues.find(({ iid }) => iid === 1)?.state, 'opened')
})

for (const text of ['/login page', '/login', '/api/v4 returns 500', 'See:\n/settings is empty'])
  t.test(`a line that begins with a path is text: ${text.replace('\n', ' ')}`, async t => {
    const { status, data } = await call('update_issue', { ...issue, description: text })
    t.strictSame([status, data.description], [200, text])
  })

/** Texts that some version of GitLab parses differently from their appearance. */
const TRICKS: [what: string, text: string][] = [
  ['in capitals', '/MERGE'],
  ['behind blanks', 'Text\n  /merge'],
  ['before a tab', '/merge\t'],
  ['after a carriage return', 'Text\r/merge'],
  ['with a carriage return in it', '/mer\rge'],
  ['that no version has yet, with a user', '/do_all @bea'],
  ['that no version has yet, with an issue', 'Text\n/do_all acme/web#1'],
  ['in a block that is not closed', '```\n/merge'],
  ['after an empty block', '```\n```\n```\n/merge\n```'],
  ['between fences, the first of which is in HTML', '<div>\n```\n</div>\n/merge\n```'],
  ['between fences, the first of which is in a quotation', '>>>\n```\n>>>\n/merge\n```'],
  ['between fences within other fences', '~~~\n```\n~~~\n/merge\n```'],
  ['between fences within longer fences', '````\n```\n````\n/merge\n```'],
  ['between fences, the first of which is at the end of a line only for us', 'Text\u2028```\n/merge\n```'],
  ['between fences after what stands before a document', '---\n```\n---\n/merge\n```'],
  ['between fences, one with a trailing blank', '```\nx\n``` \n/merge\n```']
]
for (const [what, text] of TRICKS)
  t.test(
    `a quick action ${what} is refused`,
    async t => void t.throws(() => rejectQuickActions(text, 'body'), { code: 'VALIDATION_ERROR' })
  )

t.test('a quick action without an operation is refused with that advice', async t => {
  const expected = async (body: string) => (await call('add_issue_comment', { ...issue, body })).error.details.issues[0].expected
  t.match(await expected('/shrug'), /^an operation that does the same, if there is one/)
  t.match(await expected('/unlabel ~bug'), /^gitlab_update_issue/)
})

t.test('if GitLab runs a quick action nevertheless, the response reports that and that no comment exists', async t => {
  await failNext({ method: 'POST', path: '/notes$' }, { status: 202, body: { commands_changes: {}, summary: ['Closed this issue.'] } })
  const { status, data } = await call('add_issue_comment', { ...issue, body: 'Text' })
  t.match([status, data], [201, { id: null, commands: 'Closed this issue.' }])
})

t.test('a long text of only line breaks is checked quickly', async t => {
  t.doesNotThrow(() => rejectQuickActions('\n \t'.repeat(300_000), 'body'))
})

t.test('a text of a hundred thousand fences is checked in time that grows with its length', async t => {
  const { user } = process.threadCpuUsage()
  t.throws(() => rejectQuickActions(`${'```a\n'.repeat(200_000)}/merge`, 'body'), /quick action/)
  t.ok(process.threadCpuUsage().user - user < 5_000_000)
})
