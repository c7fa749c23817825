// A misspelled name in the environment would silently do nothing: each is one warning that names the setting that was meant.
import t from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { knownNames } from '../../src/config/known.ts'
import { ConfigError } from '../../src/config/problems.ts'
import { Settings } from '../../src/config/settings.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { startProcess } from '../helpers/process.ts'
import { startTestRedis } from '../helpers/redis.ts'

const known = knownNames(await loadCatalog())
const settings = known.environment ?? []

const warningsOf = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(loadConfig(env, known).warnings.map(({ where, message }) => [where, message]))

/** Typing errors in the last part of a name: a letter left out, doubled, replaced, and two exchanged. */
function slips(name: string): string[] {
  const end = name.length
  return [
    `${name.slice(0, end - 2)}${name.slice(end - 1)}`,
    `${name}${name.at(-1)}`,
    `${name.slice(0, end - 1)}Q`,
    ...(end - name.lastIndexOf('_') > 5 ? [`${name.slice(0, end - 2)}${name.at(-1)}${name.at(-2)}`] : [])
  ].filter(slip => slip !== name && !settings.includes(slip))
}

t.test('each setting of each system, misspelled, is a warning that names it', async t => {
  for (const name of settings)
    for (const slip of slips(name)) {
      const message = warningsOf({ [slip]: 'x' })[slip]
      // Names that differ in a letter, such as MEMORY_SEED and MEMORY_SEEDS, may both be intended.
      t.match(message, /is not a setting and is ignored\. Did you mean [A-Z_]+\?/, slip)
      const [, meant = ''] = /Did you mean ([A-Z_]+)\?/.exec(message ?? '') ?? []
      t.ok(meant.startsWith(name.slice(0, name.indexOf('_'))), `${slip}: ${meant}`)
    }
})

t.test('the setting that was meant is named, even without words that mean little, and with _FILE', async t => {
  for (const [given, meant] of Object.entries({
    CONFLUENCE_TIMEOT: 'CONFLUENCE_TIMEOUT',
    CONFLUENCE_API_TOKEN: 'CONFLUENCE_TOKEN',
    CONFLUENCE_BASE_URL: 'CONFLUENCE_URL',
    CONFLUENCE_CAFILE: 'CONFLUENCE_CA_FILE',
    GITLAB_TOKNE: 'GITLAB_TOKEN',
    GITLAB_TOKEN_FIEL: 'GITLAB_TOKEN_FILE',
    gitlab_token: 'GITLAB_TOKEN',
    GOOGLE_REFRESHTOKEN: 'GOOGLE_REFRESH_TOKEN',
    BRAVE_KEY: 'BRAVE_API_KEY',
    LLM_URL: 'LLM_BASE_URL',
    REDIS_URI: 'REDIS_URL',
    LOG_LEVL: 'LOG_LEVEL'
  }))
    t.match(warningsOf({ [given]: 'secret-value' }), { [given]: `is not a setting and is ignored. Did you mean ${meant}?` }, given)
})

t.test('settings, and variables of other programs with the same prefix, cause no warning', async t => {
  for (const name of [...settings, ...settings.map(name => `${name}_FILE`)]) t.notOk(name in warningsOf({ [name]: '' }), name)
  const others = [
    ...['CI', 'FEATURES', 'HOST', 'USER', 'USER_ID', 'USER_EMAIL', 'USER_LOGIN', 'USER_NAME', 'ENV_FILE'].map(name => `GITLAB_${name}`),
    ...['APPLICATION_CREDENTIALS', 'CLOUD_PROJECT', 'PROJECT', 'API_KEY', 'CLIENT_EMAIL', 'CHROME_BIN'].map(name => `GOOGLE_${name}`),
    ...['GCLOUD_PROJECT', 'WEB_CONCURRENCY', 'WEB_PORT', 'REDIS_HOST', 'REDIS_PASSWORD', 'REDIS_PORT', 'LOG_DIR', 'MEMORY_LIMIT'],
    ...['GITLAB_SERVICE_HOST', 'GITLAB_SERVICE_PORT', 'GITLAB_PORT', 'GITLAB_PORT_80_TCP', 'GITLAB_PORT_80_TCP_ADDR'],
    ...['CONFLUENCE_PORT', 'CONFLUENCE_SERVICE_PORT_HTTP', 'REDIS_SERVICE_HOST', 'PATH', 'HOME', 'HTTP_PROXY', 'NODE_ENV', '_', 'A_']
  ]
  t.strictSame(warningsOf(Object.fromEntries(others.map(name => [name, 'tcp://10.0.0.1:80']))), {})
})

t.test('a name with the prefix of the gateway is refused, with the setting that was meant, even if that has no prefix', async t => {
  for (const [given, meant] of Object.entries({
    TOOLGATE_PORTT: 'PORT',
    TOOLGATE_PORT: 'PORT',
    TOOLGATE_HOST: 'HOST',
    TOOLGATE_REDIS_URL: 'REDIS_URL',
    TOOLGATE_LOG_LEVEL: 'LOG_LEVEL',
    TOOLGATE_ALOW_PRIVATE: 'TOOLGATE_ALLOW_PRIVATE',
    TOOLGATE_KYES: 'TOOLGATE_KEYS',
    TOOLGATE_KEYS_FIL: 'TOOLGATE_KEYS_FILE'
  }))
    try {
      loadConfig({ [given]: '8081' }, known)
      t.fail(given)
    } catch (error) {
      t.match(
        error instanceof ConfigError && error.problems,
        [{ where: given, message: new RegExp(`Did you mean ${meant}\\?`), allowed: new RegExp(`^${meant} \\(one of: `) }],
        given
      )
    }
  t.throws(() => loadConfig({ TOOLGATE_ZEBRA: '1' }, known), /Allowed: TOOLGATE_ALLOW_PRIVATE, /, 'without a suggestion if none is near')
  for (const name of Object.keys(Settings.properties)) t.notOk(name in warningsOf({ [name]: '' }), name)
})

t.test('a started gateway logs each once, without the value', async t => {
  const redis = await startTestRedis(t)
  const gateway = await startProcess(t, {
    TOOLGATE_DATA: await temporaryFolder(t),
    REDIS_URL: redis.url,
    CONFLUENCE_TIMEOT: 'five-seconds',
    GITLAB_CI: 'true'
  })
  const lines = gateway
    .output()
    .split('\n')
    .filter(line => line.includes('CONFLUENCE_TIMEOT') || line.includes('GITLAB_CI'))
  t.equal(lines.length, 1)
  t.match(JSON.parse(lines[0] ?? ''), { level: 40, where: 'CONFLUENCE_TIMEOT', msg: /Did you mean CONFLUENCE_TIMEOUT\?/ })
  t.notMatch(gateway.output(), 'five-seconds')
})
