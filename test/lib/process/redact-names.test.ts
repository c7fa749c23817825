import t from 'tap'
import { createLineRedactor, redact, redactArguments } from '../../../src/lib/process/redact/redact.ts'

const lines = (text: string): string => {
  const { push, end } = createLineRedactor()
  return [...text.split('\n').flatMap(push), ...end()].join('\n')
}

/** A secret in every form in which gcloud prints or accepts it: `s3cr et` and its parts. */
const SECRET = 'hunter2-Zq9'

t.test('a variable with a secret name is hidden in every form that gcloud prints', async t => {
  const env = [
    { name: 'DB_PASSWORD', value: SECRET },
    { name: 'PLAIN', value: 'kept' }
  ]
  const forms: Record<string, string> = {
    'json, indented': JSON.stringify({ spec: { containers: [{ env }] } }, null, 2),
    'json, one line': JSON.stringify({ env }),
    'json, something between name and value': JSON.stringify(
      [{ name: 'DB_PASSWORD', source: { kind: 'a', tags: ['b'] }, value: SECRET }],
      null,
      2
    ),
    'key and value': JSON.stringify({ items: [{ key: 'api-token', value: SECRET }] }, null, 2),
    yaml: `env:\n- name: DB_PASSWORD\n  value: ${SECRET} two words\n- name: PLAIN\n  value: kept`,
    'yaml, block': `env:\n- name: DB_PASSWORD\n  value: |-\n    ${SECRET}\n    ${SECRET}\n- name: PLAIN\n  value: kept`,
    'yaml, a map': `environmentVariables:\n  DB_PASS: ${SECRET}\n  API_TOKEN: '${SECRET}'`,
    'json, a map': JSON.stringify({ environmentVariables: { DB_PASS: SECRET, GITHUB_TOKEN: SECRET, SECRET_KEY_BASE: SECRET } }, null, 2),
    flattened: `containers[0].env[0].name:  DB_PASSWORD\ncontainers[0].env[0].value: ${SECRET} two`,
    'python, as value() prints it': `{'name': 'DB_PASSWORD', 'value': '${SECRET}'};{'name': 'PLAIN', 'value': 'kept'}`,
    'value() of a map': `DB_PASS=${SECRET};PGPASSWORD=${SECRET}`,
    'two columns': `Env vars:\n  DB_PASSWORD      ${SECRET}\n  PLAIN            kept`,
    'a script in metadata': JSON.stringify(
      { key: 'startup-script', value: `export DB_PASS="${SECRET}"\nexport API_KEY=${SECRET}\nrun` },
      null,
      2
    ),
    'the key of a cluster': JSON.stringify({ masterAuth: { clientCertificate: 'LS0tPublic', clientKey: SECRET } }, null, 2),
    'the key of a cluster, yaml': `masterAuth:\n  clientCertificate: LS0tPublic\n  clientKey: ${SECRET}`,
    'a key in base64': `blob: ${Buffer.from(`-----BEGIN RSA PRIVATE KEY-----\n${SECRET}${SECRET}`).toString('base64')}`,
    'a connection string': `DATABASE_URL: postgres://app:${SECRET}@10.0.0.1/db?sslmode=require`,
    'an account key': `Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=${SECRET}`,
    'a signed address': `https://storage.googleapis.com/b/o?X-Goog-Date=1&X-Goog-Signature=${SECRET}&a=b`,
    'a consumer secret': JSON.stringify({ consumerKey: 'id', consumerSecret: SECRET }),
    'a private key of a service account': JSON.stringify({ privateKeyData: SECRET, privateKeyType: 'JSON' })
  }
  for (const [name, text] of Object.entries(forms)) {
    const shown = lines(text)
    t.notMatch(shown, SECRET, name)
    t.notMatch(shown, Buffer.from(SECRET.repeat(2)).toString('base64').slice(4, 16), name)
    if (text.includes('kept')) t.match(shown, 'kept', `${name}: the rest is shown`)
    if (text.startsWith('{') && !text.startsWith("{'")) t.doesNotThrow(() => JSON.parse(shown), `${name}: still JSON`)
  }
  t.notMatch(redact(JSON.stringify({ env })), SECRET)
})

