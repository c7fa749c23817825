import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { closed, plain } from '../../../src/contract/schema.ts'
import { isRow, type Row } from '../../../src/lib/row.ts'
import { connect } from '../../../src/tools/trello/client/connection.ts'
import {
  attachmentOf,
  boardOf,
  cardWithText,
  checklistOf,
  commentOf,
  itemOf,
  labelOf,
  listOf,
  memberOf
} from '../../../src/tools/trello/client/shapes.ts'
import {
  Attachment,
  Board,
  CardWithText,
  Checklist,
  ChecklistItem,
  Comment,
  Label,
  List,
  Member
} from '../../../src/tools/trello/schemas.ts'
import { quiet } from '../../helpers/bulk.ts'
import { noCassettes, recordedExchanges } from '../../helpers/cassettes.ts'
import { openTrello } from '../../helpers/trello.ts'

/** Which recorded paths answer which things. */
const MAPPERS: [RegExp, (row: Row) => unknown, TSchema][] = [
  [
    /^\w+ (\/cards(\/ID)?(\/(idList|idBoard))?|\/(lists|boards)\/ID\/cards(\/ID)?|\/members\/ID\/cards|\/actions\/ID\/card)$/,
    cardWithText,
    CardWithText
  ],
  [/^\w+ (\/boards(\/ID)?|\/members\/\w+\/boards|\/actions\/ID\/board)$/, boardOf, Board],
  [/^\w+ (\/lists(\/ID)?|\/boards\/ID\/lists|\/actions\/ID\/list)$/, listOf, List],
  [/^\w+ (\/labels(\/ID)?|\/boards\/ID\/labels)$/, labelOf, Label],
  [/^\w+ (\/members\/\w+|\/boards\/ID\/members|\/cards\/ID\/(members|idMembers|membersVoted))$/, memberOf, Member],
  [/^\w+ (\/actions\/ID|\/\w+\/ID\/actions(\/comments)?)$/, commentOf, Comment],
  [/^\w+ (\/checklists(\/ID)?|\/(cards|boards)\/ID\/checklists)$/, checklistOf, Checklist],
  [/^\w+ (\/checklists\/ID\/checkItems|\/cards\/ID\/checkItem\/ID)$/, itemOf, ChecklistItem],
  [/^\w+ \/cards\/ID\/attachments(\/ID)?$/, attachmentOf, Attachment]
]

const rowsOf = (body: unknown): Row[] => (Array.isArray(body) ? body : [body]).filter(isRow).filter(row => 'id' in row)

t.test('every recorded thing is read, and told in the declared shape', { skip: noCassettes }, async t => {
  const exchanges = recordedExchanges()
  for (const [pattern, read, schema] of MAPPERS) {
    const bodies = exchanges.filter(({ what, status }) => status === 200 && pattern.test(what)).flatMap(({ body }) => rowsOf(body))
    const shape = Compile(closed(plain(schema)))
    const problems = bodies.flatMap(row => (shape.Check(read(row)) ? [] : [shape.Errors(read(row))]))
    t.ok(bodies.length > 0, `there are recordings of ${pattern}`)
    t.strictSame(problems, [])
  }
})

t.test('a recorded card keeps what Trello says of it', { skip: noCassettes }, async t => {
  const card = recordedExchanges()
    .filter(({ what }) => what === 'POST /cards')
    .flatMap(({ body }) => rowsOf(body))[0]
  t.match(card && cardWithText(card), {
    name: card?.['name'],
    description: card?.['desc'],
    list_id: card?.['idList'],
    due: card?.['due'],
    labels: [{ color: 'green' }, { color: 'orange' }],
    url: card?.['shortUrl']
  })
})

t.test('a refusal is a line of text: what it means is told all the same (pitfall 11)', { skip: noCassettes }, async t => {
  const { failNext, settings } = await openTrello(t)
  const client = await connect(settings, { instance: 'default', log: quiet, budget: undefined, lane: 'calls' })
  const turn = { signal: new AbortController().signal, observe: () => undefined }
  const meant = new Map([
    ['404 The requested resource was not found.', 'upstream_not_found'],
    ['400 member has not voted on the card', 'upstream_refused'],
    ['400 member has already voted on the card', 'upstream_refused']
  ])
  const refusals = recordedExchanges().filter(({ status }) => status >= 400)
  t.ok(refusals.length > 0)
  for (const { what, status, body } of refusals) {
    const [method = '', path = ''] = what.split(' ')
    await failNext({ path: '/cards/x' }, { status, body })
    const error = await client.send({ method: methodOf(method), path: 'cards/x' }, turn).catch((thrown: unknown) => thrown)
    const reason = meant.get(`${status} ${body}`)
    t.type(reason, 'string', `${status} ${body}: a refusal that nobody has looked at`)
    t.match(error, { reason, details: { source: 'upstream', outcome: 'not_executed', upstream: { status, message: body } } }, path)
  }
})

const methodOf = (method: string): 'GET' | 'POST' | 'DELETE' => (method === 'GET' || method === 'DELETE' ? method : 'POST')
