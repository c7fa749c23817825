import t from 'tap'
import { LANGUAGES } from '../../src/contract/operation.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'

const { operations } = await loadCatalog()

const normal = (phrase: string): string =>
  phrase
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

t.test('each operation has 3 to 20 English phrases that people use for it', async t => {
  for (const { id, asked_as } of operations) {
    const count = asked_as.en?.length ?? 0
    t.ok(count >= 3 && count <= 20, `${id} has ${count}`)
  }
})

t.test('phrases are short, in known languages, and no sentences with a period', async t => {
  for (const { id, asked_as } of operations) {
    t.strictSame(
      Object.keys(asked_as).filter(language => !LANGUAGES.some(known => known === language)),
      [],
      id
    )
    for (const phrase of Object.values(asked_as).flat()) t.ok(/^\S.{0,78}[^\s.]$/u.test(phrase), `${id}: ${phrase}`)
  }
})

t.test('a phrase belongs to one operation', async t => {
  const owners = new Map<string, string[]>()
  for (const { id, asked_as } of operations) {
    for (const phrase of Object.values(asked_as).flat()) owners.set(normal(phrase), [...(owners.get(normal(phrase)) ?? []), id])
  }
  t.strictSame(
    [...owners].filter(([, ids]) => ids.length > 1),
    []
  )
})

t.test('no phrase consists of the words of another operation: of its ID, its name or its summary', async t => {
  const own = new Map(operations.flatMap(({ id, name, summary }) => [id, name, summary].map(text => [normal(text), id])))
  const taken = operations.flatMap(({ id, asked_as }) =>
    Object.values(asked_as)
      .flat()
      .filter(phrase => own.has(normal(phrase)) && own.get(normal(phrase)) !== id)
      .map(phrase => `${id}: ${phrase} is ${own.get(normal(phrase))}`)
  )
  t.strictSame(taken, [])
})

t.test('the operations that people need most have phrases in every language', async t => {
  const most = [
    'gmail_send_message',
    'gmail_search_messages',
    'calendar_create_event',
    'gitlab_create_issue',
    'trello_create_card',
    'web_search'
  ]
  for (const id of most) {
    const asked = operations.find(operation => operation.id === id)?.asked_as ?? {}
    t.strictSame(
      LANGUAGES.filter(language => (asked[language]?.length ?? 0) === 0),
      [],
      id
    )
  }
})
