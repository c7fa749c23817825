import t from 'tap'
import { createLineRedactor, redact, redactArguments } from '../../../src/lib/process/redact/redact.ts'
import { isSecretName } from '../../../src/lib/process/redact/secret-names.ts'

/** Names whose value must never be shown. */
const CANARY = 'hunter2-Zq9'
/** Names whose value is shown. */
const KEPT = 'plain-value-7'

const SECRET_NAMES =
  `token authString apiToken bearerToken joinToken connectionString credentials pwd pass psk dsn encryptionKey rawKey signingKey
  md5AuthenticationKey secret password passwd passphrase clientKey clientSecret privateKey private_key privateKeyData keyString accessToken
  access_token refreshToken idToken apiKey APIKey api-key sharedSecret authorization secretKey rootPassword hmacKey tokenValue secretData DB_PASS
  DB_PASSWORD PGPASSWORD API_KEY APIKEY SECRET_KEY_BASE GITHUB_TOKEN AWS_SECRET_ACCESS_KEY DB_PASSWORD_2 MY_CREDS`.split(/\s+/)

const HARMLESS_NAMES =
  `pageToken nextPageToken next_page_token secretName secretKeyRef tokenUri token_uri passthrough publicKey publicKeyPem keyId
  privateKeyId tokenCount totalTokens maxOutputTokens kmsKeyName kmsKey key keys secretVersion passwordPolicy author monkey compass bypass
  clientCertificate tokenType fingerprint sshKeys REGION PATH authorEmail description`.split(/\s+/)

type Form = (name: string, value: string) => string
const json = (value: unknown, indent = 2): string => JSON.stringify(value, null, indent)

/** A value with its own name, in all formats that programs print. */
const BY_NAME: Record<string, Form> = {
  'JSON on lines': (name, value) => json({ a: 1, nested: { [name]: value, z: 'kept' } }),
  'JSON on a line': (name, value) => json({ a: [{ [name]: value, z: 'kept' }] }, 0),
  'JSON in JSON': (name, value) => json({ a: json({ [name]: value }), z: 'kept' }),
  'JSON in JSON in JSON': (name, value) => json({ a: json({ b: json({ [name]: value }) }), z: 'kept' }),
  'YAML in JSON': (name, value) => json({ a: `${name}: ${value}\nz: 2`, z: 'kept' }),
  'a part of JSON': (name, value) => `  "${name}": "${value}",`,
  Python: (name, value) => `{'${name}': '${value}', 'z': 'kept'}`,
  YAML: (name, value) => `a:\n  b:\n    ${name}: ${value}\n    z: kept`,
  'YAML in a list': (name, value) => `a:\n- ${name}: ${value}\n  z: kept`,
  'YAML in quotes': (name, value) => `a:\n  ${name}: '${value}'\n  z: kept`,
  'YAML, JSON in quotes': (name, value) => `a:\n  b: '{"x":"it''s","${name}":"${value}"}'\n  z: kept`,
  'YAML, JSON in a list': (name, value) => `a:\n- '{"x":"it''s","${name}":"${value}"}'\n- kept`,
  'YAML, JSON in quotes on lines': (name, value) => `a:\n  b: '{"x": "it''s", "${name}":\n    "${value}",\n    "w": "it''s"}'\n  z: kept`,
  'YAML, JSON in double quotes on lines': (name, value) =>
    `a:\n  b: "{\\"x\\": 1, \\"${name}\\":\\\n    \\ \\"${value}\\",\\\n    \\ 1}"\n  z: kept`,
  flattened: (name, value) => `a.b[0].${name}: ${value}\na.z:   kept`,
  assigned: (name, value) => `${name} := ${value}\nz=kept`,
  'Python bytes': (name, value) => `{'${name}': b'${value}', 'z': 'kept'}`,
  variable: (name, value) => `${name}=${value}\nz=kept`,
  exported: (name, value) => `export ${name}="${value}"\nz=kept`,
  variables: (name, value) => `A=1;${name}=${value};z=kept`,
  prose: (name, value) => `Connected with ${name}=${value}, kept`,
  'prose with a colon': (name, value) => `The response has ${name}: ${value} (kept)`,
  'an option': (name, value) => `running app --${name}=${value} kept`
}

