import { hash } from 'node:crypto'
import t from 'tap'
import { Type } from 'typebox'
import { ALL, keptKey, MAX_KEPT, rowKey } from '../../src/access/approvals/scripts.ts'
import type { Permission } from '../../src/contract/operation.ts'
import { openApprovals } from '../helpers/approvals.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { connect } from '../helpers/mcp.ts'
import { everything } from '../helpers/redis.ts'

const done: unknown[] = []
const wood = {
  wood: Type.String({ description: 'Wood' }),
  secret: Type.Optional(Type.String({ 'x-secret': true, description: 'Secret' }))
}
const cut = async (input: Record<string, unknown>) => ({ seen: done.push(input['wood']) })
const saw = fakeOperation('saw', wood, cut, {
  permission: 'destructive',
  message: ({ wood }) => `Saw the ${wood}`,
  confirmation_details: ({ wood }) => ({ length: `${wood} of 3 m` })
})
const trial = fakeOperation('try', wood, cut, { permission: 'write', dry_run: true })
const later: Permission[] = []
const look = fakeOperation(
  'look',
  wood,
  async (input, { requirePermission }) => {
    later.push('read')
    requirePermission('write')
    return await cut(input)
  },
  { permission: { maximum: 'write', of: () => 'read' } }
)
const twice = fakeOperation(
  'twice',
  wood,
  async (input, { requirePermission }) => {
    requirePermission('destructive')
    return await cut(input)
  },
  { permission: { maximum: 'destructive', of: () => 'write' } }
)
/** The subject of a token. */
const ADA = 'jwt:https://id.example|ada'
const APPROVAL = [{ permission: '*', decision: 'approval' }] as const
const { send, expire, setPolicy, approvals, client, app, redis } = await openApprovals(t, {
  definitions: [saw, trial, look, twice],
  keys: {
    ci: ['workshop:destructive'],
    other: ['workshop:destructive', 'approvals:decide'],
    ann: ['approvals:decide'],
    bob: ['workshop:approve'],
    [ADA]: ['workshop:destructive'],
    eve: ['*:destructive', 'gitlab:approve'],
    root: ['*'],
    made: ['approvals:decide'],
    made2: ['approvals:decide']
  },
  makers: { made: ['key:ann', 'user:ci/joe'], made2: ['key:made'], ci: ['key:root'] },
  policy: [...APPROVAL],
  settings: { max_pending: 12 }
})
const refused = (status: number, reason: string) => ({ status, error: { details: { reason, outcome: 'not_executed' } } })
const isRequired = refused(428, 'approval_required')

/** Sends a call that needs an approval, and returns its ID. */
async function request(input: object, key = 'ci', path = 'workshop/saw'): Promise<string> {
  const { status, error } = await send(key, path, input)
  t.equal(status, 428)
  return error.details.approval.id
}
const approve = async (id: string, by = 'ann') => await send(by, `approvals/${id}/approve`, {})

t.beforeEach(() => {
  done.length = 0
  setPolicy([...APPROVAL])
})