t.test('values that only name a secret, a key or a page are shown', async t => {
  for (const value of [
    { name: 'db-password', replication: { automatic: {} }, createTime: 'now' },
    { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { key: 'latest', name: 'db-password' } } },
    [
      { name: 'API_TOKEN', valueFrom: {} },
      { name: 'PLAIN', value: 'kept' }
    ],
    { kmsKeyName: 'projects/p/k', nextPageToken: 'abc', publicKey: 'ssh-rsa', passwordPolicy: { minLength: 8 } },
    { secret: 'projects/p/secrets/s', version: 'latest' },
    { key: 'ssh-keys', value: 'user:ssh-rsa AAA' },
    { tokenUri: 'https://oauth2.googleapis.com/token' }
  ])
    for (const indent of [0, 2]) t.equal(lines(JSON.stringify(value, null, indent)), JSON.stringify(value, null, indent))
})

t.test('secrets in flag values are hidden, and the rest is shown to the user who approves', async t => {
  const cases: [string[], string[]][] = [
    [[`--set-env-vars=DB_PASS=${SECRET},REGION=a`], ['--set-env-vars=DB_PASS=[redacted],REGION=a']],
    [
      ['--update-env-vars', `A=b,API_KEY=${SECRET}`],
      ['--update-env-vars', 'A=b,API_KEY=[redacted]']
    ],
    [[`--set-env-vars=^@^DB_PASS=a,${SECRET}@B=c`], ['--set-env-vars=^@^DB_PASS=[redacted]@B=c']],
    [[`--set-env-vars=DB_PASS=a,${SECRET},B=c`], ['--set-env-vars=DB_PASS=[redacted],B=c']],
    [[`--container-env=PGPASSWORD=${SECRET}`], ['--container-env=PGPASSWORD=[redacted]']],
    [[`--metadata=db-password=${SECRET},a=b`], ['--metadata=db-password=[redacted],a=b']],
    [[`--substitutions=_DEPLOY_TOKEN=${SECRET}`], ['--substitutions=_DEPLOY_TOKEN=[redacted]']],
    [[`--headers=Authorization=Bearer ${SECRET}`], ['--headers=Authorization=Bearer [redacted]']],
    [[`--uri=https://u:${SECRET}@h/p`], ['--uri=https://u:[redacted]@h/p']],
    [['--set-secrets=DB_PASS=db-pass:latest'], ['--set-secrets=DB_PASS=db-pass:latest']],
    [
      ['logging', 'read', 'labels.team-key=a'],
      ['logging', 'read', 'labels.team-key=a']
    ],
    [
      ['--password', SECRET, '--root-password', SECRET],
      ['--password', '[redacted]', '--root-password', '[redacted]']
    ],
    [
      [`--password=-${SECRET}`, `--decryption-keys=${SECRET}`],
      ['--password=[redacted]', '--decryption-keys=[redacted]']
    ],
    [
      [`--auth-string=${SECRET}`, `--connection-string=${SECRET}`],
      ['--auth-string=[redacted]', '--connection-string=[redacted]']
    ],
    [[`--data={"password":"${SECRET}"}`], ['--data={"password":"[redacted]"}']],
    [[`--env={"name":"DB_PASS","value":"${SECRET}"}`], ['--env={"name":"DB_PASS","value":"[redacted]"}']]
  ]
  for (const [words, expected] of cases)
    t.strictSame(
      redactArguments(words, flag => flag === '--set-secrets'),
      expected
    )
})

t.test('no text takes a long time: a megabyte of the start of any pair', { timeout: 120_000 }, async t => {
  const asked = performance.now()
  for (const beginning of [
    '"name":"DB_PASSWORD",',
    '{"name":"A_KEY"',
    'name: A_KEY {',
    'A_',
    'A_KEY=',
    'a://a',
    'a://a:a',
    '?key=',
    "{'value': ",
    '\\"',
    'PASS="\\'
  ])
    for (const show of [redact, (text: string) => lines(text), (text: string) => redactArguments([`--x=${text}`])[0]]) {
      t.type(show(beginning.repeat(1_000_000 / beginning.length)), 'string')
      t.ok(performance.now() - asked < 60_000, beginning)
    }
})
