import type { Test } from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import type { BulkAdapter } from '../../../src/contract/bulk.ts'
import archive from '../../../src/tools/confluence/bulk/archive-pages.ts'
import exportPages from '../../../src/tools/confluence/bulk/export-pages.ts'
import label from '../../../src/tools/confluence/bulk/label-pages.ts'
import move from '../../../src/tools/confluence/bulk/move-pages.ts'
import replace from '../../../src/tools/confluence/bulk/replace-in-pages.ts'
import resolveComments from '../../../src/tools/confluence/bulk/resolve-inline-comments.ts'
import restore from '../../../src/tools/confluence/bulk/restore-pages.ts'
import trash from '../../../src/tools/confluence/bulk/trash-pages.ts'
import unlabel from '../../../src/tools/confluence/bulk/unlabel-pages.ts'
import { confluence } from '../../../src/tools/confluence/tool.ts'
import { ownExamples } from '../../helpers/catalog-rules.ts'
import { pageNamed, type Wiki } from '../../helpers/confluence.ts'
import { classify, LATER, TARGET } from '../../helpers/confluence-bulk.ts'
import { clientOf } from '../../helpers/sandbox-control.ts'
import type { Input } from '../../jobs/adapter-contract/contract.ts'
import { startRun } from '../../jobs/adapter-contract/run.ts'

/** Every good example of every operation, and further inputs that lead to other requests. */
export async function callAll(wiki: Wiki, t: Test, isGateway = false): Promise<void> {
  const { operations, call, site, mode } = wiki
  const isLacking = (name: string): boolean => (mode === 'cloud' ? isGateway && GONE.has(name) : ONLY_CLOUD.has(name))
  for (const operation of operations.filter(({ name }) => !isLacking(name)))
    for (const { input } of ownExamples(operation)) t.ok((await call(operation.name, input)).status < 300, `${mode} ${operation.name}`)
  for (const [name, input] of further(wiki)) t.ok((await call(name, input)).status < 300, `${mode} ${name} ${JSON.stringify(input)}`)
  const [page] = site.pages.values()
  if (page) page.labels = Array.from({ length: 60 }, (_, number) => `label-${number}`)
  t.equal((await call('get_page', { page_id: page?.id, no_cache: true })).data.metadata.labels.length, 60)
  t.equal((await call('create_page', { title: 'Below nothing', space_key: 'PLAY', content: '', parent_id: '424242' })).status, 404)
}

/** Operations that the API of Data Center does not have. */
const ONLY_CLOUD = new Set([
  'add_inline_comment',
  'resolve_inline_comment',
  'check_permission',
  'get_page_views',
  'list_templates',
  'get_template',
  'create_page_from_template'
])

/** Operations on restrictions, which the vendor removed from its gateway for apps. */
const GONE = new Set(['get_restrictions', 'set_restrictions', 'check_permission'])

