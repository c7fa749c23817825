import t from 'tap'
import { Type } from 'typebox'
import { atMostOne, oneOf } from '../../src/contract/requires.ts'
import { stringEnum } from '../../src/contract/schema.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation, post } from '../helpers/fake-tool.ts'

const Address = Type.Object({
  street: Type.String({ description: 'Street' }),
  house_number: Type.Integer({ description: 'Number', default: 1 }),
  door: Type.Optional(Type.String({ description: 'Door' }))
})

const letter = fakeOperation('letter', {
  page_id: Type.String({ minLength: 1, maxLength: 20, description: 'Page', 'x-aliases': ['id', 'sheet'] }),
  copies: Type.Integer({ minimum: 1, maximum: 9, default: 1, description: 'Copies' }),
  urgent: Type.Boolean({ default: false, description: 'Urgent' }),
  colour: Type.Optional(stringEnum(['red', 'blue'], { description: 'Colour' })),
  weight: Type.Optional(Type.Number({ minimum: 0, description: 'Weight' })),
  tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3, description: 'Tags' })),
  address: Type.Optional(Type.Object(Address.properties, { description: 'To' })),
  copies_to: Type.Optional(Type.Array(Address, { maxItems: 3, description: 'Others' })),
  limits: Type.Object({ deep: Type.Integer({ default: 2 }) }, { default: { deep: 2 }, description: 'Limits' })
})
const parcel = fakeOperation(
  'parcel',
  {
    to: Type.Optional(Type.String()),
    street: Type.Optional(Type.String()),
    town: Type.Optional(Type.String()),
    a: Type.Optional(Type.String()),
    b: Type.Optional(Type.String())
  },
  undefined,
  { requires: [oneOf('to', ['street', 'town']), atMostOne('a', 'b')] }
)
const definitions = [letter, parcel]

t.test('an input is read completely: defaults are set, everything else is unchanged', async t => {
  const { app } = await startApp(t, { definitions })
  const { seen } = (await post(app, '/v1/workshop/letter', { page_id: 'x', tags: ['b', 'a'] })).json().data
  t.strictSame(seen, { page_id: 'x', tags: ['b', 'a'], copies: 1, urgent: false, limits: { deep: 2 } })
})

t.test('a default is a new value in every call', async t => {
  const greedy = fakeOperation('greedy', { list: Type.Array(Type.String(), { default: [], description: 'List' }) }, input => {
    const { list } = input
    if (Array.isArray(list)) list.push('more')
    return { seen: input }
  })
  const { app } = await startApp(t, { definitions: [greedy] })
  await post(app, '/v1/workshop/greedy', {})
  t.strictSame((await post(app, '/v1/workshop/greedy', {})).json().data.seen, { list: ['more'] })
})

t.test('an unknown property is named, with the nearest known one', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await post(app, '/v1/workshop/letter', { page_id: 'x', pagge_id: 'y' })
  t.equal(answer.statusCode, 400)
  const { error } = answer.json()
  t.equal(error.code, 'VALIDATION_ERROR')
  t.equal(error.details.reason, 'unknown_field')
  t.strictSame(error.details.issues, [
    { path: 'pagge_id', message: 'is not a property of this operation', expected: 'did you mean page_id?' }
  ])
  t.equal(error.details.outcome, 'not_executed')
  t.match(error.message, 'pagge_id')
})

t.test('an unknown property that contains the words of a known one is matched to it', async t => {
  const { app } = await startApp(t, { definitions })
  for (const [key, meant] of [
    ['page', 'page_id'],
    ['mail_weight', 'weight']
  ]) {
    const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', [String(key)]: 'y' })).json().error.details
    t.match(issues, [{ path: key, expected: `did you mean ${meant}?` }])
  }
})

t.test('an unknown property without similar ones is refused with the existing ones', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', zzzzzzzzzz: 1 })).json().error.details
  const expected =
    'one of: page_id, copies, urgent, colour, weight, tags, address, copies_to, limits, max_chars, compact, cursor, mode, wait, notify_url'
  t.strictSame(issues, [{ path: 'zzzzzzzzzz', message: 'is not a property of this operation', expected }])
})

