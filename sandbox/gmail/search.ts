import { leavesOf, type Mailbox, type Message, textOf } from './mailbox.ts'
import { headerIn } from './mime.ts'

type Test = (message: Message) => boolean

/** Parses a query in Gmail's search syntax: operators, quotes, `-`, `OR`, parentheses (all of) and braces (any of). Returns the test of a message. */
export function searchFor(query: string, mailbox: Mailbox): Test {
  const tokens = query.match(/-?(?:[a-z_]+:)?"[^"]*"|-?(?:[a-z_]+:)?[({]|[)}]|[^\s(){}]+/gi) ?? []
  const position = { at: 0 }
  return parseGroup(tokens, position, mailbox, '')
}

function parseGroup(tokens: readonly string[], position: { at: number }, mailbox: Mailbox, operator: string, any = false): Test {
  const groups: Test[][] = [[]]
  for (; position.at < tokens.length; position.at++) {
    const token = tokens[position.at] ?? ''
    if (token === ')' || token === '}') break
    if (token === 'OR' || token === '|') continue
    const test = parseTerm(tokens, position, mailbox, operator)
    const before = tokens[position.at - 1]
    const last = groups.at(-1)
    if ((tokens[position.at - 1] === 'OR' || before === '|') && last) last.push(test)
    else groups.push([test])
  }
  const tests = groups
    .filter(group => group.length > 0)
    .map(
      (group): Test =>
        message =>
          group.some(test => test(message))
    )
  return any ? message => tests.some(test => test(message)) : message => tests.every(test => test(message))
}

function parseTerm(tokens: readonly string[], position: { at: number }, mailbox: Mailbox, outer: string): Test {
  const [, minus = '', named, rest = ''] = /^(-?)(?:([a-z_]+):)?([\s\S]*)$/i.exec(tokens[position.at] ?? '') ?? []
  const operator = named?.toLowerCase() ?? outer
  let test: Test
  if (rest === '(' || rest === '{') {
    position.at++
    test = parseGroup(tokens, position, mailbox, operator, rest === '{')
  } else {
    test = termTest(operator, rest.replaceAll('"', ''), mailbox)
  }
  return minus === '' ? test : message => !test(message)
}

function termTest(operator: string, value: string, mailbox: Mailbox): Test {
  const words = value.toLowerCase()
  const header =
    (...names: string[]): Test =>
    ({ part }) =>
      names.some(name => headerIn(part.headers, name).toLowerCase().includes(words))
  switch (operator) {
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
    case 'subject':
      return header(operator)
    case 'rfc822msgid':
      return header('message-id')
    case 'label':
    case 'in':
      return words === 'anywhere' ? () => true : ({ labelIds }) => labelIds.some(id => isLabel(mailbox, id, words))
    case 'is':
      return stateTest(words)
    case 'has':
      return message => words === 'attachment' && [...leavesOf(message.part)].some(({ filename }) => filename !== '')
    case 'filename':
      return message => [...leavesOf(message.part)].some(({ filename }) => filename.toLowerCase().includes(words))
    case 'larger':
      return ({ raw }) => raw.length > bytesIn(words)
    case 'smaller':
      return ({ raw }) => raw.length < bytesIn(words)
    default:
      return timeTest(operator, value) ?? textTest(operator === '' ? words : `${operator}:${words}`)
  }
}

function isLabel(mailbox: Mailbox, id: string, words: string): boolean {
  const name = mailbox.labels.get(id)?.name.toLowerCase() ?? ''
  return id.toLowerCase() === words || name === words || name.replace(/[\s/]/g, '-') === words.replace(/[\s/]/g, '-')
}

function stateTest(word: string): Test {
  if (word === 'read') return ({ labelIds }) => !labelIds.includes('UNREAD')
  return ({ labelIds }) => labelIds.includes(word.toUpperCase())
}

const DAYS = new Map([
  ['d', 1],
  ['m', 30],
  ['y', 365]
])
const DAY_MS = 86_400_000

function timeTest(operator: string, value: string): Test | undefined {
  const [, count, unit = 'd'] = /^(\d+)([dmy])$/.exec(value) ?? []
  const age = Date.now() - Number(count) * (DAYS.get(unit) ?? 1) * DAY_MS
  const time = /^\d{6,}$/.test(value) ? Number(value) * 1000 : Date.parse(value.replaceAll('/', '-'))
  if (operator === 'after' || operator === 'newer') return ({ internalDate }) => internalDate >= time
  if (operator === 'before' || operator === 'older') return ({ internalDate }) => internalDate < time
  if (operator === 'newer_than') return ({ internalDate }) => internalDate >= age
  if (operator === 'older_than') return ({ internalDate }) => internalDate < age
  return undefined
}

function bytesIn(value: string): number {
  const [, count, unit = ''] = /^(\d+)([km]?)b?$/.exec(value) ?? []
  return Number(count) * (unit === 'm' ? 1_048_576 : unit === 'k' ? 1024 : 1)
}

/** Gmail searches for words; the sandbox searches for text, which finds the same messages for whole words. */
const textTest =
  (words: string): Test =>
  ({ part }) =>
    [headerIn(part.headers, 'subject'), headerIn(part.headers, 'from'), headerIn(part.headers, 'to'), textOf(part)]
      .join(' ')
      .toLowerCase()
      .includes(words)
