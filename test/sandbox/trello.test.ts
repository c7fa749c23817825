import t from 'tap'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer, type ServerOptions } from '../../sandbox/trello/server.ts'
import { noCassettes, recordedExchanges } from '../helpers/cassettes.ts'

const CARD = '6979fa405eed00000000022c'
const LIST = '69795f905eed000000000221'
const BOARD = '697951805eed000000000220'

const authorization = `OAuth oauth_consumer_key="${KEY}", oauth_token="sandbox-token"`

function serve(options?: ServerOptions) {
  const app = buildServer(options)
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = { authorization }
  ) => {
    const { statusCode: status, headers: sent, body } = await app.inject({ method, url: `/1${path}`, headers, ...(payload && { payload }) })
    return { status, headers: sent, body: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Returns the types of the fields of a resource, or of the first resource of a list. */
function fieldsOf(body: unknown): Record<string, string> {
  const thing = Array.isArray(body) ? body[0] : body
  return isObject(thing) ? Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, kindOf(value)])) : {}
}

/** Fields that the sandbox does not return, since nothing uses them. */
const LEFT_OUT = new Set(
  [
    'aaId aaEmail aaEnrolledDate aaBlockSyncUntil aaMastered avatarSource bioData credentialsRemovedCount domainClaimed email gravatarHash',
    'idEnterprisesDeactivated idEnterprisesAdmin idPremOrgsAdmin idEnterprise isAaMastered ixUpdate limits loginTypes marketingOptIn',
    'messagesDismissed oneTimeMessagesDismissed prefs premiumFeatures products siftDecision trophies uploadedAvatarHash uploadedAvatarUrl',
    'powerUps idTags datePluginDisable creationMethod enterpriseOwned idBoardSource templateGallery display entities fileName idMemberCreator'
  ]
    .join(' ')
    .split(' ')
)

/** Recorded requests to Trello and the equivalent requests to the sandbox. */
const ASKED: Record<string, ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?]> = {
  'GET /boards/ID': ['GET', `/boards/${BOARD}`],
  'GET /boards/ID/lists': ['GET', `/boards/${BOARD}/lists?filter=open`],
  'GET /boards/ID/labels': ['GET', `/boards/${BOARD}/labels?limit=1000`],
  'GET /boards/ID/members': ['GET', `/boards/${BOARD}/members?filter=all`],
  'GET /boards/ID/cards': ['GET', `/boards/${BOARD}/cards?filter=open`],
  'GET /members/me': ['GET', '/members/me'],
  'GET /members/ID/boards': ['GET', '/members/me/boards?filter=all'],
  'GET /lists/ID': ['GET', `/lists/${LIST}`],
  'GET /lists/ID/cards': ['GET', `/lists/${LIST}/cards?filter=open`],
  'GET /labels/ID': ['GET', '/labels/697989c05eed000000000224'],
  'GET /cards/ID': ['GET', `/cards/${CARD}`],
  'GET /cards/ID/members': ['GET', `/cards/${CARD}/members`],
  'GET /cards/ID/actions': ['GET', `/cards/${CARD}/actions?filter=commentCard`],
  'GET /cards/ID/checklists': ['GET', `/cards/${CARD}/checklists`],
  'GET /cards/ID/attachments': ['GET', `/cards/${CARD}/attachments`],
  'GET /checklists/ID': ['GET', '/checklists/698dc0c05eed000000000430'],
  'GET /actions/ID': ['GET', '/actions/698dced05eed000000000434'],
  'POST /lists': ['POST', '/lists', { idBoard: BOARD, name: 'L' }],
  'POST /cards': ['POST', '/cards', { idList: LIST, name: 'C', desc: 'text', due: '2026-05-01T10:00:00Z' }],
  'POST /cards/ID/actions/comments': ['POST', `/cards/${CARD}/actions/comments`, { text: 'Hello, world!' }],
  'POST /cards/ID/idMembers': ['POST', `/cards/${CARD}/idMembers`, { value: '695b8ba05eed000000000002' }],
  'POST /cards/ID/checklists': ['POST', `/cards/${CARD}/checklists`, { name: 'ToDo' }],
  'POST /cards/ID/attachments': ['POST', `/cards/${CARD}/attachments`, { url: 'https://example.com/' }],
  'POST /checklists/ID/checkItems': ['POST', '/checklists/698dc0c05eed000000000430/checkItems', { name: 'A' }],
  'PUT /cards/ID': ['PUT', `/cards/${CARD}`, { name: 'changed' }],
  'PUT /lists/ID': ['PUT', `/lists/${LIST}`, { name: 'changed' }],
  'PUT /cards/ID/checkItem/ID': ['PUT', `/cards/${CARD}/checkItem/698dc0c05eed000000000431`, { state: 'complete' }],
  'DELETE /cards/ID/attachments/ID': ['DELETE', `/cards/${CARD}/attachments/698e07105eed000000000438`],
  'DELETE /actions/ID': ['DELETE', '/actions/698dced05eed000000000434'],
  'DELETE /checklists/ID': ['DELETE', '/checklists/698dc0c05eed000000000430'],
  'DELETE /cards/ID': ['DELETE', `/cards/${CARD}`]
}

