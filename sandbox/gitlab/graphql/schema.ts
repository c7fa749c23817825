import { type Document, type Field, GraphQLError, Reader, type Selection, type Value } from './parse.ts'

/** A type of the schema: its fields, or the words of an enum. */
interface TypeDefinition {
  kind: 'type' | 'interface' | 'input' | 'enum' | 'scalar'
  fields: Map<string, { type: string; args: Map<string, string> }>
  words: Set<string>
  /** Interfaces and unions that contain it. */
  of: string[]
}

export type Schema = Map<string, TypeDefinition>

/** Reads type definitions. */
export function parseSchema(text: string): Schema {
  const schema: Schema = new Map(
    ['ID', 'String', 'Int', 'Float', 'Boolean'].map(name => [name, { kind: 'scalar', fields: new Map(), words: new Set(), of: [] }])
  )
  const reader = new Reader(text)
  while (!reader.ended) {
    const kind = reader.next()
    const name = reader.next()
    if (kind !== 'type' && kind !== 'interface' && kind !== 'input' && kind !== 'enum' && kind !== 'scalar')
      throw new Error(`unknown definition: ${kind} ${name}`)
    const found: TypeDefinition = { kind, fields: new Map(), words: new Set(), of: reader.has('implements') ? [reader.next()] : [] }
    schema.set(name, found)
    if (kind === 'scalar') continue
    reader.expect('{')
    if (kind === 'enum') for (const word of reader.until('}', () => reader.next())) found.words.add(word)
    else for (const [field, one] of reader.until('}', () => fieldOf(reader))) found.fields.set(field, one)
  }
  return schema
}

function fieldOf(reader: Reader) {
  const name = reader.next()
  const args = new Map(reader.has('(') ? reader.until(')', () => argument(reader)) : [])
  reader.expect(':')
  return [name, { type: reader.type(), args }] as const
}

function argument(reader: Reader): [string, string] {
  const name = reader.next()
  reader.expect(':')
  return [name, reader.type()]
}

const bare = (type: string): string => type.replace(/[[\]!]/g, '')
const itemOf = (type: string): string | undefined => /^\[(.*)\]!?$/.exec(type)?.[1]

/** Throws if the document does not fit the schema, as GitLab refuses it. */
export function validate(schema: Schema, { kind, name, variables, selections }: Document): void {
  const used = new Set<string>()
  const typeOf = (type: string): TypeDefinition => {
    const found = schema.get(bare(type))
    if (!found) throw new GraphQLError(`${type} isn't a defined input type`)
    return found
  }
  for (const type of variables.values()) typeOf(type)
  checkSelections(selections, kind === 'query' ? 'Query' : 'Mutation')
  for (const variable of variables.keys())
    if (!used.has(variable)) throw new GraphQLError(`Variable $${variable} is declared by ${name || 'anonymous query'} but not used`)

  function checkSelections(all: readonly Selection[], type: string): void {
    for (const one of all) {
      if ('on' in one) {
        if (!schema.has(one.on)) throw new GraphQLError(`No such type ${one.on}, so it can't be a fragment condition`)
        if (one.on !== type && !schema.get(one.on)?.of.includes(type))
          throw new GraphQLError(`Fragment on ${one.on} can't be spread inside ${type}`)
        checkSelections(one.selections, one.on)
      } else if (one.name !== '__typename') checkField(one, type)
    }
  }

  function checkField({ name, args, selections }: Field, type: string): void {
    const field = schema.get(type)?.fields.get(name)
    if (!field) throw new GraphQLError(`Field '${name}' doesn't exist on type '${type}'`)
    for (const [arg, given] of args) {
      const wanted = field.args.get(arg)
      if (wanted === undefined) throw new GraphQLError(`Field '${name}' doesn't accept argument '${arg}'`)
      checkValue(given, wanted, arg)
    }
    for (const [arg, wanted] of field.args)
      if (wanted.endsWith('!') && !args.some(([given]) => given === arg))
        throw new GraphQLError(`Field '${name}' is missing required arguments: ${arg}`)
    const composite = ['type', 'interface'].includes(typeOf(field.type).kind)
    if (composite !== selections.length > 0)
      throw new GraphQLError(
        composite ? `Field must have selections (field '${name}' returns ${bare(field.type)})` : `Selections can't be made on ${field.type}`
      )
    checkSelections(selections, bare(field.type))
  }

  function checkValue(given: Value, wanted: string, at: string): void {
    if (typeof given === 'object' && given !== null && 'variable' in given) {
      const declared = variables.get(given.variable)
      if (declared === undefined) throw new GraphQLError(`Variable $${given.variable} is used but not declared`)
      used.add(given.variable)
      const fits =
        declared === wanted ||
        declared === `${wanted}!` ||
        (declared.replaceAll('!', '') === wanted.replaceAll('!', '') && !wanted.endsWith('!'))
      if (!fits) throw new GraphQLError(`Type mismatch on variable $${given.variable} and argument ${at} (${declared} / ${wanted})`)
    } else if (Array.isArray(given)) for (const item of given) checkValue(item, itemOf(wanted) ?? wanted, at)
    else if (typeof given === 'object' && given !== null && 'fields' in given) {
      const { fields } = typeOf(wanted)
      for (const [name, value] of given.fields) {
        const field = fields.get(name)
        if (!field) throw new GraphQLError(`InputObject '${bare(wanted)}' doesn't accept argument '${name}'`)
        checkValue(value, field.type, name)
      }
    } else if (typeof given === 'object' && given !== null && !typeOf(wanted).words.has(given.word))
      throw new GraphQLError(`Argument '${at}' has an invalid value (${given.word}). Expected type '${wanted}'`)
  }
}

/** Throws if a variable has a value that its type does not allow. */
export function checkVariable(schema: Schema, given: unknown, type: string, at: string): void {
  const refuse = (why: string): never => {
    throw new GraphQLError(`Variable $${at} of type ${type} was provided invalid value: ${why}`)
  }
  if (given === null || given === undefined) {
    if (type.endsWith('!')) refuse('Expected value to not be null')
    return
  }
  const item = itemOf(type)
  if (item !== undefined) {
    for (const one of Array.isArray(given) ? given : [given]) checkVariable(schema, one, item, at)
    return
  }
  const definition = schema.get(bare(type))
  if (definition?.kind === 'enum' && !definition.words.has(String(given)))
    refuse(`Expected "${given}" to be one of: ${[...definition.words].join(', ')}`)
  if (definition?.kind !== 'input') {
    const expected = new Map([
      ['Int', 'number'],
      ['Float', 'number'],
      ['Boolean', 'boolean']
    ]).get(bare(type))
    if (typeof given !== (expected ?? 'string') && !(bare(type) === 'ID' && typeof given === 'number'))
      refuse(`Could not coerce value to ${bare(type)}`)
    return
  }
  for (const [name, value] of Object.entries(Object(given))) {
    const field = definition.fields.get(name)
    if (field) checkVariable(schema, value, field.type, `${at}.${name}`)
    else refuse(`Field is not defined on ${bare(type)}: ${name}`)
  }
  for (const [name, field] of definition.fields)
    if (field.type.endsWith('!') && !(name in Object(given))) refuse(`${name} (Expected value to not be null)`)
}
