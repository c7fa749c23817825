import t from 'tap'
import { type JsonSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import { loggableValue } from '../../src/pipeline/log/loggable.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { goodExamples } from '../helpers/catalog-rules.ts'
import { startGateway } from '../helpers/gateway.ts'
import { keepSandbox } from '../helpers/restore-sandbox.ts'

type Input = Record<string, unknown>

const MARK = 'k7f3a9c21q'

/** Texts that contain the mark, which a log must not show; the first one that a schema accepts is sent. */
const CANARIES = [
  `Private ${MARK} text, and ${MARK}`,
  `https://ann:${MARK}@example.com/page?token=${MARK}#${MARK}`,
  `private-${MARK}@example.com`,
  `${MARK}.txt`,
  MARK,
  MARK.slice(0, 8)
]

const fits = ({ pattern, maxLength = Infinity, minLength = 0, format }: JsonSchema, text: string): boolean =>
  format === undefined &&
  text.length <= Number(maxLength) &&
  text.length >= Number(minLength) &&
  (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))

/** Replaces every content text in a value, at any depth. Returns undefined if there is none. */
function withCanary(name: string, node: JsonSchema, value: unknown): unknown {
  const variants = node.anyOf ?? [node]
  if (Array.isArray(value) || (value === undefined && variants.some(({ type }) => type === 'array'))) {
    const items = variants.find(({ type }) => type === 'array')?.items
    const [first = undefined] = Array.isArray(value) ? value : []
    const item = items && withCanary(name, items, first)
    return item === undefined ? undefined : [item]
  }
  const object = variants.find(({ type }) => type === 'object')
  if (object?.properties) {
    const own = Object.entries(object.properties).map(([key, child]) => [
      key,
      withCanary(key, child, isInput(value) ? value[key] : undefined)
    ])
    const changed = own.filter(([, changed]) => changed !== undefined)
    return changed.length === 0 ? undefined : { ...(isInput(value) ? value : {}), ...Object.fromEntries(changed) }
  }
  const text = variants.find(({ type }) => type === 'string')
  if (!text || text['enum'] !== undefined || text['const'] !== undefined) return undefined
  return CANARIES.filter(canary => loggableValue(name, node, canary) !== canary).find(canary => fits(text, canary))
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

const RESERVED = new Set(['cursor', 'idempotency_key', 'fields', 'approval_id', 'confirm_token'])

t.test('no log line contains content or a secret, whatever is called and however it ends', async t => {
  const dataDirectory = await temporaryFolder(t)
  const lines: string[] = []
  const environment = { LOG_LEVEL: 'INFO', FILESYSTEM_COMMANDS: 'echo' }
  const onLog = (line: Record<string, unknown>): void => void (Number(line['level']) >= 30 && lines.push(JSON.stringify(line)))
  const { url, catalog } = await startGateway(t, { dataDirectory, environment, onLog })
  const restore = keepSandbox(`${dataDirectory}/sandbox/files`)
  const statuses = new Map<string, Set<boolean>>()
  const leaks = new Map<string, string>()
  const call = async (id: string, input: Input): Promise<void> => {
    const before = lines.length
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(input)
    const answer = await fetch(`${url}/v1/operations/${id}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
    await answer.text()
    statuses.set(id, (statuses.get(id) ?? new Set()).add(answer.ok))
    for (const line of lines.slice(before)) if (line.includes(MARK.slice(0, 8))) leaks.set(id, line.slice(0, 800))
  }
  let tried = 0
  for (const operation of catalog.operations) {
    if (operation.id === 'jobs_stream_events') continue
    const examples = goodExamples(operation)
    const { properties = {} } = toJsonSchema(inputOf(operation))
    const nodes = Object.entries(properties).filter(([name]) => !RESERVED.has(name))
    const input: Input = { ...examples[0]?.input, ...(properties['confirm']?.type === 'boolean' && { confirm: true }) }
    const canaries = nodes.flatMap(([name, node]): [string, unknown][] => {
      const value = withCanary(name, node, input[name])
      return value === undefined ? [] : [[name, value]]
    })
    tried += canaries.length
    for (const [name, value] of canaries) await call(operation.id, { ...input, [name]: value })
    if (canaries.length > 0) await call(operation.id, { ...input, ...Object.fromEntries(canaries) })
    if (operation.tool.name === 'filesystem') restore()
  }
  await new Promise(resolve => setTimeout(resolve, 1_500)) // jobs that were created log, too
  for (const line of lines)
    if (line.includes(MARK.slice(0, 8)) && ![...leaks.values()].some(leak => line.startsWith(leak))) leaks.set(line.slice(0, 60), line)
  t.strictSame([...leaks], [])
  t.ok(tried > 400, `${tried} properties were tried`)
  const ended = [...statuses.values()]
  const succeeded = ended.filter(ok => ok.has(true)).length
  t.ok(succeeded > 100, `calls of ${succeeded} operations succeeded`)
  const failed = ended.filter(ok => ok.has(false)).length
  t.ok(failed > 100, `calls of ${failed} operations failed`)
})
