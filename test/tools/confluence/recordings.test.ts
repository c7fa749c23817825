import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { seedSite } from '../../../sandbox/confluence/state/seed.ts'
import * as views1 from '../../../sandbox/confluence/views/v1.ts'
import { restrictionsOf } from '../../../sandbox/confluence/views/v1.ts'
import * as views2 from '../../../sandbox/confluence/views/v2.ts'
import { closedSchema, toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { isRow, type Row, rowOf } from '../../../src/lib/row.ts'
import { Attachment } from '../../../src/tools/confluence/attachment.ts'
import { attachmentV1, attachmentV2 } from '../../../src/tools/confluence/client/attachments/attachments.ts'
import { commentOf } from '../../../src/tools/confluence/client/comments/comments.ts'
import { wordsIn } from '../../../src/tools/confluence/client/failures.ts'
import { propertiesIn, restrictionsIn } from '../../../src/tools/confluence/client/pages/page-parts.ts'
import * as v1 from '../../../src/tools/confluence/client/shapes-v1.ts'
import * as v2 from '../../../src/tools/confluence/client/shapes-v2.ts'
import { Comment, Label, Page, PageReference, Space, User, Version } from '../../../src/tools/confluence/schemas.ts'
import { SearchItem } from '../../../src/tools/confluence/search-item.ts'
import { outside } from '../../helpers/outside.ts'

const { path: folder, skip } = outside('fixtures/confluence')

const BASE = 'https://example.atlassian.net/wiki'
const SPACE = { id: '1', key: 'K', name: 'N', type: 'global', status: 'current' }

type Mapper = (row: Row) => unknown

const page2: Mapper = row => v2.pageOf(row, 'page', SPACE, BASE)
const page1: Mapper = row => v1.pageOf(row, BASE)
const space1: Mapper = row => v1.spaceOf(row, BASE)
const found: Mapper = row => v1.foundOf(row, BASE, 'highlight')
const comment1: Mapper = row => commentOf(row, null, BASE, false)
const comment2: Mapper = row => commentOf(row, null, BASE, true)
const property: Mapper = row => Object.values(propertiesIn([row]))[0]

const NOBODY = v2.userById('nobody', new Map())

const Restricted = Type.Object({
  users: Type.Array(User),
  groups: Type.Array(Type.Object({ id: Type.Union([Type.String(), Type.Null()]), name: Type.String() }))
})
const Restrictions = Type.Object({ read: Restricted, update: Restricted })

/** A property of an app, below its key. */
const Property = Type.Object({
  id: Type.Union([Type.String(), Type.Null()]),
  value: Type.Unknown(),
  version: Type.Union([Type.Integer(), Type.Null()])
})

/** The kind of each recording. */
const RECORDINGS: [file: string, mapper: Mapper, schema: TSchema][] = [
  ['atlassian-python-api/page_mock', page2, Page],
  ['atlassian-python-api/page_result_list', page2, Page],
  ['atlassian-python-api/child_page_mock', v2.referenceOf, PageReference],
  ['atlassian-python-api/child_pages_result', v2.referenceOf, PageReference],
  ['atlassian-python-api/custom_content_ancestors_result', v2.referenceOf, PageReference],
  ['atlassian-python-api/custom_content_children_result', v2.referenceOf, PageReference],
  ['atlassian-python-api/custom_content_mock', page2, Page],
  ['atlassian-python-api/custom_content_result', page2, Page],
  ['atlassian-python-api/whiteboard_mock', v2.referenceOf, PageReference],
  ['atlassian-python-api/whiteboard_ancestors_result', v2.referenceOf, PageReference],
  ['atlassian-python-api/whiteboard_children_result', v2.referenceOf, PageReference],
  ['atlassian-python-api/comment_mock', comment2, Comment],
  ['atlassian-python-api/comments_result', comment2, Comment],
  ['atlassian-python-api/properties_result', property, Property],
  ['atlassian-python-api/property_mock', property, Property],
  ['atlassian-python-api/label_mock', v1.labelOf, Label],
  ['atlassian-python-api/labels_result', v1.labelOf, Label],
  ['atlassian-python-api/search_result', found, SearchItem],
  ['atlassian-python-api/space_content_result', page2, Page],
  ['atlassian-python-api/space_mock', row => v2.spaceOf(row, BASE), Space],
  ['atlassian-python-api/spaces_result', row => v2.spaceOf(row, BASE), Space],
  ['dapplo/attachments', row => attachmentV1(row, BASE), Attachment],
  ['dapplo/content', page1, Page],
  ['dapplo/search', page1, Page],
  ['dapplo/space', space1, Space],
  ['dapplo/space_content', page1, Page],
  ['mcp-atlassian/mock_page_response', page1, Page],
  ['mcp-atlassian/mock_pages_from_space_response', page1, Page],
  ['mcp-atlassian/mock_cql_search_response', found, SearchItem],
  ['mcp-atlassian/mock_spaces_response', space1, Space],
  ['mcp-atlassian/mock_labels_response', v1.labelOf, Label],
  ['mcp-atlassian/mock_comments_response', comment1, Comment],
  ['mcp-atlassian/mock_comment_reply_v1_response', comment1, Comment],
  ['mcp-atlassian/mock_parent_comment_v1_response', comment1, Comment],
  ['mcp-atlassian/mock_inline_comment_v1_response', comment1, Comment],
  ['mcp-atlassian/mock_comment_reply_v2_response', comment2, Comment],
  ['mcp-atlassian/mock_inline_comment_v2_response', comment2, Comment],
  ['mcp-atlassian/mock_inline_comments_v2_list_response', comment2, Comment]
]

const read = (file: string): Row => rowOf(JSON.parse(readFileSync(path.join(folder, `${file}.json`), 'utf8').replace(/^\uFEFF/, '')))
const rowsIn = (file: string): Row[] => (Array.isArray(read(file)['results']) ? v1.rowsOf(read(file)) : [read(file)])

/** Recordings of refusals, whose messages are read below. */
const REFUSALS = [
  'atlassian-python-api/error_not_found',
  'atlassian-python-api/error_permission_denied',
  'atlassian-python-api/error_validation',
  'dapplo/error'
]

t.test('every recording is read by a mapper, or is a refusal', { skip }, async t => {
  const there = globSync('**/*.json', { cwd: folder }).map(file => file.replace(/\.json$/, ''))
  t.strictSame([...RECORDINGS.map(([file]) => file), ...REFUSALS].toSorted(), there.toSorted())
})

const OTHERS = [null, 7, 'x', [], {}, [null], true]

/** The row with each of its fields, at any depth and in lists, set to null, omitted, or of another type. */
function* mutations(row: Row): Generator<Row> {
  for (const [name, value] of Object.entries(row)) {
    const { [name]: _, ...without } = row
    yield without
    for (const other of OTHERS) yield { ...row, [name]: other }
    if (isRow(value)) for (const changed of mutations(value)) yield { ...row, [name]: changed }
    if (Array.isArray(value)) for (const changed of listMutations(value)) yield { ...row, [name]: changed }
  }
}

/** Differences of a row, or of a changed one, from the declared shape. */
function problemsOf(rows: readonly Row[], mapper: Mapper, schema: TSchema): unknown[] {
  if (rows.length === 0) return ['there are no rows']
  const shape = Compile(closedSchema(toJsonSchema(schema)))
  return rows
    .flatMap(row => [row, ...mutations(row)])
    .flatMap(row => (shape.Check(mapper(row)) ? [] : [shape.Errors(mapper(row))[1]]))
    .slice(0, 3)
}

/** The list without its first item, and with that item changed or of another type. */
function* listMutations([first, ...rest]: readonly unknown[]): Generator<unknown[]> {
  yield rest
  for (const other of OTHERS) yield [other, ...rest]
  if (isRow(first)) for (const changed of mutations(first)) yield [changed, ...rest]
}

for (const [file, mapper, schema] of RECORDINGS) {
  t.test(`${file} is mapped to the declared shape, whatever is null or missing`, { skip }, async t => {
    t.strictSame(problemsOf(rowsIn(file), mapper, schema), [])
  })
}

/** Responses that no client library has recorded, from the sandbox server, which is compared with the vendor's descriptions. */
const site = seedSite('cloud')
const [page] = [...site.pages.values()].filter(({ editors }) => editors)
const view = { site, base: BASE, context: '/wiki', expand: [] }
const STOOD_IN: [what: string, rows: object[], mapper: Mapper, schema: TSchema][] = [
  [
    'attachments of version 2',
    [...site.attachments.values()].map(one => views2.attachmentV2(one)),
    row => attachmentV2(row, BASE),
    Attachment
  ],
  ['people of version 2', site.users.map(views2.userV2), row => v1.userOf(row) ?? NOBODY, User],
  ['people of version 1', site.users.map(user => views1.userV1(view, user)), row => v1.userOf(row) ?? NOBODY, User],
  ['versions of version 2', (page?.versions ?? []).map(views2.versionV2), row => v2.versionOf(row), Version],
  ['restrictions', page ? [restrictionsOf(view, page)] : [], restrictionsIn, Restrictions]
]

for (const [what, rows, mapper, schema] of STOOD_IN) {
  t.test(`${what} are mapped to the declared shape, whatever is null or missing`, async t => {
    t.strictSame(problemsOf(rows.map(rowOf), mapper, schema), [])
  })
}

t.test('a recorded page keeps the values of Confluence', { skip }, async t => {
  const row = read('mcp-atlassian/mock_page_response')
  const page = v1.pageOf(row, BASE)
  t.match(page, {
    id: '987654321',
    title: 'Example Meeting Notes',
    space: { id: '11111111', key: 'PROJ' },
    version: {
      number: 1,
      when: '2024-01-01T09:00:00.000Z',
      by: { account_id: 'user123', email: null },
      conf_rev: 'confluence$content$987654321.1'
    },
    metadata: { frontend_url: 'https://example.atlassian.net/wiki/spaces/PROJ/pages/987654321/Example+Meeting+Notes' },
    extensions: { position: 123456789 }
  })
  t.equal(page.body?.storage?.value, Object(row['body']).storage.value)
})

t.test("recorded refusals are reported with the vendor's message, without class names", { skip }, async t => {
  const words = (file: string): string => wordsIn(readFileSync(path.join(folder, `${file}.json`), 'utf8'))
  t.equal(words('dapplo/error'), "Can't parse as a ContentId: search")
  t.equal(words('atlassian-python-api/error_not_found'), 'The requested resource could not be found')
  t.match(words('atlassian-python-api/error_permission_denied'), /permission/i)
  t.equal(words('atlassian-python-api/error_validation'), 'Invalid request')
})

t.test('nulls in lists are found, which a mapper could fail on', { skip }, async t => {
  const changed = [...mutations({ ancestors: [{ id: '1' }, { id: '2' }] })].map(row => JSON.stringify(row['ancestors']))
  for (const list of ['[{"id":null},{"id":"2"}]', '[{},{"id":"2"}]', '[null,{"id":"2"}]', '[{"id":"2"}]'])
    t.ok(changed.includes(list), list)
})
