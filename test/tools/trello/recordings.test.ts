import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { closedSchema, toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { isRow, type Row } from '../../../src/lib/row.ts'
import { connect } from '../../../src/tools/trello/client/connection.ts'
import {
  toAttachment,
  toBoard,
  toCardWithText,
  toChecklist,
  toComment,
  toItem,
  toLabel,
  toList,
  toMember
} from '../../../src/tools/trello/client/mappers.ts'
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
import { silentLog } from '../../helpers/bulk.ts'
import { noCassettes, recordedExchanges } from '../../helpers/cassettes.ts'
import { openTrello } from '../../helpers/trello.ts'

/** Recorded paths and the resources that they return. */
const MAPPERS: [RegExp, (row: Row) => unknown, TSchema][] = [
  [
    /^\w+ (\/cards(\/ID)?(\/(idList|idBoard))?|\/(lists|boards)\/ID\/cards(\/ID)?|\/members\/ID\/cards|\/actions\/ID\/card)$/,
    toCardWithText,
    CardWithText
  ],
  [/^\w+ (\/boards(\/ID)?|\/members\/\w+\/boards|\/actions\/ID\/board)$/, toBoard, Board],
  [/^\w+ (\/lists(\/ID)?|\/boards\/ID\/lists|\/actions\/ID\/list)$/, toList, List],
  [/^\w+ (\/labels(\/ID)?|\/boards\/ID\/labels)$/, toLabel, Label],
  [/^\w+ (\/members\/\w+|\/boards\/ID\/members|\/cards\/ID\/(members|idMembers|membersVoted))$/, toMember, Member],
  [/^\w+ (\/actions\/ID|\/\w+\/ID\/actions(\/comments)?)$/, toComment, Comment],
  [/^\w+ (\/checklists(\/ID)?|\/(cards|boards)\/ID\/checklists)$/, toChecklist, Checklist],
  [/^\w+ (\/checklists\/ID\/checkItems|\/cards\/ID\/checkItem\/ID)$/, toItem, ChecklistItem],
  [/^\w+ \/cards\/ID\/attachments(\/ID)?$/, toAttachment, Attachment]
]

const rowsOf = (body: unknown): Row[] => (Array.isArray(body) ? body : [body]).filter(isRow).filter(row => 'id' in row)

t.test('every recorded resource is returned in the declared form', { skip: noCassettes }, async t => {
  const exchanges = recordedExchanges()
  for (const [pattern, read, schema] of MAPPERS) {
    const bodies = exchanges.filter(({ what, status }) => status === 200 && pattern.test(what)).flatMap(({ body }) => rowsOf(body))
    const shape = Compile(closedSchema(toJsonSchema(schema)))
    const problems = bodies.flatMap(row => (shape.Check(read(row)) ? [] : [shape.Errors(read(row))]))
    t.ok(bodies.length > 0, `recordings of ${pattern} exist`)
    t.strictSame(problems, [])
  }
})

t.test('a recorded card keeps its properties', { skip: noCassettes }, async t => {
  const card = recordedExchanges()
    .filter(({ what }) => what === 'POST /cards')
    .flatMap(({ body }) => rowsOf(body))[0]
  t.match(card && toCardWithText(card), {
    name: card?.['name'],
    description: card?.['desc'],
    list_id: card?.['idList'],
    due: card?.['due'],
    labels: [{ color: 'green' }, { color: 'orange' }],
    url: card?.['shortUrl']
  })
})

t.test('an error that is a line of text is classified (pitfall 11)', { skip: noCassettes }, async t => {
  const { failNext, settings } = await openTrello(t)
  const client = await connect(settings, { instance: 'default', log: silentLog, budget: undefined, lane: 'calls' })
  const call = { signal: new AbortController().signal, observe: () => undefined }
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
    const error = await client.send({ method: methodOf(method), path: 'cards/x' }, call).catch((thrown: unknown) => thrown)
    const reason = meant.get(`${status} ${body}`)
    t.type(reason, 'string', `${status} ${body}: an error without a classification`)
    t.match(error, { reason, details: { source: 'upstream', outcome: 'not_executed', upstream: { status, message: body } } }, path)
  }
})

const methodOf = (method: string): 'GET' | 'POST' | 'DELETE' => (method === 'GET' || method === 'DELETE' ? method : 'POST')
