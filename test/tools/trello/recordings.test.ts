import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { closed, plain } from '../../../src/contract/schema.ts'
import { isRow, type Row } from '../../../src/tools/trello/client/row.ts'
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
import { noCassettes, recordedExchanges } from '../../helpers/cassettes.ts'

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

t.test('refusals are recorded as text (pitfall 11)', { skip: noCassettes }, async t => {
  const refusals = recordedExchanges().filter(({ status }) => status >= 400)
  t.ok(refusals.length > 0)
  t.strictSame([...new Set(refusals.map(({ body }) => typeof body))], ['string'])
})
