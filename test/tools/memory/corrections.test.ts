import t from 'tap'
import { onEveryStore } from '../../helpers/memory.ts'

onEveryStore(t, async (t, { call }) => {
  const add = async (from: string, relation: string, to: string, more: Record<string, unknown> = {}) =>
    (await call('add_link', { from, relation, to, ...more })).data
  const facts = async (query: string) =>
    (await call('search', { query, kind: 'link' })).data.items.map(({ link }: { link: { fact: string } }) => link.fact)

  await t.test('dates, text and source of a fact are corrected, and search finds the new text only', async t => {
    const { link } = await add('Cor A', 'founded', 'Cor B', { fact: 'Cor A founded the bakery', valid_at: '2020-01-01', source: 'a' })
    const { status, data } = await call('update_link', {
      link_id: link.id,
      fact: 'Cor A founded the brewery',
      valid_at: '2019-05-01',
      invalid_at: '2024-01-01',
      source: ''
    })
    t.equal(status, 200)
    t.match(data, {
      changed: true,
      objects_created: [],
      link: { id: link.id, valid_at: '2019-05-01T00:00:00.000Z', invalid_at: '2024-01-01T00:00:00.000Z', source: null }
    })
    t.strictSame(
      data.changes.map(({ field }: { field: string }) => field),
      ['fact', 'valid_at', 'invalid_at', 'source']
    )
    t.strictSame(await facts('bakery'), [])
    await call('update_link', { link_id: link.id, invalid_at: 'never', valid_at: 'always' })
    t.strictSame(await facts('brewery'), ['Cor A founded the brewery'])
    t.match((await call('list_history', { name: 'Cor A' })).data.items, [{ valid_at: null, invalid_at: null, expired_at: null }])
    t.match((await call('update_link', { link_id: link.id, invalid_at: 'never' })).data, { changed: false, changes: [] })
  })

  await t.test('an end that was set too early or too late is corrected', async t => {
    await add('End A', 'rents', 'End B', { valid_at: '2020-01-01' })
    await call('invalidate_link', { from: 'End A', relation: 'rents', to: 'End B', invalid_at: '2999-01-01' })
    t.match((await call('update_link', { from: 'End A', relation: 'rents', to: 'End B', invalid_at: '2023-01-01' })).data.link, {
      invalid_at: '2023-01-01T00:00:00.000Z'
    })
    t.equal((await call('get_object', { name: 'End A' })).data.outgoing.length, 0)
    t.equal((await call('get_object', { name: 'End A', as_of: '2022-01-01' })).data.outgoing.length, 1)
  })

  await t.test('a wrong end is moved, and a plain sentence moves with it', async t => {
    await add('Move A', 'works at', 'Move Wrong')
    const { data } = await call('update_link', { from: 'Move A', relation: 'works at', to: 'Move Wrong', new_to: 'Move Right' })
    t.match(data, { objects_created: ['Move Right'], link: { to: 'Move Right', fact: 'Move A works at Move Right' } })
    t.equal((await call('get_object', { name: 'Move Wrong' })).data.incoming.length, 0)
    t.equal((await call('get_object', { name: 'Move Right' })).data.incoming.length, 1)
    t.match((await call('update_link', { from: 'Move A', relation: 'works at', to: 'Move Right', new_relation: 'advises' })).data.link, {
      relation: 'advises',
      fact: 'Move A advises Move Right'
    })
  })

  await t.test('a correction that no record can have is refused, and changes nothing', async t => {
    const { link } = await add('Bad A', 'uses', 'Bad B', { valid_at: '2020-01-01', invalid_at: '2021-01-01' })
    await add('Bad A', 'uses', 'Bad B', { valid_at: '2022-01-01' })
    const update = (more: object) => call('update_link', { link_id: link.id, ...more })
    t.match(await update({ invalid_at: '2019-01-01' }), { status: 400, error: { details: { issues: [{ path: 'invalid_at' }] } } })
    t.match(await update({ invalid_at: '2023-01-01', new_to: 'BAD b' }), { status: 409, error: { details: { reason: 'already_exists' } } })
    t.match(await update({ new_to: 'Bad New', invalid_at: '2019-01-01' }), { status: 400 })
    t.equal((await call('get_object', { name: 'Bad New' })).status, 404, 'an object is not created by a refused call')
    t.match(await call('update_link', { link_id: '999999', fact: 'x' }), { status: 404, error: { details: { reason: 'link_not_found' } } })
    t.match((await call('list_history', { name: 'Bad A' })).data.items, [
      { invalid_at: '2021-01-01T00:00:00.000Z' },
      { valid_at: '2022-01-01T00:00:00.000Z' }
    ])
  })

  await t.test('a deleted fact is gone at every time; its objects stay', async t => {
    const { link } = await add('Del A', 'likes', 'Del B', { fact: 'Del A likes rhubarb', valid_at: '2020-01-01' })
    const which = { from: 'del a', relation: 'LIKES', to: 'Del B' }
    t.match((await call('delete_link', { ...which, dry_run: true })).data, { dry_run: true, link: { id: link.id } })
    t.strictSame(await facts('rhubarb'), ['Del A likes rhubarb'])
    t.match((await call('delete_link', { ...which, confirm: true })).data, { dry_run: false, link: { fact: 'Del A likes rhubarb' } })
    t.strictSame(await facts('rhubarb'), [])
    t.equal((await call('get_object', { name: 'Del A', as_of: '2021-01-01' })).data.outgoing.length, 0)
    t.match(await call('delete_link', { ...which, confirm: true }), {
      status: 404,
      error: { details: { suggestions: [/No link leads from Del A to Del B/] } }
    })
    t.match(await call('delete_link', { link_id: 'abc', confirm: true }), { status: 404 })
  })
})