t.test('the existing properties are listed once, for all unknown ones together, and not in the message', async t => {
  const { app } = await startApp(t, { definitions })
  const { message, details } = (await post(app, '/v1/workshop/letter', { page_id: 'x', zzzzzzzzzz: 1, yyyyyyyyyy: 1 })).json().error
  t.match(details.issues, [{ path: 'zzzzzzzzzz', expected: /^one of: / }, { path: 'yyyyyyyyyy' }])
  t.notOk(details.issues[1].expected)
  t.notMatch(message, 'one of')
})

t.test('a message with many problems states how many more are in the issues', async t => {
  const { app } = await startApp(t, { definitions })
  const wrong = { copies: 'x', urgent: 1, weight: -1, tags: 1, address: 1, limits: 1, pagge_id: 'y' }
  const { message, details } = (await post(app, '/v1/workshop/letter', wrong)).json().error
  t.equal(details.issues.length, 8)
  t.match(message, /; and 3 more: see issues$/)
  t.match((await post(app, '/v1/workshop/letter', { pagge_id: 'y' })).json().error.message, '(did you mean page_id?)')
})

t.test('of very many known names only some are listed', async t => {
  const names = Array.from({ length: 60 }, (_, index) => `field_${index}`)
  const form = fakeOperation('form', Object.fromEntries(names.map(name => [name, Type.Optional(Type.Integer({ description: name }))])))
  const { app } = await startApp(t, { definitions: [form] })
  const { issues } = (await post(app, '/v1/workshop/form', { qqqqqqqqqqqqqq: 1 })).json().error.details
  t.match(issues[0].expected, /^one of: field_0, .*field_19 and 46 more$/)
})

t.test('an invalid value is refused with the expected type, range and meaning', async t => {
  const { app } = await startApp(t, { definitions })
  const cases: [string, unknown, string][] = [
    ['copies', 'x', 'an integer from 1 to 9: Copies'],
    ['copies', 10, 'an integer from 1 to 9: Copies'],
    ['weight', -1, 'a number at least 0: Weight'],
    ['urgent', 'yes', 'true or false: Urgent'],
    ['page_id', '', 'a string of 1 to 20 characters: Page'],
    ['tags', ['a', 'b', 'c', 'd'], 'an array of at most 3 items: Tags'],
    ['address', 'x', 'an object { street, house_number?, door? }: To']
  ]
  for (const [name, value, expected] of cases) {
    const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', [name]: value })).json().error.details
    t.match(issues, [{ path: name, expected }], name)
  }
})

t.test('a long description is shortened in the expected value', async t => {
  const wordy = fakeOperation('wordy', { size: Type.Integer({ description: 'x'.repeat(700) }) })
  const { app } = await startApp(t, { definitions: [wordy] })
  const { issues } = (await post(app, '/v1/workshop/wordy', { size: 'big' })).json().error.details
  t.ok(issues[0].expected.length < 250)
})

t.test('an invalid format is described without its regular expression', async t => {
  const form = fakeOperation('form', { hash: Type.String({ pattern: '^[0-9a-f]{4}$', 'x-form': 'of 4 hex digits', description: 'Hash' }) })
  const { app } = await startApp(t, { definitions: [form] })
  const answer = await post(app, '/v1/workshop/form', { hash: 'zz' })
  t.strictSame(answer.json().error.details.issues, [
    { path: 'hash', message: 'has an invalid format', expected: 'a string of 4 hex digits: Hash' }
  ])
  t.notOk(answer.body.includes('[0-9a-f]'))
})

t.test('one cause is one issue, without terms of a programming language', async t => {
  const hash = Type.String({ minLength: 1, pattern: '^[0-9a-f]{4}$', description: 'Hash' })
  const form = fakeOperation('form', { hash, limit: Type.Integer({ description: 'Limit', default: 1 }) }, undefined, { http: 'GET /form' })
  const { app } = await startApp(t, { definitions: [form] })
  const issues = async (query: string) => (await app.inject(`/v1/workshop/form?${query}`)).json().error.details.issues
  t.match(await issues('hash='), [{ path: 'hash', message: 'must not be empty' }])
  t.equal((await issues('hash=')).length, 1)
  t.match(await issues('hash=aaaa&limit='), [{ path: 'limit', message: 'must not be empty' }])
  t.match(await issues('hash=aaaa&limit=1&limit=2'), [{ path: 'limit', message: 'must be a single value (got several)' }])
  t.match(await issues('hash=aaaa&hash=bbbb'), [{ path: 'hash', message: 'must be a single value (got several)' }])
  t.match((await byName(app, 'workshop_form', { hash: 1 })).json().error.details.issues, [
    { path: 'hash', message: 'must be a string (got 1)' }
  ])
})