t.test('one_approval, approved: a call waits until another caller approves it, and then runs once', async t => {
  const asked = await send('ci', 'workshop/saw', { wood: 'oak', secret: 'canary' })
  t.match(asked, {
    status: 428,
    error: {
      code: 'APPROVAL_REQUIRED',
      message: /^Saw the oak\. It needs the approval of another caller, which was requested: apr_.* Nothing has been done yet\.$/,
      details: {
        reason: 'approval_required',
        retryable: false,
        would_do: 'Saw the oak.',
        length: 'oak of 3 m',
        approval: { id: /^apr_[0-9a-f]{24}$/, status: 'pending', url: /^\/console\/approvals\/apr_/, poll_after_ms: 5_000 },
        suggestions: [/Show this to the user/, /send the same call again with "approval_id"/]
      }
    }
  })
  const { id } = asked.error.details.approval
  t.equal(await request({ secret: 'canary', wood: 'oak' }), id, 'the same call has the same approval')
  t.match(await send('ci', 'workshop/saw', { wood: 'oak', secret: 'canary', approval_id: id }), isRequired)
  const seen = (await send('bob', `approvals/${id}`)).data
  t.match(seen, {
    status: 'pending',
    may_decide: true,
    principal: 'key:ci',
    operation: 'workshop_saw',
    permission: 'destructive',
    message: 'Saw the oak.',
    details: [{ name: 'length', value: 'oak of 3 m' }],
    irreversible: true,
    job_id: null,
    decided_by: null
  })
  t.strictSame(seen.input, [
    { name: 'wood', value: 'oak' },
    { name: 'secret', value: '[redacted]' }
  ])
  t.match(await send('bob', `approvals/${id}/approve`, { reason: 'It is dry.' }), {
    status: 200,
    data: { status: 'approved', may_decide: false, decided_by: 'key:bob', reason: 'It is dry.' }
  })
  t.match(await send('bob', `approvals/${id}/approve`, {}), { status: 200, data: { reason: 'It is dry.' } }, 'again')
  t.match(await send('ann', `approvals/${id}/deny`, { reason: 'No.' }), refused(409, 'already_decided'))
  t.match(await send('ci', 'workshop/saw', { wood: 'oak', secret: 'canary' }), {
    ...isRequired,
    error: { details: { approval: { id, status: 'approved' }, suggestions: [/^Now send the same call again/] } }
  })
  t.equal(done.length, 0)
  const ran = await send('ci', 'workshop/saw', { wood: 'oak', secret: 'canary' }, { 'toolgate-approval': id })
  t.match(ran, { status: 200, data: { seen: 1 } })
  t.match(await send('ci', 'workshop/saw', { wood: 'oak', secret: 'canary', approval_id: id }), {
    ...refused(409, 'approval_used'),
    error: { message: /may have been executed\. Nothing was done now/ }
  })
  t.match((await send('ann', `approvals/${id}`)).data, { status: 'used', used_at: /Z$/ })
  t.strictSame(done, ['oak'])
  t.not(await request({ wood: 'oak', secret: 'canary' }), id, 'another approval')
  const texts = [...(await everything(redis.client()))].flat().join('\n')
  t.match(texts, 'tg:{approvals}:row')
  for (const content of ['oak', 'canary', 'dry']) t.notMatch(texts, content, 'a reader of Redis sees no content')
})

t.test('an approval is for one caller, operation and input', async t => {
  const id = await request({ wood: 'ash' })
  await approve(id)
  for (const [key, path, input, expected] of [
    ['ci', 'workshop/saw', { wood: 'elm' }, refused(409, 'approval_mismatch')],
    ['ci', 'workshop/saw', { wood: 'ash', secret: 'x' }, refused(409, 'approval_mismatch')],
    ['ci', 'workshop/try', { wood: 'ash' }, refused(409, 'approval_mismatch')],
    ['other', 'workshop/saw', { wood: 'ash' }, refused(404, 'approval_not_found')],
    ['root', 'workshop/saw', { wood: 'ash' }, refused(404, 'approval_not_found')]
  ] as const)
    t.match(await send(key, path, { ...input, approval_id: id }), expected, `${key} ${path} ${JSON.stringify(input)}`)
  t.match(
    await send('ci', 'workshop/saw', { wood: 'ash', approval_id: 'apr_000000000000000000000000' }),
    refused(404, 'approval_not_found')
  )
  t.match(await send('ci', 'workshop/saw', { wood: 'ash', approval_id: '*' }), refused(404, 'approval_not_found'))
  t.match(
    await send('ci', 'workshop/saw', { wood: 'ash', approval_id: id }, { 'toolgate-approval': 'other' }),
    refused(400, 'invalid_field_value')
  )
  t.strictSame(done, [])
  t.match(
    await send('ci', 'workshop/saw', { wood: 'ash', confirm: true, approval_id: id, idempotency_key: 'k' }),
    { status: 200 },
    'how it is sent does not matter'
  )
  const replay = await send('ci', 'workshop/saw', { wood: 'ash', confirm: true, approval_id: id, idempotency_key: 'k' })
  t.match(replay, { status: 200, data: { seen: 1 } }, 'the stored response')
  t.match(await send('ci', 'workshop/saw', { wood: 'ash', confirm: true, idempotency_key: 'k' }), { status: 200, data: { seen: 1 } })
  t.strictSame(done, ['ash'])
})