function further(wiki: Wiki): [name: string, input: Record<string, unknown>][] {
  const { site } = wiki
  const page = [...site.pages.values()].find(({ type }) => type === 'page')
  const blog = [...site.pages.values()].find(({ type }) => type === 'blogpost')
  const idOf = (title: string): string => pageNamed(wiki, title).id
  const upload = { page_id: idOf('Shelf'), filename: 'again.txt', content_base64: 'eA==' }
  return [
    ['get_page', { page_id: page?.id, expand: ['ancestors', 'children', 'users'], version: 1, content_format: 'view' }],
    ...['export_view', 'styled_view', 'editor'].map((content_format): [string, object] => [
      'get_page',
      { page_id: page?.id, content_format }
    ]),
    ['get_page', { page_id: blog?.id }],
    ['get_page', { page_id: '65540', expand: ['restrictions', 'metadata.properties'] }],
    ['get_page', { page_id: blog?.id, expand: ['metadata.properties'] }],
    ['get_space', { space_key: 'DOCS', expand: ['permissions', 'settings'] }],
    ['list_pages', { space_key: 'DOCS', content_type: 'blogpost', order_by: 'title', include_body: true }],
    ['list_spaces', { keys: ['DOCS', 'PLAY'], type: 'global' }],
    ['search', { query: 'hello', excerpt: 'highlight', include_archived: true, modified_after: '2026-01-01', start: 1 }],
    ['search_users', { query: 'bea', start: 1, limit: 1 }],
    ['get_page_tree', { space_key: 'DOCS' }],
    ['get_page_tree', { page_id: page?.id, depth: 1 }],
    ['list_children', { page_id: page?.id, start: 1 }],
    ['list_versions', { page_id: '65538', start: 1 }],
    ['list_labels', { page_id: '65538', prefix: 'global' }],
    ['list_labels', { page_id: 'att65691', prefix: 'global' }],
    ['add_labels', { page_id: 'att65691', labels: ['picture'] }],
    ['list_comments', { page_id: '65540', parent_comment_id: '65694' }],
    ['create_page', { title: 'A post', space_key: 'PLAY', content: 'h1. x', content_format: 'wiki', content_type: 'blogpost' }],
    [
      'update_page',
      { page_id: idOf('Shelf'), title: 'Shelf 2', parent_id: idOf('Playground Home'), minor_edit: true, version_message: 'x' }
    ],
    ['move_page', { page_id: '65686', space_key: 'PLAY' }],
    ['list_attachments', { page_id: '65540', media_type: 'image/png' }],
    ['upload_attachment', upload],
    ['upload_attachment', upload],
    ['download_attachment', { page_id: '65540', filename: 'diagram.png', version: 1 }],
    ...(wiki.mode === 'cloud'
      ? ([
          ['resolve_inline_comment', { comment_id: '65705' }],
          ['reply_to_comment', { comment_id: '65705', content: '<p>To all.</p>' }],
          ['get_page', { page_id: '65540', content_format: 'atlas_doc_format' }],
          ['create_page', { title: 'As ADF', space_key: 'PLAY', content: ADF, content_format: 'atlas_doc_format' }],
          ['add_comment', { page_id: '65538', content: ADF, content_format: 'atlas_doc_format' }]
        ] satisfies [string, object][])
      : []),
    ['list_inline_comments', { page_id: idOf('Handbook'), parent_comment_id: '65705' }],
    ['get_page', { page_id: '65540', content_format: 'markdown' }],
    ['delete_page', { page_id: idOf('Edit me'), purge: true, confirm: true }]
  ]
}

const ADF = '{"type":"doc","version":1,"content":[{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}'

/** Input that starts each action: pages of the Playground by default. */
const ACTIONS: readonly (readonly [BulkAdapter, Input])[] = [
  [label, { ...LATER, add_label: 'checked' }],
  [unlabel, { ...LATER, remove_label: 'later' }],
  [move, { ...LATER, target_id: TARGET }],
  [replace, { space_key: 'PLAY', search: 'old name', replacement: 'new name' }],
  [exportPages, LATER],
  [trash, LATER],
  [restore, { space_key: 'DOCS' }],
  [archive, LATER],
  // An earlier call resolved its comment.
  [resolveComments, { page_id: '65704', resolved: false }]
]

/** Runs every bulk action over items that are listed one by one, and its undo if it has one. Returns the received requests. */
export async function runAll(wiki: Wiki, settings: Record<string, unknown>, t: Test): Promise<Received[]> {
  const client = await clientOf(t, confluence, settings)
  const seen: Received[] = []
  const nothing = { nothing: {}, names: [], refused: [], unknown_names: [] }
  for (const [adapter, good] of ACTIONS.filter(
    ([adapter]) => wiki.mode === 'cloud' || (adapter !== archive && adapter !== resolveComments)
  )) {
    const open = async () => ({ client, requestLog: wiki, state: async () => null, fail: {} })
    const run = await startRun(t, { adapter, good, classify, open, ...nothing })
    const plan = await run.prepare(good)
    await run.count(plan)
    const items = await run.list(plan, 1)
    const { results, error } = await run.execute(items, plan)
    t.strictSame([error, new Set(results.map(({ outcome }) => outcome))], [undefined, new Set(['succeeded'])], adapter.name)
    if (adapter.reconcile) await run.reconcile(items, plan)
    if (adapter.undo)
      t.match(
        (await run.undo(items, plan, results)).results,
        items.map(() => ({ outcome: 'succeeded' })),
        adapter.name
      )
    seen.push(...(await wiki.requests()))
  }
  return seen
}