t.test('a misspelled enum value gets a suggestion', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', colour: 'blu' })).json().error.details
  t.match(issues, [{ path: 'colour', expected: 'did you mean blue? one of: red, blue' }])
})

t.test('camelCase and declared aliases are accepted by name', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal((await byName(app, 'workshop_letter', { pageId: 'x' })).json().data.seen.page_id, 'x')
  t.equal((await byName(app, 'workshop_letter', { id: 'x' })).json().data.seen.page_id, 'x')
  const nested = await byName(app, 'workshop_letter', {
    page_id: 'x',
    copiesTo: [{ street: 'y', houseNumber: 3 }],
    address: { street: 'z', houseNumber: 4 }
  })
  t.match(nested.json().data.seen, { copies_to: [{ house_number: 3 }], address: { house_number: 4 } })
})

t.test('camelCase and declared aliases are refused on the route, with the right name', async t => {
  const { app } = await startApp(t, { definitions })
  for (const payload of [{ pageId: 'x' }, { sheet: 'x' }, { page_id: 'x', copiesTo: [] }]) {
    const answer = await post(app, '/v1/workshop/letter', payload)
    t.equal(answer.statusCode, 400)
    t.match(answer.json().error.details.issues.at(-1).expected, /did you mean (page_id|copies_to)\?/)
  }
  t.equal((await post(app, '/v1/workshop/letter', { id: 'x' })).statusCode, 400)
})

t.test('two spellings with different values are refused, and with equal ones accepted', async t => {
  const { app } = await startApp(t, { definitions })
  const clash = await byName(app, 'workshop_letter', { page_id: 'x', pageId: 'y' })
  t.equal(clash.statusCode, 400)
  t.match(clash.json().error.details.issues, [{ path: 'page_id', message: /given in two spellings/ }])
  t.match((await byName(app, 'workshop_letter', { pageId: 'x', id: 'y' })).json().error.details.issues, [{ path: 'page_id' }])
  t.equal((await byName(app, 'workshop_letter', { page_id: 'x', pageId: 'x', id: 'x' })).json().data.seen.page_id, 'x')
  const nested = await byName(app, 'workshop_letter', { page_id: 'x', address: { street: 's', house_number: 1, houseNumber: 2 } })
  t.match(nested.json().error.details.issues, [{ path: 'address.house_number' }])
})

t.test('null for an optional property means absent, at every depth', async t => {
  const { app } = await startApp(t, { definitions })
  const payload = {
    page_id: 'x',
    copies: null,
    urgent: null,
    colour: null,
    weight: null,
    tags: null,
    limits: null,
    address: { street: 's', house_number: null, door: null }
  }
  const { seen } = (await post(app, '/v1/workshop/letter', payload)).json().data
  t.strictSame(seen, { page_id: 'x', copies: 1, urgent: false, limits: { deep: 2 }, address: { street: 's', house_number: 1 } })
})

t.test('null for a required property is a wrong type', async t => {
  const { app } = await startApp(t, { definitions })
  const { details } = (await post(app, '/v1/workshop/letter', { page_id: null })).json().error
  t.match(details, { reason: 'invalid_field_value', issues: [{ path: 'page_id', message: /string/ }] })
})

t.test('null for one spelling does not hide the value of the other', async t => {
  const { app } = await startApp(t, { definitions })
  t.equal(
    (await byName(app, 'workshop_letter', { page_id: 'x', copies: 3, Copies: null })).statusCode,
    400,
    'Copies is not a spelling of copies'
  )
  t.equal((await byName(app, 'workshop_letter', { page_id: 'x', copiesTo: null, copies_to: [] })).json().data.seen.copies_to.length, 0)
})

t.test('nothing is converted: each wrong type is an issue', async t => {
  const { app } = await startApp(t, { definitions })
  const wrong: [string, unknown][] = [
    ['copies', '3'],
    ['copies', 1.5],
    ['copies', true],
    ['urgent', 'true'],
    ['urgent', 0],
    ['weight', '1'],
    ['colour', 'green'],
    ['colour', 7],
    ['tags', 'a'],
    ['tags', { 0: 'a' }],
    ['address', 'x'],
    ['address', []],
    ['copies_to', {}]
  ]
  for (const [name, value] of wrong) {
    const answer = await post(app, '/v1/workshop/letter', { page_id: 'x', [name]: value })
    t.equal(answer.statusCode, 400, `${name}: ${JSON.stringify(value)}`)
    t.match(answer.json().error.details, { reason: 'invalid_field_value', issues: [{ path: name }] })
  }
})