t.test('of many calls with one approval at once, one runs', async t => {
  const id = await request({ wood: 'fir' })
  await approve(id)
  const all = await Promise.all(Array.from({ length: 20 }, () => send('ci', 'workshop/saw', { wood: 'fir', approval_id: id })))
  t.strictSame(all.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  t.strictSame(done, ['fir'])
})

t.test('no caller decides on its own calls, or without the scope, and no one else sees them', async t => {
  const [id, own] = [await request({ wood: 'yew' }), await request({ wood: 'yew' }, 'other')]
  for (const verdict of ['approve', 'deny']) {
    t.match(await send('ci', `approvals/${id}/${verdict}`, { reason: 'x' }), {
      status: 403,
      error: { details: { required_scope: 'approvals:decide' } }
    })
    t.match(await send('other', `approvals/${own}/${verdict}`, { reason: 'x' }), refused(403, 'insufficient_permissions'))
    t.match(
      await send('eve', `approvals/${id}/${verdict}`, { reason: 'x' }),
      refused(404, 'approval_not_found'),
      'the scope of another system'
    )
  }
  t.match(await send('eve', `approvals/${id}`), { status: 404 })
  t.match(await send('ci', `approvals/${own}`), { status: 404 })
  const idsOf = async (key: string) => (await send(key, 'approvals?status=pending')).data.items.map((item: { id: string }) => item.id)
  t.ok((await idsOf('bob')).includes(id) && (await idsOf('bob')).includes(own))
  t.notOk((await idsOf('ci')).includes(own))
  t.strictSame(await idsOf('eve'), [])
  t.strictSame(await idsOf('other'), await idsOf('root'), 'also its own')
  t.match((await send('other', `approvals/${own}`)).data, { may_decide: false })
  const pages = []
  for (let cursor = ''; ; ) {
    const { items, next_cursor } = (await send('ann', `approvals?limit=2${cursor}`)).data
    pages.push(...items.map((item: { id: string }) => item.id))
    if (next_cursor === null) break
    cursor = `&cursor=${next_cursor}`
  }
  t.equal(new Set(pages).size, pages.length)
  t.strictSame(
    pages,
    (await send('ann', 'approvals?limit=100')).data.items.map((item: { id: string }) => item.id)
  )
  t.match(await send('ann', 'approvals?status=pending&cursor=x'), { status: 400 })
})

t.test('no caller decides on its own calls with a key that it created or rotated', async t => {
  const id = await request({ wood: 'larch' })
  for (const key of ['made', 'made2']) {
    t.match(await send(key, `approvals/${id}`), { status: 200, data: { may_decide: false } }, key)
    t.match(await approve(id, key), { status: 403 }, key)
  }
  t.match(await approve(id, 'root'), { status: 200 }, 'the caller that created the key of the requester is another')
})

t.test('an approval of a write does not cover a call that turns out to be destructive', async t => {
  const id = await request({ wood: 'yew' }, 'ci', 'workshop/twice')
  await approve(id)
  t.match(await send('ci', 'workshop/twice', { wood: 'yew', approval_id: id }), refused(409, 'approval_mismatch'))
  t.strictSame(done, [])
})

t.test('denied: a denied call does not run, and requests no other approval until this one would have expired', async t => {
  const id = await request({ wood: 'box' })
  t.match(await send('ann', `approvals/${id}/deny`, { reason: 'Keep it.' }), { data: { status: 'denied' } })
  const denied = {
    ...refused(403, 'approval_denied'),
    error: { message: `key:ann denied the approval ${id} of workshop_saw. Nothing was done. Reason: Keep it.` }
  }
  t.match(await send('ci', 'workshop/saw', { wood: 'box', approval_id: id }), denied)
  t.match(await send('ci', 'workshop/saw', { wood: 'box' }), denied)
  await expire(id)
  t.not(await request({ wood: 'box' }), id)
})

t.test('an approval expires, whether it was decided or not', async t => {
  const [pending, approved] = [await request({ wood: 'bay' }), await request({ wood: 'teak' })]
  await approve(approved)
  for (const id of [pending, approved]) await expire(id)
  t.match(await send('ann', `approvals/${pending}`), { data: { status: 'expired', may_decide: false } })
  t.match(await send('ann', `approvals/${pending}/approve`, {}), refused(409, 'approval_expired'))
  t.match(await send('ci', 'workshop/saw', { wood: 'bay', approval_id: pending }), refused(409, 'approval_expired'))
  t.match(await send('ci', 'workshop/saw', { wood: 'teak', approval_id: approved }), refused(409, 'approval_expired'))
  t.strictSame(done, [])
  t.ok((await client.pttl(`tg:{approvals}:row:${pending}`)) > 7 * 86_400_000, 'deleted a week later')
})

t.test('the policy that is in force at the call decides', async t => {
  const id = await request({ wood: 'pine' })
  await approve(id)
  setPolicy([{ permission: '*', decision: 'deny' }])
  t.match(await send('ci', 'workshop/saw', { wood: 'pine', approval_id: id }), refused(403, 'denied_by_policy'))
  setPolicy([{ permission: '*', decision: 'allow' }])
  t.match(await send('ci', 'workshop/saw', { wood: 'pine' }), { status: 200 }, 'without an approval')
  setPolicy([{ permission: '*', decision: 'confirm' }])
  t.match(await send('ci', 'workshop/saw', { wood: 'pine', approval_id: id }), refused(428, 'confirmation_required'))
  setPolicy([...APPROVAL])
  t.match(await send('ci', 'workshop/saw', { wood: 'pine', approval_id: id }), { status: 200 })
  t.strictSame(done, ['pine', 'pine'])
})

t.test('a dry run needs no approval, and neither does a read', async t => {
  t.match(await send('ci', 'workshop/try', { wood: 'oak', dry_run: true }), { status: 200 })
  setPolicy([{ permission: 'write', decision: 'allow' }, ...APPROVAL])
  t.match(await send('ci', 'workshop/look', { wood: 'oak' }), { status: 200 })
})

t.test('an operation that needs the permission only while it runs starts again with the approval', async t => {
  later.length = 0
  const id = await request({ wood: 'rowan' }, 'ci', 'workshop/look')
  t.match(await send('ann', `approvals/${id}`), { data: { permission: 'write', irreversible: false } })
  await approve(id)
  t.strictSame(done, [])
  t.match(await send('ci', 'workshop/look', { wood: 'rowan', approval_id: id }), { status: 200, data: { seen: 1 } })
  t.match(await send('ci', 'workshop/look', { wood: 'rowan', approval_id: id }), refused(409, 'approval_used'))
  t.strictSame(done, ['rowan'])
})

t.test('a caller has a limited number of pending approvals', async t => {
  const all = []
  for (let at = 0; at < 13; at++) all.push(await send('root', 'workshop/saw', { wood: `plank ${at}` }))
  t.equal(all.filter(({ status }) => status === 428).length, 12)
  t.match(all.at(-1), refused(429, 'rate_limit_exceeded'))
  t.match(await send('root', 'workshop/saw', { wood: 'plank 3' }), { status: 428 }, 'one of them again')
})

/** Stores as many approvals of a key as are kept. */
async function fill(requester: string, fields: object): Promise<void> {
  const kept = keptKey(hash('sha256', requester, 'base64url').slice(0, 22))
  const writes = client.pipeline()
  const now = Date.now()
  const times = { created_at: now, expires_at: now + 3_600_000 }
  for (let at = 0; at < MAX_KEPT; at++) {
    const id = `apr_${String(at).padStart(24, '0')}`
    writes.hset(rowKey(id), { id, requester, operation: 'workshop_saw', system: 'workshop', digest: 'x', ...times, ...fields })
    for (const index of [kept, ALL]) writes.zadd(index, now - MAX_KEPT + at, id)
  }
  writes.del(`${kept}:full`)
  await writes.exec()
}

t.test('of the approvals of a key, the oldest that are over are deleted, and the others are limited', async t => {
  const count = async () => Number(await client.zcard(keptKey(hash('sha256', 'eve', 'base64url').slice(0, 22))))
  await fill('eve', { status: 'denied' })
  t.match(await send('eve', 'workshop/saw', { wood: 'ebony' }), refused(429, 'rate_limit_exceeded'))
  await client.config('RESETSTAT')
  t.match(await send('eve', 'workshop/saw', { wood: 'ebony' }), refused(429, 'rate_limit_exceeded'))
  t.notMatch(await client.info('commandstats'), /cmdstat_zrange:/, 'it is not searched again at once')
  await fill('eve', { status: 'used' })
  await request({ wood: 'ebony' }, 'eve')
  t.ok((await count()) < MAX_KEPT)
  t.equal(await client.exists(rowKey('apr_000000000000000000000000')), 0)
  t.equal((await send('eve', 'approvals?limit=100')).data.items.length, 100)
})

t.test('a list reads the content of visible approvals only', async t => {
  await fill('eve', { status: 'used', shown: 'x' })
  const reads = async (key: string): Promise<string> => {
    await client.config('RESETSTAT')
    await send(key, 'approvals?limit=3')
    return (await client.info('commandstats')).match(/cmdstat_hgetall:calls=(\d+)/)?.[1] ?? '0'
  }
  t.equal(await reads('other'), '3')
  t.equal(await reads('ann'), '3')
  t.equal((await send('made2', 'approvals?limit=3')).data.items.length, 3, 'one that decides')
  for (const { id } of (await send('eve', 'approvals?limit=2')).data.items) t.match(id, /^apr_/)
})

t.test('approvals of a revoked key, or of a cancelled job, can be neither decided nor used', async t => {
  const [pending, approved] = [await request({ wood: 'lime' }), await request({ wood: 'cork' })]
  await send('ann', `approvals/${approved}/approve`, { reason: 'It is dry.' })
  const foreign = await request({ wood: 'lime' }, 'other')
  await approvals.withdraw({ credential: 'ci' })
  await approvals.withdraw({ jobId: 'job_unknown' })
  t.match(await send('ann', `approvals/${pending}`), {
    data: { status: 'expired', may_decide: false, decided_by: null, reason: null, withdrawn_because: /revoked/ }
  })
  t.match(await send('ann', `approvals/${approved}`), {
    data: { status: 'expired', decided_by: 'key:ann', reason: 'It is dry.', withdrawn_because: /revoked/ }
  })
  t.match(await approve(pending), refused(409, 'approval_expired'))
  t.match(await send('ci', 'workshop/saw', { wood: 'cork', approval_id: approved }), refused(409, 'approval_expired'))
  t.match(await send('ann', `approvals/${foreign}`), { data: { status: 'pending' } })
  t.not(await request({ wood: 'lime' }), pending, 'another approval')
  t.strictSame(done, [])
})

t.test('approvals of the subjects of an issuer are withdrawn with it, and those of refused requesters on request', async t => {
  const [id, foreign] = [await request({ wood: 'plum' }, ADA), await request({ wood: 'plum' }, 'other')]
  await approvals.withdraw({ credential: 'jwt:https://other.example' })
  t.match(await send('ann', `approvals/${id}`), { data: { status: 'pending', withdrawn_because: null } })
  await approvals.withdraw({ credential: 'jwt:https://id.example' })
  t.match(await send('ann', `approvals/${id}`), { data: { status: 'expired', withdrawn_because: /revoked/ } })
  t.match(await send('ann', `approvals/${foreign}`), { data: { status: 'pending' } })
  await approvals.withdraw({ isRefused: callerId => callerId === 'other' })
  t.match(await send('ann', `approvals/${foreign}`), { data: { status: 'expired', withdrawn_because: /revoked/ } })
})

t.test('a model reads what its call waits for, and sends the same call again', async t => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const mcp = await connect(t, url, { key: 'ci' })
  const name = 'workshop_saw'
  const { tools } = await mcp.listTools()
  t.notOk(
    tools.some(tool => tool.name === 'approvals_approve'),
    'it cannot decide'
  )
  const first = await mcp.callTool({ name, arguments: { wood: 'maple' } })
  t.match(first, { isError: true })
  const [text] = JSON.stringify(first.content).match(/apr_[0-9a-f]{24}/) ?? []
  t.match(JSON.stringify(first.content), /Once it is approved, send the same call again\./)
  t.match(await mcp.callTool({ name, arguments: { wood: 'maple' } }), { isError: true })
  await approve(text ?? '')
  t.strictSame(done, [])
  t.match(await mcp.callTool({ name, arguments: { wood: 'maple' } }), { structuredContent: { seen: 1 } })
  t.match(await mcp.callTool({ name, arguments: { wood: 'maple' } }), { isError: true }, 'another approval')
  t.strictSame(done, ['maple'])
})

