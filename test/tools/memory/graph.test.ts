import t from 'tap'
import { onEveryStore, openMemory } from '../../helpers/memory.ts'

onEveryStore(t, async (t, { call, byName }) => {
  const add = async (from: string, relation: string, to: string, more: Record<string, unknown> = {}) =>
    await call('add_link', { from, relation, to, ...more })

  await t.test('the six tools of the seed accept their own names and spelling', async t => {
    t.match(await byName('add_memory_link', { from: 'Seed A', relation: 'uses', to: 'Seed B', summary: 'x', validAt: '2020-01-01' }), {
      status: 201
    })
    t.match((await byName('get_memory_object', { name: 'Seed A' })).data, {
      summary: 'x',
      outgoing: [{ valid_at: '2020-01-01T00:00:00.000Z' }]
    })
    t.match((await byName('update_memory_object', { name: 'Seed A', newSummary: 'y', newType: 'Thing' })).data, {
      summary: 'y',
      type: 'Thing'
    })
    t.match((await byName('invalidate_memory_link', { from: 'Seed A', relation: 'uses', to: 'Seed B' })).data, { already_invalid: false })
    t.match((await byName('delete_memory_object', { name: 'Seed A', cascade: true, confirm: true })).data, { links_deleted: 1 })
    t.match(await byName('build_memory_from_text', { content: 'x', previousMessages: 'y', confirm: true }), {
      status: 503,
      error: { code: 'CONFIGURATION_ERROR', details: { suggestions: [/LLM_BASE_URL and LLM_MODEL/] } }
    })
  })

  await t.test('a link is ended even if the call has an unnecessary confirmation and idempotency key', async t => {
    await add('Key A', 'uses', 'Key B')
    const input = { from: 'Key A', relation: 'uses', to: 'Key B', confirm: true, idempotency_key: 'end it' }
    t.match((await call('invalidate_link', input)).data, { already_invalid: false })
  })

  await t.test('search finds words of names, summaries and facts, ignoring case and accents', async t => {
    await add('Zoë Müller', 'writes', 'Quarterly Zebra', {
      summary: 'Edits the zebra magazine',
      fact: 'Zoe Müller writes the zebra column'
    })
    const found = async (input: Record<string, unknown>) =>
      (await call('search', input)).data.items
        .map(({ object, link }: Record<string, Record<string, string>>) => object?.['name'] ?? link?.['fact'])
        .toSorted()
    t.strictSame(await found({ query: 'zoe MULLER', match: 'all' }), ['Zoe Müller writes the zebra column', 'Zoë Müller'])
    t.strictSame(await found({ query: 'magazine' }), ['Zoë Müller'])
    t.strictSame(await found({ query: 'zeb* col*', match: 'all' }), ['Zoe Müller writes the zebra column'])
    t.strictSame(await found({ query: 'zebra', kind: 'object' }), ['Quarterly Zebra', 'Zoë Müller'])
    t.strictSame(await found({ query: 'zebra', relation: 'WRITES' }), ['Zoe Müller writes the zebra column'])
    t.strictSame(await found({ query: 'zebra unheard', match: 'all' }), [])
    t.strictSame(await found({ query: 'quarterly unheard' }), ['Quarterly Zebra'])
  })

  await t.test('search returns links of the requested time, and objects of a type', async t => {
    await add('Search A', 'rides', 'Search Unicycle', { valid_at: '2020-01-01', invalid_at: '2021-01-01', from_type: 'Clown' })
    const total = async (input: Record<string, unknown>) => (await call('search', { query: 'unicycle', kind: 'link', ...input })).data.total
    t.strictSame(await total({}), { value: 0, relation: 'eq' })
    t.strictSame(await total({ as_of: '2020-06-01' }), { value: 1, relation: 'eq' })
    t.equal((await call('search', { query: 'search', type: 'clown' })).data.items[0].object.name, 'Search A')
  })

  await t.test('search refuses filters that are mutually exclusive, and ignores none', async t => {
    for (const [input, path] of [
      [{ kind: 'link', type: 'Place' }, 'type'],
      [{ kind: 'object', relation: 'uses' }, 'relation'],
      [{ type: 'Place', relation: 'uses' }, 'relation']
    ] as const)
      t.match(await call('search', { query: 'x', ...input }), { status: 400, error: { details: { issues: [{ path }] } } }, path)
  })

  await t.test('search returns page by page', async t => {
    const lines = Array.from({ length: 60 }, (_, at) => JSON.stringify({ kind: 'object', name: `Pagination ${at}` }))
    await call('import', { lines: lines.join('\n') })
    const { data } = await call('search', { query: 'pagination', max_items: 100 })
    t.equal(new Set(data.items.map(({ object }: { object: { name: string } }) => object.name)).size, 60)
    t.equal(data.next_cursor, null)
  })

  await t.test('objects are listed by name, and filtered by type and prefix', async t => {
    for (const to of ['List c', 'list B', 'List a']) await add('Lister', 'lists', to, { to_type: 'Listed' })
    const names = async (input: Record<string, unknown>) =>
      (await call('list_objects', input)).data.items.map(({ name }: { name: string }) => name)
    t.strictSame(await names({ type: 'LISTED', max_items: 10, limit: 2 }), ['List a', 'list B', 'List c'])
    t.strictSame(await names({ name_prefix: 'LIST B' }), ['list B'])
  })

  await t.test('a neighborhood ends at the requested depth and at the budget', async t => {
    for (const [from, to] of [
      ['N1', 'N2'],
      ['N2', 'N3'],
      ['N3', 'N4'],
      ['N5', 'N1']
    ] as const)
      await add(from, 'next', to)
    const around = async (input: Record<string, unknown>) => (await call('get_neighbourhood', { name: 'N1', ...input })).data
    const names = ({ objects }: { objects: { name: string; distance: number }[] }) =>
      objects.map(({ name, distance }) => `${name} ${distance}`).toSorted()
    t.strictSame(names(await around({})), ['N1 0', 'N2 1', 'N5 1'])
    t.strictSame(names(await around({ depth: 3, direction: 'outgoing' })), ['N1 0', 'N2 1', 'N3 2', 'N4 3'])
    t.strictSame(names(await around({ depth: 2, direction: 'incoming' })), ['N1 0', 'N5 1'])
    t.match(await around({ depth: 3, budget: 2 }), { complete: false, links: [{}] })
    t.match(await around({ relation: 'other' }), { complete: true, links: [] })
  })

  await t.test('a path is a shortest one, over links that hold', async t => {
    for (const [from, to] of [
      ['W1', 'W2'],
      ['W2', 'W3'],
      ['W3', 'W4'],
      ['W1', 'W9'],
      ['W9', 'W4']
    ] as const)
      await add(from, 'leads to', to)
    const path = async (input: Record<string, unknown>) => (await call('find_path', { from: 'W1', to: 'W4', ...input })).data
    t.match(await path({}), { found: true, objects: ['W1', 'W9', 'W4'], links: [{ from: 'W1' }, { to: 'W4' }] })
    await call('invalidate_link', { from: 'W9', relation: 'leads to', to: 'W4' })
    t.strictSame((await path({})).objects, ['W1', 'W2', 'W3', 'W4'])
    t.match(await path({ max_depth: 2 }), { found: false, objects: [] })
    t.match(await path({ direction: 'incoming' }), { found: false })
    t.strictSame((await path({ to: 'w1' })).objects, ['W1'])
  })

  await t.test('merging moves links, drops duplicates, and fills empty fields', async t => {
    await add('Merge Old', 'uses', 'Merge X')
    await add('Merge Old', 'knows', 'Merge New')
    await add('Merge Old', 'likes', 'Merge Y', { summary: 'unused' })
    await add('Merge New', 'uses', 'Merge X')
    await call('update_object', { name: 'Merge Old', type: 'Thing', summary: 'of the old' })
    const merge = { from: 'merge old', into: 'merge new' }
    const planned = await call('merge_objects', { ...merge, dry_run: true })
    t.match(planned.data, { links_moved: 1, dropped: [{ reason: /same link/ }, { reason: /to itself/ }], dry_run: true })
    t.equal((await call('get_object', { name: 'Merge Old' })).status, 200, 'a dry run changes nothing')
    const { data } = await call('merge_objects', { ...merge, confirm: true })
    t.match(data, { merged: 'Merge Old', links_moved: 1, object: { name: 'Merge New', type: 'Thing', summary: 'of the old' } })
    t.match((await call('get_object', { name: 'Merge Old' })).data, { name: 'Merge New', aliases: ['Merge Old'] }, 'the old name finds it')
    const { data: kept } = await call('get_object', { name: 'Merge New' })
    t.strictSame(kept.outgoing.map(({ relation, to }: Record<string, string>) => `${relation} ${to}`).toSorted(), [
      'likes Merge Y',
      'uses Merge X'
    ])
    t.equal(kept.incoming.length, 0)
  })

  await t.test('the name of a merged object finds the one that stays, until it is removed', async t => {
    await add('Alias Gmbh', 'makes', 'Alias Engines')
    await add('Alias Corp', 'makes', 'Alias Pumps')
    await add('Alias Holding', 'owns', 'Alias Land')
    await call('merge_objects', { from: 'Alias Gmbh', into: 'Alias Corp', confirm: true })
    await call('merge_objects', { from: 'Alias Corp', into: 'Alias Holding', confirm: true })
    const { data } = await call('get_object', { name: 'alias GMBH' })
    t.match(data, { name: 'Alias Holding', aliases: ['Alias Gmbh', 'Alias Corp'] }, 'even over two merges')
    const found = await call('search', { query: 'gmbh', kind: 'object' })
    t.match(found.data.items, [{ object: { name: 'Alias Holding' } }])
    t.match((await add('Alias Gmbh', 'employs', 'Alias Person')).data, { link: { from: 'Alias Holding' } }, 'no second object is created')
    const taken = await call('update_object', { name: 'Alias Land', new_name: 'Alias Corp' })
    t.match(taken, { status: 409, error: { details: { reason: 'already_exists' } } })
    const deleted = await call('delete_object', { name: 'Alias Gmbh', confirm: true })
    t.match(deleted, { status: 400, error: { message: /alias of Alias Holding/ } }, 'an alias deletes nothing')
    t.match(await call('merge_objects', { from: 'Alias Gmbh', into: 'Alias Land', confirm: true }), { status: 400 })
    const renamed = await call('update_object', { name: 'Alias Holding', new_name: 'Alias Corp' })
    t.strictSame(renamed.data.aliases, ['Alias Gmbh'], 'its own name is not an alias')
    await call('update_object', { name: 'Alias Corp', aliases: [] })
    t.equal((await call('get_object', { name: 'Alias Gmbh' })).status, 404)
    t.equal((await call('search', { query: 'gmbh', kind: 'object' })).data.items.length, 0)
  })

  await t.test('of links that become equal by merging, the one recorded first stays, in either direction', async t => {
    const days = { valid_at: '2020-01-01', invalid_at: '2021-01-01' }
    for (const [from, to] of [
      ['Twin Old', 'Twin X'],
      ['Twin X', 'Twin Old'],
      ['Twin Old', 'Twin Old']
    ] as const) {
      await add(from, 'uses', to, days)
      await add(from.replace('Old', 'New'), 'uses', to.replace('Old', 'New'), { ...days, valid_at: '2020-06-01' })
      await add(from, 'knows', to, days)
    }
    const { data } = await call('merge_objects', { from: 'Twin Old', into: 'Twin New', confirm: true })
    t.match(data, { links_moved: 3, dropped: Array.from({ length: 3 }, () => ({ reason: /same link/, link: { relation: 'uses' } })) })
    const { data: history } = await call('list_history', { name: 'Twin New' })
    t.strictSame(history.items.map(({ from, relation, to }: Record<string, string>) => `${from} ${relation} ${to}`).toSorted(), [
      'Twin New knows Twin New',
      'Twin New knows Twin X',
      'Twin New uses Twin New',
      'Twin New uses Twin X',
      'Twin X knows Twin New',
      'Twin X uses Twin New'
    ])
  })

  await t.test('a query with too many words is answered, with a warning', async t => {
    await add('Long A', 'likes', 'Long B', { fact: 'Long A likes nougatine' })
    const query = `nougatine ${Array.from({ length: 150 }, (_none, at) => `qz${at}`).join(' ')}`
    const { status, data, metadata } = await call('search', { query, kind: 'link' })
    t.equal(status, 200)
    t.match(data.items, [{ link: { fact: 'Long A likes nougatine' } }])
    t.match(metadata.warnings, [/more than 100 different words.* 51 /])
    t.equal((await call('search', { query: 'nougatine', kind: 'link' })).metadata.warnings, undefined)
  })

  await t.test('differing details of an existing link are reported, not stored', async t => {
    await add('Said A', 'uses', 'Said B', { fact: 'As it is', source: 'first', valid_at: '2020-01-01' })
    const again = await add('Said A', 'uses', 'Said B', { fact: 'As it is not', source: 'second', valid_at: '2021-01-01' })
    t.match(again, { status: 200, data: { created: false, link: { fact: 'As it is', source: 'first' } } })
    t.strictSame(again.data.differences, [
      { field: 'fact', recorded: 'As it is', requested: 'As it is not' },
      { field: 'source', recorded: 'first', requested: 'second' },
      { field: 'valid_at', recorded: '2020-01-01T00:00:00.000Z', requested: '2021-01-01T00:00:00.000Z' }
    ])
    t.match(again.metadata.warnings, [/its fact and source and valid_at did not change/])
    const same = await add('Said A', 'uses', 'Said B', { fact: 'As it is', valid_at: '2020-01-01' })
    t.equal(same.metadata.warnings, undefined)
  })

  await t.test('an object can be renamed if no other has the name', async t => {
    await add('Rename A', 'uses', 'Rename B')
    t.match((await call('update_object', { name: 'rename a', new_name: 'Renamed A' })).data, {
      name: 'Renamed A',
      changes: [{ field: 'name', old: 'Rename A', new: 'Renamed A' }]
    })
    t.equal((await call('get_object', { name: 'Renamed A' })).data.outgoing[0].from, 'Renamed A')
    t.match(await call('update_object', { name: 'Renamed A', new_name: 'RENAME b' }), {
      status: 409,
      error: { details: { reason: 'already_exists' } }
    })
    t.equal(
      (await call('update_object', { name: 'Renamed A', new_name: 'RENAMED a' })).data.name,
      'RENAMED a',
      'its own name in other case'
    )
  })

  await t.test('a link that overlaps the same link is refused, and one at another time is created', async t => {
    await add('Overlap A', 'rents', 'Overlap B', { valid_at: '2020-01-01', invalid_at: '2021-01-01' })
    t.match(await add('Overlap A', 'rents', 'Overlap B', { valid_at: '2020-06-01', invalid_at: '2022-01-01' }), {
      status: 409,
      error: { details: { reason: 'already_exists', current: { invalid_at: '2021-01-01T00:00:00.000Z' } } }
    })
    t.equal((await add('Overlap A', 'rents', 'Overlap B', { valid_at: '2021-01-01', invalid_at: '2022-01-01' })).status, 201)
    t.equal((await add('Overlap A', 'rents', 'Overlap B', { valid_at: '2020-01-01', invalid_at: '2021-01-01' })).data.created, false)
  })

  await t.test('no end lets two links with the same three parts hold at once, however the link is identified', async t => {
    const twice = async (from: string) => {
      const { data } = await add(from, 'rents', 'Flat', { valid_at: '2020-01-01', invalid_at: '2027-01-01' })
      await add(from, 'rents', 'Flat', { valid_at: '2027-01-01' })
      return { link_id: data.link.id }
    }
    const held = async (name: string) => (await call('get_object', { name, as_of: '2027-06-01' })).data.outgoing.length
    const end = (which: object) => call('invalidate_link', { ...which, invalid_at: '2028-01-01' })
    t.match(await end(await twice('Twice A')), {
      status: 400,
      error: { details: { issues: [{ path: 'invalid_at', message: /start of the next period of the same link, 2027-01-01/ }] } }
    })
    t.equal(await held('Twice A'), 1)
    await twice('Twice B')
    t.match((await end({ from: 'Twice B', relation: 'rents', to: 'Flat' })).data.link, { valid_at: '2027-01-01T00:00:00.000Z' })
    t.equal(await held('Twice B'), 1, 'by its three parts, the link that holds then is ended')
  })

  await t.test('a future end is reported, and corrected only by update_link', async t => {
    const invalid_at = '2999-01-01T00:00:00.000Z'
    await add('Lease A', 'rents', 'Lease B', { valid_at: '2020-01-01' })
    const end = (more = {}) => call('invalidate_link', { from: 'Lease A', relation: 'rents', to: 'Lease B', ...more })
    const first = await end({ invalid_at })
    t.match(first, {
      data: { already_invalid: false },
      metadata: { warnings: [/^It holds until 2999-01-01.*in the future.*memory_update_link/] }
    })
    t.match(await end(), {
      data: { already_invalid: true, link: { invalid_at } },
      metadata: { warnings: [/^It holds until 2999.*set earlier.*memory_update_link/] }
    })
    const { text } = await call('invalidate_link', { from: 'Lease A', relation: 'rents', to: 'Lease B' }, { accept: 'text/markdown' })
    t.match(text, /^Already had a future end/m)
    const again = await add('Lease A', 'rents', 'Lease B', { valid_at: '2020-01-01' })
    t.match(again, { data: { created: false }, metadata: { warnings: [/its invalid_at did not change\. To correct it/] } })
  })

  await t.test('a link with only an end, after the same link ended, starts now', async t => {
    await add('Again A', 'rents', 'Again B', { valid_at: '2020-01-01', invalid_at: '2024-01-01' })
    const until = { invalid_at: '2999-01-01' }
    const before = new Date().toISOString()
    const { status, data } = await add('Again A', 'rents', 'Again B', until)
    t.equal(status, 201)
    t.ok(data.link.valid_at >= before, data.link.valid_at)
    t.match(await add('Again A', 'rents', 'Again B', until), { status: 200, data: { created: false, link: { id: data.link.id } } })
    await add('Again C', 'rents', 'Again B', { invalid_at: '2020-01-01' })
    t.equal(
      (await add('Again C', 'rents', 'Again B', { invalid_at: '2020-01-01' })).data.created,
      false,
      'one in the past is the same, too'
    )
  })

  await t.test('a link that ended when it started does not overlap another one', async t => {
    await add('Empty A', 'rents', 'Empty B', { valid_at: '2020-06-01' })
    await call('invalidate_link', { from: 'Empty A', relation: 'rents', to: 'Empty B', invalid_at: '2020-06-01' })
    t.equal((await add('Empty A', 'rents', 'Empty B', { valid_at: '2020-01-01', invalid_at: '2021-01-01' })).status, 201)
  })

  await t.test('a link is ended by its ID', async t => {
    const { data } = await add('ById A', 'uses', 'ById B')
    t.match((await call('invalidate_link', { link_id: data.link.id })).data, { already_invalid: false, link: { from: 'ById A' } })
    for (const link_id of ['0', '999999999', 'x'])
      t.match(await call('invalidate_link', { link_id }), { status: 404, error: { details: { reason: 'link_not_found' } } })
  })

  await t.test('an unknown relation is reported with the existing ones', async t => {
    await add('Rel A', 'uses', 'Rel B')
    t.match(await call('invalidate_link', { from: 'Rel A', relation: 'used', to: 'Rel B' }), {
      status: 404,
      error: { details: { suggestions: ['Relations from Rel A to Rel B: uses.'] } }
    })
  })
})