/** Values that are more than one line without spaces. */
const BELOW_NAME: Record<string, Form> = {
  'a variable of several words in a list': (name, value) => json({ env: [`${name}=two ${value}`, 'A=kept'] }),
  'an argument of several words in a list': (name, value) => json({ args: ['run', `--${name}=two ${value}`, 'kept'] }),
  'an argument after its flag': (name, value) => json({ args: ['run', `--${name}`, `two ${value}`, 'kept'] }),
  'an argument after its flag, on a line': (name, value) => json({ args: [`--${name}`, value, 'kept'] }, 0),
  'an argument after its flag, YAML': (name, value) => `args:\n- run\n- --${name}\n- two ${value}\n- kept`,
  'a variable in a list, YAML': (name, value) => `args:\n- ${name}=two ${value}\n- A=kept`,
  'a variable in a list, YAML in quotes': (name, value) => `args:\n- '--${name}=two: ${value}'\n- A=kept`,
  'a list in JSON': (name, value) => json({ [name]: [value, value], z: 'kept' }),
  'an object in JSON': (name, value) => json({ [name]: { a: { b: [1, { c: value }] } }, z: 'kept' }),
  'an object in JSON on a line': (name, value) => json({ [name]: { a: value, b: [value] }, z: 'kept' }, 0),
  'a number in JSON': (name, value) => `{"${name}": {"a": ${value === CANARY ? 90210 : 5}}, "z": "kept"}`,
  'a list in YAML': (name, value) => `a:\n  ${name}:\n  - ${value}\n  - ${value}\n  z: kept`,
  'a map in YAML': (name, value) => `a:\n  ${name}:\n    b: ${value}\n    c:\n    - d: ${value}\n  z: kept`,
  'a text in YAML': (name, value) => `a:\n- ${name}: |-\n    ${value}\n\n    b: ${value}\n  z: kept`,
  'a folded text in YAML': (name, value) => `a:\n  ${name}: two words\n    ${value}\n    ${value}: b\n  z: kept`,
  'words in YAML': (name, value) => `a:\n  ${name}: two, words; ${value}\n  z: kept`,
  'a list in Python': (name, value) => `{'${name}': ['${value}', {'b': '${value}'}], 'z': 'kept'}`
}

/** A value named by the field next to it. */
const BESIDE_NAME: Record<string, Form> = {}
for (const [named, valued] of [
  ['name', 'value'],
  ['key', 'value'],
  ['key', 'val'],
  ['variable', 'value'],
  ['name', 'stringValue'],
  ['parameterKey', 'parameterValue'],
  ['id', 'value']
] as const)
  for (const isFirst of [true, false]) {
    const pair = (name: string, value: unknown, more: object = {}): object =>
      isFirst ? { [named]: name, ...more, [valued]: value } : { [valued]: value, ...more, [named]: name }
    const [first, second] = isFirst ? [named, valued] : [valued, named]
    const both = (name: string, value: string): [string, string] => (isFirst ? [name, value] : [value, name])
    const title = `${first} and ${second}`
    const other = pair('REGION', 'kept')
    Object.assign(BESIDE_NAME, {
      [`${title}, JSON on lines`]: (name: string, value: string) => json({ env: [pair(name, value), other] }),
      [`${title}, JSON on a line`]: (name: string, value: string) => json({ env: [pair(name, value), other] }, 0),
      [`${title}, with more between`]: (name: string, value: string) => json([pair(name, value, { a: { b: ['c'] } }), other]),
      [`${title}, a list`]: (name: string, value: string) => json([pair(name, [value, { a: value }]), other]),
      [`${title}, in JSON in JSON`]: (name: string, value: string) => json({ a: json([pair(name, value), other]) }),
      [`${title}, Python`]: (name: string, value: string) => json([pair(name, value), other], 0).replaceAll('"', "'"),
      [`${title}, YAML`]: (name: string, value: string) => {
        const [one, two] = both(name, value)
        return `env:\n- ${first}: ${one}\n  ${second}: ${two}\n- ${first}: ${both('REGION', 'kept')[0]}\n  ${second}: ${both('REGION', 'kept')[1]}`
      },
      [`${title}, YAML with a text`]: (name: string, value: string) => {
        const text = `|\n    ${value}\n    b: ${value}`
        const [one, two] = isFirst ? [name, text] : [text, name]
        return `env:\n- ${first}: ${one}\n  ${second}: ${two}\nz: kept`
      },
      [`${title}, a line`]: (name: string, value: string) => {
        const [one, two] = both(name, value)
        return `set ${first}=${one} ${second}=${two}`
      }
    })
  }

const TABLES: Record<string, Form> = {
  'a column': (name, value) =>
    [
      ['NAME', name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase(), 'ZONE'],
      ['vm-1', value, 'kept'],
      ['vm-2', value, 'kept']
    ]
      .map(row => row.map(cell => cell.padEnd(24)).join('  '))
      .join('\n'),
  'a row': (name, value) => `NAME                       VALUE\nREGION                     kept\n${name.padEnd(25)}  ${value}`,
  'a box': (name, value) => {
    const row = (...cells: string[]): string => `│ ${cells.map(cell => cell.padEnd(24)).join(' │ ')} │`
    return ['┌───┐', row('NAME', 'VALUE', 'ZONE'), '├───┤', row(name, value, 'kept'), '└───┘'].join('\n')
  },
  'two columns': (name, value) => `Env vars:\n  ${name}      ${value}\n  REGION      kept`
}

function shownBy(text: string): string {
  const { push, end } = createLineRedactor()
  return [...text.split('\n').flatMap(push), ...end()].join('\n')
}