t.test('a decision whose response is lost is not reported as not made', async t => {
  const lost = async (): Promise<never> => {
    throw new Error('Connection is closed.')
  }
  const decide = 'toolgate:decideApproval'
  const unanswered = async (verb: 'approve' | 'deny', status: string, outcome: string) => {
    const id = await request({ wood: `${verb} elm` })
    const answer = await send('ann', `approvals/${id}/${verb}`, { reason: 'Seen.' })
    t.match(answer, { status: 503, error: { details: { reason: 'redis_unavailable', outcome } } })
    t.match((await send('bob', `approvals/${id}`)).data, { status })
  }
  await approve(await request({ wood: 'elm' })) // defines the command
  const run = Reflect.get(client, decide)
  t.teardown(() => Reflect.set(client, decide, run))
  Reflect.set(client, decide, async (...args: unknown[]) => {
    await Reflect.apply(run, client, args)
    return await lost()
  })
  await unanswered('approve', 'approved', 'unknown')
  Reflect.set(client, decide, async (...args: unknown[]) => {
    const reply: unknown = await Reflect.apply(run, client, args)
    const { hgetall } = client
    client.hgetall = async () => {
      client.hgetall = hgetall
      return await lost()
    }
    return reply
  })
  await unanswered('deny', 'denied', 'executed')
})

t.test('those who may decide follow approvals live', async t => {
  const url = app.listeningOrigin
  const leave = new AbortController()
  const watch = async (key: string, more = {}) => {
    const response = await fetch(`${url}/v1/approvals/events`, {
      headers: { 'x-api-key': key, accept: 'text/event-stream', ...more },
      signal: leave.signal
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return async (wanted: RegExp): Promise<string> => {
      while (!wanted.test(text)) text += (await reader?.read())?.value ?? ''
      return text
    }
  }
  const [bob, other] = [await watch('bob'), await watch('ci')]
  await bob(/retry/)
  await other(/retry/)
  const foreign = await request({ wood: 'beech' }, 'other')
  const id = await request({ wood: 'beech' })
  await approve(id)
  const text = await bob(/"status":"approved"/)
  t.match(text, /event: change\ndata: \{"id":"apr_.*"status":"pending"/)
  t.notMatch(await other(/"status":"approved"/), foreign, 'a requester sees its own')
  const [last = ''] = text.match(/\d+-\d+/) ?? []
  const again = await (await watch('bob', { 'last-event-id': last }))(/"status":"approved"/)
  t.notMatch(again, `id: ${last}\n`)
  leave.abort()
})
