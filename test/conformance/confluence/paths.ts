import { parseSync } from 'oxc-parser'

type Node = Readonly<Record<string, unknown>> & { type: string }

/** Paths that a file of the client sends, as sources of regular expressions. A computed part is any text. A conditional has both paths. */
export const pathsIn = (file: string, source: string): string[] => [...pathsBelow(parseSync(file, source).program)]

function* pathsBelow(node: object): Generator<string> {
  for (const child of Object.values(node).flat()) {
    if (!isNode(child)) continue
    if (isPath(child)) yield* patternsOf(child)
    else yield* pathsBelow(child)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const PREFIXES: Readonly<Record<string, string>> = { v1: 'rest/api/', v2: 'api/v2/' }

const calledIn = ({ type, callee }: Node): string | undefined =>
  type === 'CallExpression' && isNode(callee) && typeof callee['name'] === 'string' ? callee['name'] : undefined

/** `v1(…)`, `v2(…)`, or a template that continues the result of a function. */
function isPath(node: Node): boolean {
  const name = calledIn(node)
  if (name !== undefined) return name in PREFIXES
  if (node.type !== 'TemplateLiteral') return false
  const [before, after] = textsOf(node)
  const [first] = nodes(node['expressions'])
  return before === '' && after?.startsWith('/') === true && first?.type === 'CallExpression'
}

/** The texts around the expressions of a template. */
const textsOf = (template: Node): string[] =>
  nodes(template['quasis']).map(({ value }) => (typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''))

function patternsOf(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return [escaped(String(node['value']))]
  if (node?.type === 'ConditionalExpression') return [node['consequent'], node['alternate']].filter(isNode).flatMap(patternsOf)
  if (node?.type === 'TemplateLiteral') {
    const [first = '', ...rest] = textsOf(node).map(escaped)
    const between = nodes(node['expressions']).map(patternsOf)
    return rest.reduce((all, text, place) => joined(joined(all, between[place] ?? []), [text]), [first])
  }
  const name = node && calledIn(node)
  if (name === undefined || name === 'segment') return ['[^/]+']
  const prefix = PREFIXES[name]
  return prefix === undefined ? ['.+'] : joined([escaped(prefix)], patternsOf(nodes(node?.['arguments'])[0]))
}

const joined = (beginnings: string[], ends: string[]): string[] => beginnings.flatMap(one => ends.map(end => one + end))

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