t.test('a value outside an enumeration is refused with the valid ones', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', colour: 'green' })).json().error.details
  t.strictSame(issues, [{ path: 'colour', message: 'is not an allowed value', expected: 'one of: red, blue' }])
})

t.test('ranges and lengths are checked', async t => {
  const { app } = await startApp(t, { definitions })
  for (const [name, value] of [
    ['copies', 0],
    ['copies', 10],
    ['weight', -1],
    ['page_id', ''],
    ['page_id', 'x'.repeat(21)],
    ['tags', ['a', 'b', 'c', 'd']]
  ]) {
    const answer = await post(app, '/v1/workshop/letter', { page_id: 'x', [String(name)]: value })
    t.equal(answer.statusCode, 400, `${name}: ${JSON.stringify(value)}`)
    t.match(answer.json().error.details.issues, [{ path: name }])
  }
})

t.test('every problem is listed at once, each once, with its path', async t => {
  const { app } = await startApp(t, { definitions })
  const payload = { copies: 'x', urgent: 1, nonsense: true, copies_to: [{ street: 'ok' }, { street: 5, dor: 'x' }] }
  const { details } = (await post(app, '/v1/workshop/letter', payload)).json().error
  t.equal(details.reason, 'invalid_field_value')
  t.strictSame(details.issues.map(({ path }: { path: string }) => path).sort(), [
    'copies',
    'copies_to[1].dor',
    'copies_to[1].street',
    'nonsense',
    'page_id',
    'urgent'
  ])
  t.equal(details.issues.find(({ path }: { path: string }) => path === 'copies_to[1].dor').expected, 'did you mean door?')
})

t.test('twenty problems are twenty issues', async t => {
  const names = Array.from({ length: 20 }, (_, index) => `field_${String.fromCharCode(97 + index)}`)
  const form = fakeOperation('form', Object.fromEntries(names.map(name => [name, Type.Integer({ description: name })])))
  const { app } = await startApp(t, { definitions: [form] })
  const { issues } = (await post(app, '/v1/workshop/form', Object.fromEntries(names.map(name => [name, 'x'])))).json().error.details
  t.strictSame(
    issues.map(({ path }: { path: string }) => path),
    names
  )
})

t.test('a missing required property has its own reason', async t => {
  const { app } = await startApp(t, { definitions })
  const { details } = (await post(app, '/v1/workshop/letter', {})).json().error
  t.match(details, { reason: 'missing_required_field', issues: [{ path: 'page_id', message: 'is required' }] })
})

t.test('a missing property of a nested object is named with its path', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/letter', { page_id: 'x', address: {} })).json().error.details
  t.match(issues, [{ path: 'address.street', message: 'is required' }])
})

t.test('exactly one of several choices must be given, completely', async t => {
  const { app } = await startApp(t, { definitions })
  const text = 'Set exactly one of: to, street + town.'
  for (const [payload, path, message, reason] of [
    [{}, 'to', 'is required unless street + town is set', 'missing_required_field'],
    [{ street: 's' }, 'town', 'is required with street', 'missing_required_field'],
    [{ to: 'x', street: 's' }, 'street', 'cannot be combined with to', 'invalid_field_value']
  ]) {
    const { details } = (await post(app, '/v1/workshop/parcel', payload)).json().error
    t.strictSame([details.reason, details.issues], [reason, [{ path, message, expected: text }]])
  }
  t.equal((await post(app, '/v1/workshop/parcel', { street: 's', town: 't' })).statusCode, 200)
  t.equal((await post(app, '/v1/workshop/parcel', { to: 'x', street: null })).statusCode, 200, 'null is also absent here')
})

t.test('at most one of several choices may be given', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/parcel', { to: 'x', a: '1', b: '2' })).json().error.details
  t.strictSame(issues, [{ path: 'b', message: 'cannot be combined with a', expected: 'Set at most one of: a, b.' }])
})

t.test('a rule over several properties is listed with the other problems', async t => {
  const { app } = await startApp(t, { definitions })
  const { issues } = (await post(app, '/v1/workshop/parcel', { a: 1, b: '2' })).json().error.details
  t.equal(issues.length, 3)
})

