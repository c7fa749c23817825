import t from 'tap'
import { onEveryStore } from '../../helpers/memory.ts'

const DAY = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString()

onEveryStore(t, async (t, { call }) => {
  const add = async (from: string, relation: string, to: string, more: Record<string, unknown> = {}) =>
    await call('add_link', { from, relation, to, ...more })
  const outgoing = async (name: string, at: Record<string, unknown> = {}): Promise<string[]> =>
    (await call('get_object', { name, ...at })).data.outgoing.map(({ relation, to }: Record<string, string>) => `${relation} ${to}`)

  await t.test('1: relation and fact are separate, so a link with a fact is ended by its three parts', async t => {
    await add('P1 Gromozeka', 'written in', 'Kotlin', { fact: 'Gromozeka is written in Kotlin' })
    const { status, data } = await call('invalidate_link', { from: 'P1 Gromozeka', relation: 'WRITTEN_IN', to: 'kotlin' })
    t.equal(status, 200)
    t.equal(data.already_invalid, false)
    t.strictSame(await outgoing('P1 Gromozeka'), [])
  })

  await t.test('2: adding a link again does not duplicate it, and created reports it', async t => {
    t.match(await add('P2 A', 'uses', 'P2 B'), { status: 201, data: { created: true } })
    t.match(await add('P2 A', 'uses', 'P2 B'), { status: 200, data: { created: false } })
    t.strictSame(await outgoing('P2 A'), ['uses P2 B'])
  })

  await t.test('2: eight concurrent calls that add the same link create one', async t => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('P2 C', 'uses', 'P2 D')))
    t.equal(answers.filter(({ data }) => data.created).length, 1)
    t.equal(new Set(answers.map(({ data }) => data.link.id)).size, 1)
  })

  await t.test('3: spellings of a name are one object, which keeps its first name', async t => {
    await add('Spring  AI', 'uses', 'P3 Caf\u00e9')
    for (const name of ['spring ai', ' SPRING AI', 'Spring\tAI']) t.equal((await call('get_object', { name })).data.name, 'Spring AI', name)
    t.equal((await call('get_object', { name: 'p3 cafe\u0301' })).data.name, 'P3 Caf\u00e9')
    t.match(await call('get_object', { name: 'SpringAI' }), {
      status: 404,
      error: { details: { reason: 'object_not_found', suggestions: ['Spring AI'] } }
    })
  })

  await t.test('4: the first end of a link counts', async t => {
    await add('P4 A', 'uses', 'P4 B', { valid_at: '2020-01-01' })
    const end = (invalid_at: string) => call('invalidate_link', { from: 'P4 A', relation: 'uses', to: 'P4 B', invalid_at })
    t.match((await end('2024-01-01')).data, { already_invalid: false, held_ms: 1461 * DAY })
    t.match((await end('2025-01-01')).data, { already_invalid: true, link: { invalid_at: '2024-01-01T00:00:00.000Z' } })
  })

  await t.test('5: a link holds from its start up to, not including, its end', async t => {
    await add('P5 A', 'uses', 'P5 B', { valid_at: '2020-01-01', invalid_at: '2021-01-01' })
    t.strictSame(await outgoing('P5 A', { as_of: '2020-01-01' }), ['uses P5 B'])
    t.strictSame(await outgoing('P5 A', { as_of: '2020-12-31T23:59:59.999Z' }), ['uses P5 B'])
    t.strictSame(await outgoing('P5 A', { as_of: '2021-01-01T00:00:00Z' }), [])
    t.strictSame(await outgoing('P5 A', { as_of: '2021-01-01T01:00:00+02:00' }), ['uses P5 B'], 'a time zone is respected')
  })

  await t.test('5: an end before the start is refused', async t => {
    t.match(await add('P5 C', 'uses', 'P5 D', { valid_at: '2021-01-01', invalid_at: '2020-01-01' }), {
      status: 400,
      error: { details: { issues: [{ path: 'invalid_at' }] } }
    })
    await add('P5 C', 'uses', 'P5 D', { valid_at: '2021-01-01' })
    t.match(await call('invalidate_link', { from: 'P5 C', relation: 'uses', to: 'P5 D', invalid_at: '2020-06-01' }), {
      status: 400,
      error: { details: { issues: [{ path: 'invalid_at' }] } }
    })
  })

  await t.test('5: a date means its start in UTC; an invalid date, and a time without a zone, are refused', async t => {
    const { data } = await add('P5 E', 'uses', 'P5 F', { valid_at: '2024-02-29' })
    t.equal(data.link.valid_at, '2024-02-29T00:00:00.000Z')
    for (const valid_at of ['2025-02-29', '2025-13-01', '2025-01-01T12:00:00', 'yesterday', '2025-01-01T25:00:00Z'])
      t.match(
        await add('P5 E', 'knows', 'P5 F', { valid_at }),
        { status: 400, error: { details: { issues: [{ path: 'valid_at' }] } } },
        valid_at
      )
  })

  await t.test('5: a future link is not returned as current', async t => {
    await add('P5 G', 'joins', 'P5 H', { valid_at: inDays(30) })
    t.strictSame(await outgoing('P5 G'), [])
    t.strictSame(await outgoing('P5 G', { as_of: inDays(31) }), ['joins P5 H'])
  })

  await t.test('6: a link added again after its end is a new one', async t => {
    const first = await add('P6 A', 'uses', 'P6 B', { valid_at: '2020-01-01' })
    await call('invalidate_link', { from: 'P6 A', relation: 'uses', to: 'P6 B', invalid_at: '2021-01-01' })
    const second = await add('P6 A', 'uses', 'P6 B')
    t.equal(second.data.created, true)
    t.not(second.data.link.id, first.data.link.id)
    t.equal((await call('list_history', { name: 'P6 A' })).data.total.value, 2)
    t.strictSame(await outgoing('P6 A', { as_of: '2020-06-01' }), ['uses P6 B'])
    t.strictSame(await outgoing('P6 A', { as_of: '2022-06-01' }), [], 'the time between stays empty')
    t.strictSame(await outgoing('P6 A'), ['uses P6 B'])
  })

  await t.test('7: the time of recording is not the start', async t => {
    const { data } = await add('P7 A', 'uses', 'P7 B')
    t.equal(data.link.valid_at, null)
    t.strictSame(await outgoing('P7 A', { as_of: '1990-01-01' }), ['uses P7 B'])
  })

  await t.test('7: a query about an earlier state ignores later records', async t => {
    await add('P7 C', 'uses', 'P7 D', { valid_at: '2020-01-01' })
    t.strictSame(await outgoing('P7 C', { as_of: '2020-06-01', known_at: '2020-06-01' }), [])
    const known_at = new Date().toISOString()
    await new Promise(resolve => setTimeout(resolve, 5))
    await call('invalidate_link', { from: 'P7 C', relation: 'uses', to: 'P7 D', invalid_at: '2020-03-01' })
    t.strictSame(await outgoing('P7 C', { as_of: '2020-06-01', known_at }), ['uses P7 D'], 'its end was not known yet')
    t.strictSame(await outgoing('P7 C', { as_of: '2020-06-01' }), [])
  })

  await t.test('8: without cascade, an object with links is kept; ended links count, and one to itself counts once', async t => {
    await add('P8 A', 'uses', 'P8 B')
    await add('P8 A', 'knows', 'P8 A')
    await call('invalidate_link', { from: 'P8 A', relation: 'uses', to: 'P8 B' })
    const remove = (cascade: boolean) => call('delete_object', { name: 'P8 A', cascade, confirm: true })
    t.match(await remove(false), {
      status: 409,
      error: { message: 'P8 A has 2 links, so it was not deleted.', details: { reason: 'has_links', links: 2 } }
    })
    t.match((await remove(true)).data, { links_deleted: 2, outgoing: 2, incoming: 0, neighbours: ['P8 B'] })
    t.equal((await remove(true)).status, 404, 'a second time, it does not exist')
  })

  await t.test('8: a link added during the deletion of an object is deleted too, or creates the object again', async t => {
    for (let round = 0; round < 5; round++) {
      await add('P8 C', 'uses', 'P8 D')
      const [added] = await Promise.all([add('P8 C', 'knows', 'P8 E'), call('delete_object', { name: 'P8 C', confirm: true })])
      t.ok(added.status < 300)
      const { status, data } = await call('get_object', { name: 'P8 C' })
      if (status === 200)
        t.strictSame(
          data.outgoing.map(({ to }: { to: string }) => to),
          ['P8 E']
        )
      else t.equal((await call('get_object', { name: 'P8 E' })).data.incoming.length, 0)
    }
  })

  await t.test('9: an invalid line leaves nothing', async t => {
    const lines = [
      '{"kind":"object","name":"P9 A"}',
      '{"kind":"link","from":"P9 A","relation":"uses","to":"P9 B"}',
      '{"kind":"link","from":"P9 A"}'
    ]
    t.match(await call('import', { lines: lines.join('\n') }), { status: 400, error: { message: /line 3/ } })
    t.equal((await call('get_object', { name: 'P9 A' })).status, 404)
  })

  await t.test('10: a summary is stored for a new object, and ignored for an existing one', async t => {
    await add('P10 A', 'uses', 'P10 B', { summary: 'first' })
    const again = await add('P10 A', 'knows', 'P10 B', { summary: 'second' })
    t.match(again.metadata.warnings, [/P10 A already existed: its summary did not change/])
    t.equal((await call('get_object', { name: 'P10 A' })).data.summary, 'first')
  })

  await t.test('10: an empty summary clears it; null and absent keep it; no change at all is an error', async t => {
    await add('P10 C', 'uses', 'P10 D', { summary: 'some' })
    t.match((await call('update_object', { name: 'P10 C', summary: null, type: 'Thing' })).data, { summary: 'some', type: 'Thing' })
    t.match((await call('update_object', { name: 'P10 C', summary: '' })).data, {
      summary: '',
      changes: [{ field: 'summary', old: 'some', new: '' }]
    })
    t.match((await call('update_object', { name: 'P10 C', summary: '' })).data, { changed: false, changes: [] })
    t.equal((await call('update_object', { name: 'P10 C' })).status, 400)
  })

  await t.test('10: names may contain any character', async t => {
    for (const name of [
      'a/b',
      '..',
      '../../x',
      '50 %',
      'C#?&=',
      'ü/ö',
      '日本',
      '%2F',
      "Robert'); DROP TABLE memory_links;--",
      '"quoted"',
      '🦊 fox'
    ]) {
      await add(name, 'is', 'P10 name')
      t.match((await call('get_object', { name })).data, { name, outgoing: [{ from: name }] }, name)
    }
  })

  await t.test('10: the links of an object are returned page by page', async t => {
    const lines = Array.from({ length: 250 }, (_, at) =>
      JSON.stringify({
        kind: 'link',
        from: at % 2 ? 'P10 hub' : `P10 leaf ${at}`,
        relation: 'has',
        to: at % 2 ? `P10 leaf ${at}` : 'P10 hub'
      })
    )
    await call('import', { lines: lines.join('\n') })
    const seen = new Set<string>()
    let links_cursor: string | undefined
    do {
      const { data, metadata } = await call('get_object', { name: 'P10 hub', links_limit: 100, ...(links_cursor && { links_cursor }) })
      t.match(data, { outgoing_total: { value: 125, relation: 'eq' }, incoming_total: { value: 125, relation: 'eq' } })
      for (const { id } of [...data.outgoing, ...data.incoming]) seen.add(id)
      links_cursor = data.next_links_cursor ?? undefined
      t.equal(metadata.truncated === undefined, links_cursor === undefined)
    } while (links_cursor)
    t.equal(seen.size, 250)
  })

  await t.test('texts that no database can store are refused, with the name of the property', async t => {
    for (const relation of ['a\u0000b', '\ud800', '   '])
      t.match(await add('P A', relation, 'P B'), { status: 400, error: { details: { issues: [{ path: 'relation' }] } } })
  })
})
