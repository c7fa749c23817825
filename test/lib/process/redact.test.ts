import t from 'tap'
import { createLineRedactor, hiddenTexts, redact, redactArguments } from '../../../src/lib/process/redact/redact.ts'

/** Far more than any text needs, far less than a pattern that scans a text repeatedly. */
const HANG_MS = 60_000

t.test('no text takes a long time: a megabyte of the start of any secret, or of a name before one', { timeout: 2 * HANG_MS }, async t => {
  const beginnings = [
    ...['eyJaaaaaaaa-', 'eyJaaaaaaaa.', 'ya29.', '1//', 'GOCSPX-', 'AIza', 'ghp_', 'AKIA', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----'],
    ...['password=', 'password="', `password='"`, 'password="\\', 'password   ', 'authorization: bearer ']
  ]
  const asked = performance.now()
  for (const beginning of beginnings) {
    const text = beginning.repeat(1_000_000 / beginning.length)
    t.type(redact(text), 'string')
    t.equal(redactArguments([text]).length, 1)
    t.ok(performance.now() - asked < HANG_MS, beginning)
  }
})

t.test('a value of ten megabytes does not overflow the stack', async t => {
  const long = 'x'.repeat(10_000_000)
  for (const text of [
    `password="${long}`,
    `password="${'\\"'.repeat(5_000_000)}"`,
    `eyJxxxxxxxxx.${long}`,
    `-----BEGIN PRIVATE KEY-----${long}`
  ])
    t.doesNotThrow(() => redact(text))
})

t.test('JSON stays valid, and the rest is kept', async t => {
  const cases: [object, object][] = [
    [
      { password: 'x', name: 'vm' },
      { password: '[redacted]', name: 'vm' }
    ],
    [
      { clientSecret: 'a"b', next: 1 },
      { clientSecret: '[redacted]', next: 1 }
    ],
    [{ apiKey: 5 }, { apiKey: '[redacted]' }],
    [
      { authorization: null, idToken: '', privateKey: { kms: 1 }, password: [1] },
      { authorization: null, idToken: '', privateKey: { kms: '[redacted]' }, password: ['[redacted]'] }
    ],
    [{ private_key: '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n' }, { private_key: '[redacted]' }],
    [
      { a: 'ya29.abc', b: true },
      { a: '[redacted]', b: true }
    ]
  ]
  for (const [given, expected] of cases)
    for (const indent of [0, 2]) t.strictSame(JSON.parse(redact(JSON.stringify(given, null, indent))), expected)
})

t.test('a named value is hidden completely: quoted, unquoted, and while its quote is still open', async t => {
  const cases: [string, string][] = [
    ["password='correct horse' next", "password='[redacted]' next"],
    ['api-key: abc, b', 'api-key: [redacted]'],
    ['with api-key: abc, b', 'with api-key: [redacted], b'],
    ['client-secret=abc', 'client-secret=[redacted]'],
    ['Authorization: Bearer abc', 'Authorization: Bearer [redacted]'],
    ['password="hunter2', 'password="[redacted]'],
    ['page_token: abc', 'page_token: abc']
  ]
  for (const [given, expected] of cases) t.equal(redact(given), expected)
})

t.test('arguments: the flag name decides on the value after = or the next word, including spaces', async t => {
  const words = [
    'set',
    '--password',
    'hunter2',
    '--client-secret=abc',
    '--api-key=a b',
    '--password=correct horse',
    '--zone',
    'a',
    '--token=--x'
  ]
  const shown = redactArguments([...words, '--metadata=a=b,password=correct horse,c=d', '--password', '--quiet', 'vm', 'ya29.abcd'])
  t.strictSame(shown, [
    ...['set', '--password', '[redacted]', '--client-secret=[redacted]', '--api-key=[redacted]', '--password=[redacted]', '--zone', 'a'],
    ...['--token=[redacted]', '--metadata=a=b,password=[redacted],c=d', '--password', '--quiet', 'vm', '[redacted]']
  ])
  t.strictSame(
    redactArguments(['--kms-key=k'], flag => flag === '--kms-key'),
    ['--kms-key=k']
  )
})

t.test('a multi-line key is hidden, even while it is incomplete', async t => {
  const { push, unfinished } = createLineRedactor()
  const lines = ['-----BEGIN PRIVATE KEY-----', 'MIIE', 'more', '-----END PRIVATE KEY-----', 'after']
  t.strictSame(
    lines.map(text => [unfinished(text), ...push(text)]),
    [['[redacted]', '[redacted]'], ...Array.from({ length: 3 }, () => ['[redacted]', '[redacted]']), ['after', 'after']]
  )
})

t.test('a text over several lines is redacted in itself, whether its item is named before or after it', async t => {
  const folded = [
    `value: '{"passwords":["A1-`,
    `    x","A2"],"credentials":{"db":{"u":"A3"}},"items":[{"name":"API_TOKEN",`,
    `    "value":"A4"}]}'`
  ]
  const block = [
    'value: |',
    '    db:',
    '      password: |',
    '        A5',
    '',
    '      users:',
    '      - name: root',
    '        token:',
    '          A6',
    '      port: 5432'
  ]
  const json = ['value: |-', '    {"passwords": [', '      "A7"', '    ], "port": 5432}']
  for (const [key, lines] of [
    ['config', folded],
    ['config-yaml', block],
    ['config-json', json]
  ] as const)
    for (const named of ['before', 'after']) {
      const [first = '', ...others] = lines
      const item = named === 'before' ? [`- key: ${key}`, `  ${first}`, ...others] : [`- ${first}`, ...others, `  key: ${key}`]
      const text = ['items:', ...item, '- key: other', '  value: kept', 'name: vm'].join('\n')
      const shown = redact(text)
      t.notMatch(shown, /A\d/, `${key}, named ${named}: ${shown}`)
      t.match(shown, /key: other\n {2}value: kept\nname: vm$/)
      if (lines !== folded) t.match(shown, '5432')
      const secret = redact(text.replace(`key: ${key}`, 'key: db-password'))
      t.notMatch(secret, /A\d|5432/, `a secret, named ${named}: ${secret}`)
    }
})

t.test('a long text of an item without a secret is shown as it arrives', async t => {
  const { push, end } = createLineRedactor()
  const script = Array.from({ length: 2_000 }, (_, line) => `    echo ${line}`)
  const shown = [...['- key: startup-script', '  value: |-', ...script].flatMap(push), ...end()]
  t.strictSame(shown.slice(2), script)
})

t.test('a value in three quotes is hidden completely', async t => {
  t.equal(redact(`token = '''A8'''`), `token = '[redacted]'`)
  t.equal(redact('password = """A9 "x" y""" # note'), 'password = "[redacted]" # note')
})

t.test('the hidden texts of arguments are known, with their parts', async t => {
  const texts = (...words: string[]): string[] => hiddenTexts(words, redactArguments(words))
  t.strictSame(texts('--decryption-keys=CANARYT5'), ['CANARYT5'])
  t.strictSame(texts('--password', 'open sesame', 'x'), ['open sesame', 'sesame'])
  t.ok(texts('--set-env-vars=DB_PASSWORD=aaa,CANARYU6').includes('CANARYU6'))
  t.ok(texts('--metadata=password=aaa,CANARYU8,zone=b').includes('CANARYU8'))
  t.strictSame(texts('--set-env-vars=A=1,DB_PASSWORD=first-one,TOKEN=second-one,B=2').slice(0, 2), ['second-one', 'first-one'])
  t.strictSame(texts('--zone=us-central1-a', 'projects', 'list'), [])
})

t.test('a text that is too long to be held shows no secret of an item that is named after it', async t => {
  for (const lines of [
    ['- data: |', ...Array.from({ length: 1_200 }, (_, at) => `    SECRET-${at}`), '  name: DB_PASSWORD'],
    [`- data: "SECRET-`, ...Array.from({ length: 1_200 }, (_, at) => `    SECRET-${at}`), '    SECRET"', '  name: DB_PASSWORD']
  ])
    t.notMatch(redact(lines.join('\n')), 'SECRET')
})

t.test('what YAML escapes in a value is kept', async t => {
  const text = ['- key: color', String.raw`  value: "a\e[0m \U0001F600 \x41 \\x {\"port\": 1}"`].join('\n')
  t.equal(redact(text), text)
  t.notMatch(redact(['- key: color', String.raw`  value: "\e[0m {\"password\": \"s3cret\"}"`].join('\n')), 's3cret')
})