t.test('property names of JavaScript objects are unknown properties', async t => {
  const { app } = await startApp(t, { definitions })
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    for (const at of ['', '"address":{"street":"s",']) {
      const text = `{"page_id":"x",${at}"${key}":{"polluted":true}}${at && '}'}`
      for (const url of ['/v1/workshop/letter', '/v1/operations/workshop_letter']) {
        const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: text })
        t.equal(answer.statusCode, 400, `${url} ${text}`)
        t.match(answer.json().error.details.issues, [{ path: at ? `address.${key}` : key, message: /not a property/ }])
      }
    }
  }
  t.equal(Reflect.get({}, 'polluted'), undefined)
})

t.test('an input that is not an object is refused', async t => {
  const { app } = await startApp(t, { definitions })
  for (const payload of [[], [{ page_id: 'x' }], 'x', 5, null, true]) {
    for (const url of ['/v1/workshop/letter', '/v1/operations/workshop_letter']) {
      const answer = await post(app, url, payload)
      t.equal(answer.statusCode, 400, `${url} ${JSON.stringify(payload)}`)
    }
  }
})

t.test('a property name of 200,000 characters is not returned in full', async t => {
  const { app } = await startApp(t, { definitions })
  const answer = await post(app, '/v1/workshop/letter', { page_id: 'x', ['k'.repeat(200_000)]: 1 })
  t.equal(answer.statusCode, 400)
  t.ok(answer.body.length < 5000, `${answer.body.length} characters`)
})

t.test('a body of ten thousand unknown properties is refused quickly, with some of them', async t => {
  const { app } = await startApp(t, { definitions })
  const payload = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`page_${index}`, 1]))
  await post(app, '/v1/workshop/letter', {})
  const started = performance.now()
  const answer = await post(app, '/v1/workshop/letter', payload)
  const took = performance.now() - started
  t.equal(answer.statusCode, 400)
  t.ok(answer.json().error.details.issues.length <= 50)
  t.ok(took < 30_000, `took ${Math.round(took)} ms`)
})

t.test('a text that is too long is not matched with its pattern, which could take minutes', async t => {
  const quadratic = { maxLength: 20, pattern: '^[^,]*\\S[^,]*$', description: 'Tag' }
  const label = fakeOperation('label', {
    tag: Type.Optional(Type.String(quadratic)),
    tags: Type.Optional(Type.Array(Type.String(quadratic), { description: 'Tags' })),
    either: Type.Optional(Type.Union([Type.String(quadratic), Type.Null()], { description: 'Tag' })),
    within: Type.Optional(Type.Object({ tag: Type.String(quadratic) }, { description: 'Tag' }))
  })
  const { app } = await startApp(t, { definitions: [label] })
  const long = `${'a'.repeat(200_000)},`
  for (const [payload, path] of [
    [{ tag: long }, 'tag'],
    [{ tags: ['b', long] }, 'tags[1]'],
    [{ either: long }, 'either'],
    [{ within: { tag: long } }, 'within.tag']
  ] as const) {
    const { user } = process.threadCpuUsage()
    const answer = await post(app, '/v1/workshop/label', payload)
    t.ok(process.threadCpuUsage().user - user < 5_000_000, `${path} takes no seconds`)
    t.match(answer.json().error.details.issues, [{ path, message: /at most 20 characters \(got 200001\)|invalid format/ }])
  }
  const fitting = await post(app, '/v1/workshop/label', { tag: '\u{1f600}'.repeat(20) })
  t.equal(fitting.statusCode, 200, 'the limit counts code points')
})

t.test('a time that JavaScript cannot parse is invalid, although RFC 3339 or RFC 9557 allows it', async t => {
  const stamp = fakeOperation('stamp', { sent: Type.String({ format: 'date-time', description: 'Time' }) })
  const { app } = await startApp(t, { definitions: [stamp] })
  for (const sent of ['2026-12-31T23:59:60Z', '2026-01-01T00:00:00Z[Europe/Paris]', '2026-02-30T00:00:00Z']) {
    const { statusCode, body } = await post(app, '/v1/workshop/stamp', { sent })
    t.equal(statusCode, 400, sent)
    t.match(body, 'date-time')
  }
  for (const sent of ['2026-12-31T23:59:59Z', '2026-12-31t23:59:59.123z', '2026-12-31T23:59:59+02:00'])
    t.equal((await post(app, '/v1/workshop/stamp', { sent })).statusCode, 200, sent)
})
