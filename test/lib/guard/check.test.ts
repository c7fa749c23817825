import { mock } from 'node:test'
import { test } from 'tap'
import { createGuard } from '../../../src/lib/guard/guard.ts'
import type { Resolve } from '../../../src/lib/guard/lookup.ts'
import { refusal } from '../../helpers/bulk.ts'
import { HOSTILE } from '../../helpers/hostile-urls.ts'

const PUBLIC = { address: '93.184.215.14', family: 4 }
const rules = { field: 'link' }

/** Names resolve as the test defines; all others to a public address. */
const names =
  (known: Record<string, string[]>): Resolve =>
  async host =>
    known[host]?.map(address => ({ address, family: address.includes(':') ? 6 : 4 })) ?? [PUBLIC]

const guard = createGuard({ allow: [], resolve: names({}) })

test('URLs of internal addresses are refused, with the address', async t => {
  const all = Object.entries(HOSTILE).flatMap(([why, urls]) => urls.map(url => ({ url, why })))
  t.ok(all.length > 60)
  for (const { url, why } of all)
    await t.rejects(guard.check(url, rules), refusal('address_refused', { status: 403, message: new RegExp(`^link leads to ${why}`) }), url)
})

test('an invalid web URL is refused with the reason', async t => {
  const wrong: [string, RegExp][] = [
    ['', /not a URL/],
    ['example.com', /not a URL/],
    ['//example.com/', /not a URL/],
    ['http://', /not a URL/],
    ['http://256.1.1.1/', /not a URL/],
    ['http://[::1%25lo]/', /not a URL/],
    ['http://example.com:99999/', /not a URL/],
    [`https://example.com/${'a'.repeat(2048)}`, /not a URL of at most 2048/],
    ['ftp://example.com/', /ftp:/],
    ['file:///etc/passwd', /file:/],
    ['data:text/plain,hello', /data:/],
    ['javascript:alert(1)', /javascript:/],
    ['gopher://127.0.0.1:6379/_FLUSHALL', /gopher:/],
    ['ws://example.com/', /ws:/],
    ['http://user@example.com/', /user name/],
    ['http://:password@example.com/', /user name/],
    ['http://example.com@127.0.0.1/', /user name/]
  ]
  for (const [url, message] of wrong)
    await t.rejects(
      guard.check(url, rules),
      refusal('invalid_field_value', { status: 400, message, details: { issues: [{ path: 'link' }] } }),
      url
    )
})

test('public hosts are allowed', async t => {
  const urls = [
    'https://example.com/a?b=c#d',
    'http://example.com:8080/',
    'https://example.com.:8443/',
    'http://8.8.8.8/',
    'http://[2606:4700:4700::1111]/',
    'http://[64:ff9b::808:808]/',
    'http://[2001:470:1:2::5efe:808:808]/',
    'http://[2001:470:1:2:100:5efe:a00:1]/',
    'http://xn--bcher-kva.example/',
    'http://localhost.example.com/',
    'http://172.32.0.1/'
  ]
  for (const url of urls) await t.resolves(guard.check(url, rules), url)
})

test('a name is refused if any of its addresses is internal, without naming it', async t => {
  const { check } = createGuard({
    allow: [],
    resolve: names({
      'one.test.org': ['10.1.2.3'],
      'two.test.org': [PUBLIC.address, '127.0.0.1'],
      'six.test.org': ['::ffff:169.254.169.254']
    })
  })
  for (const host of ['one.test.org', 'two.test.org', 'six.test.org']) {
    const error: Error = await check(`https://${host}/`, rules).then(
      () => new Error('it passed'),
      thrown => thrown
    )
    t.match(error, refusal('address_refused'), host)
    t.notMatch(error.message, /10\.1|127\.0|169\.254/)
  }
})

test('an unknown name and an internal one are refused with the same message', async t => {
  const isThere = createGuard({ allow: [], resolve: async () => [{ address: '10.0.0.5', family: 4 }] })
  const isNot = createGuard({
    allow: [],
    resolve: async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    }
  })
  const said = async (work: Promise<unknown>): Promise<unknown> => {
    const { message, reason, status, details } = await work.then(
      () => t.fail('it passed'),
      error => error
    )
    return { message, reason, status, details }
  }
  const url = 'https://payroll.example.com/'
  const known = await said(isThere.check(url, rules))
  t.match(known, { reason: 'address_refused', status: 403, message: /no public address/ })
  t.same(await said(isNot.check(url, rules)), known)
  const bounds = { url, rules, timeout_ms: 5_000, max_bytes: 100 }
  t.same(await said(isNot.request(bounds)), await said(isThere.request(bounds)))
})

test('a name without an address is refused at once, one whose resolver fails is not', async t => {
  const failing = (code: string) =>
    createGuard({
      allow: [],
      resolve: async () => {
        throw Object.assign(new Error(code), { code })
      }
    })
  await t.rejects(
    failing('ENOTFOUND').check('https://gone.example.com/', rules),
    refusal('address_refused', { message: /no public address/ })
  )
  await t.resolves(failing('EAI_AGAIN').check('https://slow.example.com/', rules))
})

test('a final check refuses a name whose resolver fails or does not respond', async t => {
  const final = { ...rules, must_resolve: true }
  const url = 'https://slow.example.com/'
  const failing = createGuard({ allow: [], resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })) })
  await t.rejects(failing.check(url, final), refusal('connection_failed', { message: /slow\.example\.com/ }))
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const silent = createGuard({ allow: [], resolve: () => new Promise(() => undefined) })
  const [late, early] = [silent.check(url, final), silent.check(url, rules)]
  mock.timers.tick(10_000)
  await t.rejects(late, refusal('connection_failed'))
  await t.resolves(early)
  await t.resolves(createGuard({ allow: [], resolve: names({}) }).check(url, final))
})

test('TOOLGATE_ALLOW_PRIVATE allows exactly the listed host and port', async t => {
  const { check } = createGuard({
    allow: ['127.0.0.1:9000', '[::1]:9000', 'wiki.internal:443'],
    resolve: names({ 'wiki.internal': ['10.0.0.5'] })
  })
  for (const url of [
    'http://127.0.0.1:9000/',
    'https://127.0.0.1:9000/',
    'http://[::1]:9000/',
    'https://wiki.internal/',
    'http://2130706433:9000/'
  ])
    await t.resolves(check(url, rules), url)
  const others = [
    'http://127.0.0.1:9001/',
    'http://127.0.0.2:9000/',
    'http://localhost:9000/',
    'https://wiki.internal:8443/',
    'http://a.wiki.internal/'
  ]
  for (const url of others) await t.rejects(check(url, rules), refusal('address_refused'), url)
})

test('if https is required, plain http is refused except for listed hosts', async t => {
  const { check } = createGuard({ allow: ['127.0.0.1:9000'], resolve: names({}) })
  const https = { field: 'link', https: true }
  await t.rejects(check('http://example.com/', https), refusal('invalid_field_value', { message: /only https:/ }))
  await t.resolves(check('https://example.com/', https))
  await t.resolves(check('http://127.0.0.1:9000/', https))
})
