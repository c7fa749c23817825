import path from 'node:path'
import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'
import { installCheckers, installSlowCheckers } from '../install.ts'
import { redocly, seriousme, spectral } from '../linters.ts'

await installCheckers()
await installSlowCheckers()
const files = [...(await generateFiles())]
const named = folder =>
  Object.fromEntries(files.filter(([file]) => file.startsWith(`openapi/${folder}/`)).map(([file, text]) => [path.basename(file), text]))
const packs = named('gpt')
const names = Object.keys(packs)

const operationsOf = text => Object.values<object>(JSON.parse(text).paths).flatMap(item => Object.values(item))

/** A pack with each mistake that the rules detect. */
function broken(text) {
  const document = JSON.parse(text)
  const [operation] = operationsOf(text)
  document.servers = [{ url: 'http://gate.example' }, { url: 'https://gate.example' }]
  const parameters = [{ name: 'X', in: 'header', required: false, description: 'd'.repeat(701), schema: { type: 'string' } }]
  const { 'x-openai-isConsequential': _, ...rest } = operation
  const responses = { 200: { description: 'd', headers: {}, content: { 'text/plain': { schema: { type: 'string' } } } } }
  document.paths = { '/x': { get: { ...rest, operationId: 'no-good', summary: '', description: 'd'.repeat(301), parameters, responses } } }
  document.components.securitySchemes.other = { type: 'http', scheme: 'basic' }
  return JSON.stringify(document)
}

t.test('every pack respects the limits of GPT Actions, and a broken one does not', { timeout: 300_000 }, async t => {
  const folder = t.testdir({ ...packs, 'broken.json': broken(packs['web.json']) })
  const { code, output } = await spectral(names, folder, 'slow/gpt.yaml')
  t.ok(names.length >= 10)
  t.equal(code, 0, output)
  t.match(output, 'No results')
  for (const name of names) {
    const count = operationsOf(packs[name]).length
    t.ok(count > 0 && count <= 30, `${name} has ${count} operations`)
    t.ok(packs[name].length < 1_000_000, `the builder of GPTs reads ${name}`)
  }
  const wrong = await spectral(['broken.json'], folder, 'slow/gpt.yaml')
  for (const rule of 'summary description parameter no-headers no-answered-headers name consequential one-server https json-only one-scheme'.split(
    ' '
  ))
    t.match(wrong.output, `gpt-${rule}`, rule)
})

t.test('every pack, and the whole document in OpenAPI 3.0, passes independent checkers', { timeout: 300_000 }, async t => {
  const documents = { ...packs, 'openapi-3.0.json': named('dialects')['openapi-3.0.json'] }
  const { code, output } = await redocly(Object.keys(documents), t.testdir(documents))
  t.equal(code, 0, output)
  t.equal(output.match(/: validated in/g)?.length, names.length + 1)
  t.notMatch(output, /warning/i)
  t.strictSame(
    await seriousme(Object.values(documents)),
    Object.keys(documents).map(() => true)
  )
})

/** Accepted findings of the OWASP rules: rule, position, reason. Rules that are off are in owasp.yaml with their reasons. */
const STAYS: [rule: RegExp, where: RegExp, why: string][] = [
  [
    /rate-limit-responses-429|define-error-responses-500|define-error-validation/,
    /^paths\.\/(healthz|readyz|openapi\.json)\.get\./,
    'probes take no input, have no limit, and say 503 where something is wrong'
  ],
  [
    /no-credentials-in-url/,
    /\/v1\/calendar\/events\.get\.parameters/,
    'sync_token marks a place in the changes of a calendar, and opens nothing'
  ]
]

t.test('the whole document passes the OWASP rules, except for findings with a reason', { timeout: 300_000 }, async t => {
  const folder = t.testdir({ 'openapi.json': (await generateFiles()).get('openapi/openapi.json') })
  const { output } = await spectral(['openapi.json', '--format', 'json', '--quiet'], folder, 'slow/owasp.yaml')
  const found = JSON.parse(output.slice(output.indexOf('['))).map(({ code, path: place }) => ({ code, place: place.join('.') }))
  const stays = ({ code, place }, [rule, where]) => rule.test(code) && where.test(place)
  t.strictSame(
    found.filter(one => !STAYS.some(exception => stays(one, exception))),
    []
  )
  for (const exception of STAYS)
    t.ok(
      found.some(one => stays(one, exception)),
      `still needed: ${exception[2]}`
    )
})
