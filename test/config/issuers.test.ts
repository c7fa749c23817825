import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { type Config, loadConfig } from '../../src/config/config.ts'
import { stillNamed } from '../../src/config/narrow-keys.ts'
import { ConfigError, type Problem } from '../../src/config/problems.ts'

const known = { systems: ['gitlab', 'web', 'confluence'], scopes: ['*', 'gitlab:read', 'users:act_as', 'keys:admin', 'keys_create'] }
const ISSUER = { issuer: 'https://login.example.com', audience: ['https://gate.example/mcp'], scopes: [{ grants: ['gitlab:read'] }] }

function load(t: Test, issuers: readonly object[], env: Record<string, string> = {}): Config | readonly Problem[] {
  const file = path.join(t.testdir({ 'toolgate.json': JSON.stringify({ issuers }) }), 'toolgate.json')
  try {
    return loadConfig({ ...env, TOOLGATE_CONFIG: file }, known)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

t.test('the example of docs/sign-in.md is valid', async t => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/sign-in.md'), 'utf8')
  const [, example = ''] = /<!-- issuers -->\n```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const file = path.join(t.testdir({ 'toolgate.yaml': example }), 'toolgate.yaml')
  const { issuers, warnings } = loadConfig({ TOOLGATE_CONFIG: file }, { systems: known.systems })
  t.match(issuers, [
    { issuer: 'https://login.example.com/realms/acme', constraints: { instances: ['gitlab:work', 'confluence:default', 'web:default'] } }
  ])
  t.strictSame(warnings, [])
})

t.test('a gateway with an issuer needs no key to be reached from other machines', async t => {
  t.match(load(t, [ISSUER], { HOST: '0.0.0.0' }), { issuers: [ISSUER], host: '0.0.0.0' })
  t.match(load(t, [], { HOST: '0.0.0.0' }), [{ where: 'HOST' }])
})

t.test('each wrong entry is reported at its position', async t => {
  const cases: [change: object, problem: { where?: RegExp; message: RegExp }][] = [
    [{ issuer: 'http://login.example.com' }, { where: /\/issuers\/0\/issuer/, message: /not a URL that this gateway loads keys from/ }],
    [{ issuer: 'https://a|b' }, { where: /\/issuers\/0\/issuer/, message: /./ }],
    [{ issuer: 'https://login.example.com/{x}' }, { message: /./ }],
    [{ issuer: 'https://user:secret@login.example.com' }, { message: /not a URL that/ }],
    [{ jwks_uri: 'http://10.0.0.1/keys' }, { where: /jwks_uri/, message: /not a URL that/ }],
    [{ audience: [] }, { where: /audience/, message: /./ }],
    [{ algorithms: ['HS256'] }, { where: /algorithms/, message: /./ }],
    [{ algorithms: ['none'] }, { where: /algorithms/, message: /./ }],
    [{ scopes: [] }, { where: /scopes/, message: /./ }],
    [{ scopes: [{ grants: ['gitlab:reed'] }] }, { where: /\/issuers\/0\/scopes/, message: /gitlab:reed does not exist/ }],
    [{ scopes: [{ grants: ['users:act_as'] }] }, { where: /scopes/, message: /only keys use/ }],
    ...['*', 'keys:admin', 'keys_create'].map((scope): (typeof cases)[number] => [
      { scopes: [{ grants: ['gitlab:read', scope] }], constraints: { instances: ['gitlab:work'] } },
      { where: /\/issuers\/0\/scopes/, message: /is not limited to instances/ }
    ]),
    [{ constraints: { instances: ['gitlb:work'] } }, { where: /\/issuers\/0\/constraints/, message: /gitlb/ }],
    [{ clock_skew_seconds: 3_600 }, { where: /clock_skew_seconds/, message: /./ }],
    [{ max_hours: 0 }, { where: /max_hours/, message: /./ }],
    [{ secret: 'x' }, { where: /secret/, message: /not a known key/ }]
  ]
  for (const [change, problem] of cases) t.match(load(t, [{ ...ISSUER, ...change }]), [problem], JSON.stringify(change))
  t.match(load(t, [ISSUER, ISSUER]), [{ where: /\/issuers\/1/, message: /is listed twice/ }])
  t.match(load(t, [{ ...ISSUER, issuer: 'http://127.0.0.1:4000', jwks_uri: 'http://localhost:4000/keys' }]), { issuers: [{}] })
})

t.test('a broken file removes the issuers that it no longer names', async t => {
  const issuers = ['https://a.example', 'https://a.example/b', 'https://c.example'].map(issuer => ({ ...ISSUER, issuer }))
  const dir = t.testdir({
    broken: 'issuers: [{ issuer: https://a.example/b }\n# issuer: https://c.example\n- "',
    elsewhere:
      'systems: { gitlab: { instances: { work: { url: https://a.example } } } }\nissuers: [{ issuer: https://c.example }]\npolicy: 1',
    none: 'systems: { gitlab: { instances: { work: { url: https://a.example } } } }\npolicy: 1',
    unlisted: 'issuers: https://a.example'
  })
  const names = (file: string): string[] => stillNamed(issuers, { TOOLGATE_CONFIG: path.join(dir, file) }).map(({ issuer }) => issuer)
  t.strictSame(names('broken'), ['https://a.example/b'])
  t.strictSame(names('elsewhere'), ['https://c.example'], 'as the URL of an instance it is not the name of an issuer')
  t.strictSame(names('none'), [])
  t.strictSame(names('unlisted'), ['https://a.example'], 'what is not a list is read as text')
  t.strictSame(names('missing'), [], 'without the file, none is left')
  t.strictSame(names('.').length, 3, 'a file that cannot be read removes none')
})