/** The output of a stream after each chunk, complete or not. */
function shownInParts(text: string): string {
  const { push, end, unfinished } = createLineRedactor()
  const shown: string[] = []
  for (const line of text.split('\n')) {
    for (let cut = 1; cut <= line.length; cut += 5) shown.push(unfinished(line.slice(0, cut)))
    shown.push(unfinished(line), ...push(line))
  }
  return [...shown, ...end()].join('\n')
}

const isValid = (text: string): boolean => {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

const CUT = CANARY.slice(0, -1)

t.test('recognizes secret names and no others', async t => {
  t.strictSame(
    SECRET_NAMES.filter(name => !isSecretName(name)),
    []
  )
  t.strictSame(HARMLESS_NAMES.filter(isSecretName), [])
  for (const name of ['labels.team-key', 'metadata.labels.api-token', 'masterAuth.clientCertificate']) t.notOk(isSecretName(name), name)
  for (const name of ['masterAuth.clientKey', 'env[0].token', 'a/b/password', '--root-password', 'keys[0].secret'])
    t.ok(isSecretName(name), name)
})

for (const [group, forms] of Object.entries({ BY_NAME, BELOW_NAME, BESIDE_NAME, TABLES }))
  t.test(`${group}: no form shows a secret, whole or in part, and each shows a harmless value`, async t => {
    for (const [form, write] of Object.entries(forms)) {
      const leaks = SECRET_NAMES.filter(name => {
        const text = write(name, CANARY)
        const shown = shownBy(text)
        if (text.includes('kept')) t.match(shown, 'kept', `${form}, ${name}: the rest is shown`)
        if (isValid(text)) t.ok(isValid(shown), `${form}, ${name}: JSON stays valid`)
        return [shown, redact(text), shownInParts(text)].some(part => part.includes(CUT) || part.includes('90210'))
      })
      t.strictSame(leaks, [], form)
      const lost = HARMLESS_NAMES.filter(name => {
        if (forms === TABLES && ['key', 'keys'].includes(name)) return false
        const text = write(name, KEPT)
        return shownBy(text) !== text || redact(text) !== text
      })
      t.strictSame(lost, [], `${form}, harmless`)
    }
  })

t.test('arguments hide the same names', async t => {
  for (const name of SECRET_NAMES) {
    for (const words of [
      [`--set-env-vars=A=b,${name}=${CANARY}`],
      [`--${name}=${CANARY}`],
      [`--${name}`, CANARY],
      [`${name}=${CANARY}`],
      [`--args=--${name},${CANARY}`],
      [`--arg=--${name}`, `--arg=${CANARY}`]
    ])
      t.notMatch(redactArguments(words).join(' '), CANARY, words.join(' '))
  }
  for (const name of HARMLESS_NAMES.filter(name => name !== 'key' && name !== 'keys'))
    t.strictSame(redactArguments([`--${name}=${KEPT}`, `--x=${name}=${KEPT}`]), [`--${name}=${KEPT}`, `--x=${name}=${KEPT}`])
})

t.test('undecided output at the end of a truncated stream is hidden, and resource names are shown', async t => {
  const { push, end } = createLineRedactor()
  const lines = ['env:', `- value: ${CANARY}`].flatMap(push)
  t.notMatch([...lines, ...end(true)].join('\n'), CANARY)
  const other = createLineRedactor()
  t.notMatch(['{', `  "value": "${CANARY}",`].flatMap(other.push).concat(other.end()).join('\n'), CANARY)
  const many = createLineRedactor()
  t.notMatch(
    ['{', `"value": "${CANARY}",`, ...Array.from({ length: 2_000 }, (_, at) => `"a${at}": 1,`)].flatMap(many.push).join('\n'),
    CANARY
  )
  for (const text of [
    'secret: projects/p/secrets/db-password',
    '{"secret":"projects/p/secrets/s","version":"latest"}',
    'image: eu.gcr.io/p/my-token:v1'
  ])
    t.equal(redact(text), text)
})

t.test('a brace that is never closed hides nothing else, and shows no secret after it', async t => {
  for (const opening of [
    'description: open { brace',
    'credentials: [see the docs',
    'script: |\n  {\n  echo',
    'don’t {',
    "it's [",
    '"open'
  ]) {
    const shown = shownBy(
      `${opening}\nregion: kept\nenv:\n- name: DB_PASSWORD\n  value: ${CANARY}\n- value: ${CANARY}\n  name: DB_PASSWORD\npassword: ${CANARY}`
    )
    t.notMatch(shown, CANARY, opening)
    t.match(shown, 'kept', opening)
  }
})

t.test('no line takes a long time, whatever it holds', { timeout: 120_000 }, async t => {
  const asked = performance.now()
  for (const part of [
    '{"a":"\\n password=x y","password":"y"},',
    '{"value":"x",',
    '"value": "x", ',
    "- '",
    "a: '",
    '[',
    '"\\\\"',
    'NAME  PASSWORD\n',
    '{"value":"x",\n',
    "x: 'a\n"
  ]) {
    t.type(redact(part.repeat(1_000_000 / part.length)), 'string')
    t.ok(performance.now() - asked < 60_000, part)
  }
})