t.test('each key has a separate graph, unless the settings name a shared one', async t => {
  const identify = (key: string) => ({ id: key, scopes: ['*'] })
  const open = (environment: Record<string, string>) => openMemory(t, { auth: { identify, anonymous: undefined }, environment })
  const as = (key: string) => ({ 'x-api-key': key })
  for (const [environment, expected] of [
    [{}, 404],
    [{ MEMORY_NAMESPACE: 'team' }, 200]
  ] as const) {
    const { call } = await open(environment)
    await call('add_link', { from: 'Secret', relation: 'is', to: 'Hidden' }, as('alice'))
    t.equal((await call('get_object', { name: 'Secret' }, as('bob'))).status, expected)
    t.equal((await call('search', { query: 'secret' }, as('bob'))).data.items.length > 0, expected === 200)
    t.equal((await call('get_object', { name: 'Secret' }, as('alice'))).status, 200)
    const { data } = await call('list_history', { name: 'Secret' }, as('alice'))
    const theirs = await call('invalidate_link', { link_id: data.items[0].id }, as('bob'))
    t.equal(theirs.status, expected, 'an ID opens no other graph')
  }
})

t.test('an unreachable database is reported', async t => {
  const { call } = await openMemory(t, { environment: { MEMORY_DATABASE_URL: 'postgres://user:hush@127.0.0.1:1/none' } })
  const { status, error, text } = await call('get_statistics')
  t.equal(status, 502)
  t.match(error, { details: { reason: 'connection_failed', source: 'upstream' } })
  t.notMatch(text, /hush/)
})
