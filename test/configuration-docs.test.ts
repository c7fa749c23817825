import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { SCOPE_KINDS } from '../src/access/scopes.ts'
import { CircuitBreakerConfig } from '../src/config/circuit-breaker.ts'
import { loadConfig } from '../src/config/config.ts'
import { JobsConfig } from '../src/config/jobs.ts'
import { knownNames } from '../src/config/known.ts'
import { CLIENT_SETTINGS, Settings } from '../src/config/settings.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'

const root = path.join(import.meta.dirname, '..')
const page = readFileSync(path.join(root, 'docs/configuration.md'), 'utf8')
const known = knownNames(await loadCatalog(path.join(root, 'src/tools')))

t.test(
  'docs/configuration.md lists every setting of the gateway, of every system, of jobs and of circuit breakers, with its meaning',
  async t => {
    const names = [
      ...Object.keys({ ...Settings.properties, ...CLIENT_SETTINGS }),
      ...(known.environment ?? []),
      ...Object.keys({ ...JobsConfig.properties, ...CircuitBreakerConfig.properties })
    ]
    t.ok(names.length > 80)
    for (const name of names) t.match(page, new RegExp(`^\\| \`${name}\`.* \\| [^|]{10,}`, 'm'), name)
  }
)

t.test('docs/configuration.md documents every kind of scope, and lists every group', async t => {
  const scopes = known.scopes ?? []
  const kinds = SCOPE_KINDS.map(({ scope }) => scope)
  for (const kind of kinds) t.ok(page.includes(`| \`${kind}\` |`), kind)
  const patterns = kinds.map(
    kind =>
      new RegExp(
        `^${kind.replace('*', '\\*').replace('<system>', '(?:\\*|[a-z]+)').replace('<group>', '[a-z_]+').replace('<operation>', '[a-z0-9_]+')}$`
      )
  )
  t.strictSame(
    scopes.filter(scope => !patterns.some(pattern => pattern.test(scope))),
    []
  )
  const rights = /:(\*|read|write|destructive|approve|secrets|auto_confirm)$/
  for (const group of scopes.filter(scope => scope.includes(':') && !rights.test(scope))) t.ok(page.includes(`\`${group}\``), group)
})

t.test('the config file of docs/configuration.md is valid', async t => {
  const [, example = ''] = /<!-- example -->\n```yaml\n([\s\S]*?)```/.exec(page) ?? []
  t.match(parse(example), { systems: { filesystem: { default_instance: 'docs' } } })
  const file = path.join(t.testdir({ 'toolgate.yaml': example.replace('0f…e1', 'a'.repeat(64)) }), 'toolgate.yaml')
  const { keys, warnings } = loadConfig({ TOOLGATE_CONFIG: file }, known)
  t.match(keys, [{ id: 'alice' }])
  t.strictSame(warnings, [])
})