t.test('the sandbox returns the recorded fields with the same types', { skip: noCassettes }, async t => {
  const ask = serve()
  // A request with selected fields does not return the whole resource.
  const exchanges = recordedExchanges().filter(({ status, asked }) => status === 200 && !asked.includes('fields'))
  for (const [what, [method, path, payload]] of Object.entries(ASKED)) {
    const recorded = exchanges.filter(exchange => exchange.what === what).map(({ body }) => fieldsOf(body))
    t.ok(recorded.length > 0, `${what} was recorded`)
    const { status, body } = await ask(method, path, payload)
    t.equal(status, 200, what)
    const returned = fieldsOf(body)
    const names = new Set(recorded.flatMap(Object.keys))
    const missing = [...names].filter(name => !(name in returned) && !LEFT_OUT.has(name))
    t.strictSame(missing, [], `${what} has every field`)
    const other = Object.entries(returned).filter(([name, kind]) => {
      const kinds = recorded.map(fields => fields[name]).filter(known => known !== undefined)
      return kinds.length > 0 && kind !== 'null' && !kinds.includes('null') && !kinds.includes(kind)
    })
    t.strictSame(other, [], `${what} has the same types`)
  }
})

t.test('every recorded rate limit header is returned', { skip: noCassettes }, async t => {
  const recorded = recordedExchanges().flatMap(({ headers }) => Object.keys(headers).filter(name => name.startsWith('x-rate-limit-api-')))
  const { headers } = await serve()('GET', '/members/me')
  t.strictSame(
    [...new Set(recorded)].filter(name => !(name in headers)),
    []
  )
  t.match(headers, {
    'x-rate-limit-api-token-max': '100',
    'x-rate-limit-api-token-remaining': '99',
    'x-rate-limit-api-key-remaining': '299'
  })
})

t.test('missing resources and invalid values are refused in plain text', async t => {
  const ask = serve()
  t.match(await ask('GET', '/cards/0123456789abcdef01234567'), { status: 404, body: 'The requested resource was not found.' })
  t.match(await ask('GET', '/cards/nothing'), { status: 400, body: 'invalid id' })
  t.match(await ask('POST', '/lists', { idBoard: BOARD }), { status: 400, body: 'invalid value for name' })
  t.match((await ask('GET', '/cards/nothing')).headers, { 'content-type': 'text/plain; charset=utf-8' })
})

t.test('a label or member that is already on the card is refused', async t => {
  const ask = serve()
  const label = { value: '697989c05eed000000000224' }
  t.equal((await ask('POST', `/cards/${CARD}/idLabels`, label)).status, 200)
  t.match(await ask('POST', `/cards/${CARD}/idLabels`, label), { status: 400, body: /already on the card/ })
  const member = { value: '695b8ba05eed000000000002' }
  t.equal((await ask('POST', `/cards/${CARD}/idMembers`, member)).status, 200)
  t.match(await ask('POST', `/cards/${CARD}/idMembers`, member), { status: 400, body: 'member is already on the card' })
})

t.test('credentials are read from header and query, and refused in plain text', async t => {
  const ask = serve()
  t.equal((await ask('GET', `/members/me?key=${KEY}&token=sandbox-token`, undefined, {})).status, 200)
  t.match(await ask('GET', `/members/me?key=${KEY}&token=other`, undefined, {}), { status: 401, body: 'invalid token' })
  t.match(await ask('GET', '/members/me', undefined, {}), { status: 401, body: 'invalid key' })
})

t.test('requests beyond a limit return 429 until the window ends', async t => {
  const ask = serve({ limits: { token: 1, interval_ms: 200 } })
  await ask('GET', '/members/me')
  t.match(await ask('GET', '/members/me'), { status: 429, body: { error: 'API_TOKEN_LIMIT_EXCEEDED', message: 'Rate limit exceeded' } })
  await new Promise(resolve => setTimeout(resolve, 250))
  t.equal((await ask('GET', '/members/me')).status, 200)
})

t.test('after many refusals, every request is refused', async t => {
  const ask = serve({ limits: { token: 1, refusals: 3, interval_ms: 60_000 } })
  await ask('GET', '/members/me')
  for (let number = 0; number < 4; number++) t.equal((await ask('GET', '/members/me')).body.error, 'API_TOKEN_LIMIT_EXCEEDED')
  t.equal((await ask('GET', '/members/me')).body.error, 'API_KEY_LIMIT_EXCEEDED')
})

t.test('a page of cards contains the newest ones that are older than an ID', async t => {
  const ask = serve()
  const { body: all } = await ask('GET', `/boards/${BOARD}/cards?filter=all&fields=name`)
  const ids: string[] = all.map(({ id }: { id: string }) => id).sort()
  const { body: page } = await ask('GET', `/boards/${BOARD}/cards?filter=all&limit=5&before=${ids[20]}&fields=name`)
  t.strictSame(page.map(({ id }: { id: string }) => id).sort(), ids.slice(15, 20))
})
