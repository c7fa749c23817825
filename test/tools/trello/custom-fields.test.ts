import t from 'tap'
import { openTrello } from '../../helpers/trello.ts'

const CARD = '6979c2005eed000000000228'

t.test('custom fields', async t => {
  const { call } = await openTrello(t)
  const values = async (card_id = CARD): Promise<Record<string, string | null>> =>
    Object.fromEntries(
      (await call('list_custom_fields', { card_id })).data.items.map(({ name, value }: { name: string; value: string | null }) => [
        name,
        value
      ])
    )

  t.test('each type is set as text and read back', async t => {
    for (const [field, value, stored] of [
      ['Effort', '2.5', '2.5'],
      ['STAGE', 'blocked', 'Blocked'],
      ['Approved', 'true', 'true'],
      ['Review on', '2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
      ['Reviewer', 'Größe 🚪', 'Größe 🚪']
    ] as const)
      t.match((await call('set_custom_field', { card_id: CARD, field, value })).data, { value: stored }, field)
    t.strictSame(await values(), {
      Effort: '2.5',
      Stage: 'Blocked',
      Approved: 'true',
      'Review on': '2026-03-01T09:00:00.000Z',
      Reviewer: 'Größe 🚪'
    })
  })

  t.test('a value is cleared', async t => {
    t.match((await call('set_custom_field', { card_id: CARD, field: 'Effort', clear: true })).data, { value: null })
    t.match((await call('set_custom_field', { card_id: CARD, field: 'Stage', clear: true })).data, { value: null })
    t.match(await values(), { Effort: null, Stage: null, Approved: 'true' })
  })

  t.test('a value that does not fit is refused before anything is sent, with what would', async t => {
    for (const [field, value, path] of [
      ['Effort', 'two', 'value'],
      ['Stage', 'Redy', 'value'],
      ['Approved', 'yes', 'value'],
      ['Review on', 'soon', 'value'],
      ['Efort', '2', 'field']
    ] as const)
      t.match(
        await call('set_custom_field', { card_id: CARD, field, value }),
        { status: 400, error: { details: { issues: [{ path }] } } },
        field
      )
    t.match(await call('set_custom_field', { card_id: CARD, field: 'Effort' }), { status: 400 })
    t.match((await call('set_custom_field', { card_id: CARD, field: 'Stage', value: 'Redy' })).error.details.suggestions, ['Ready'])
  })
})

t.test('files and checklists of a card', async t => {
  const { call, failNext } = await openTrello(t)

  t.test('a file is uploaded unchanged, listed, downloaded and deleted', async t => {
    const bytes = Buffer.from([0, 255, 13, 10, 0x89, 0x50])
    const up = await call('upload_attachment', {
      card_id: CARD,
      filename: 'Größe & Co.bin',
      content_base64: bytes.toString('base64'),
      media_type: 'image/png',
      name: 'Sizes'
    })
    t.match(up, { status: 201, data: { name: 'Sizes', bytes: 6, is_upload: true, mime_type: 'image/png' } })
    const down = await call('download_attachment', { card_id: CARD, attachment_id: up.data.id }, { accept: 'application/json' })
    t.match(down.data, { filename: 'Größe & Co.bin', length: 6, content: bytes.toString('base64'), encoding: 'base64', complete: true })
    t.match((await call('list_attachments', { card_id: CARD })).data.items, [{ name: 'The brief' }, { name: 'Sizes' }])
    t.equal((await call('delete_attachment', { card_id: CARD, attachment_id: up.data.id, confirm: true })).status, 200)
    t.match(await call('download_attachment', { card_id: CARD, attachment_id: up.data.id }, { accept: 'application/json' }), {
      status: 404
    })
  })

  t.test('a link has no content to download', async t => {
    const { id } = (await call('add_url_attachment', { card_id: CARD, url: 'https://example.com/plan' })).data
    t.match(await call('download_attachment', { card_id: CARD, attachment_id: id }, { accept: 'application/json' }), {
      status: 422,
      error: { details: { reason: 'cannot_be_honoured', suggestions: ['Open https://example.com/plan instead.'] } }
    })
  })

  t.test('an upload whose response is lost is not repeated', async t => {
    await failNext({ method: 'POST', path: `/cards/${CARD}/attachments` }, { cut: true, after: true })
    const lost = await call('upload_attachment', { card_id: CARD, filename: 'a.txt', content_base64: 'YQ==' })
    t.match(lost, { error: { details: { outcome: 'unknown' } } })
    t.equal(
      (await call('list_attachments', { card_id: CARD })).data.items.filter(({ name }: { name: string }) => name === 'a.txt').length,
      1
    )
  })

  t.test('a checklist is copied, and one item of the copy deleted; the original stays', async t => {
    const copy = (await call('copy_checklist', { card_id: CARD, checklist_id: '698e15205eed000000000439', name: 'Again' })).data
    t.match(copy, { name: 'Again', card_id: CARD, items: { length: 3 } })
    await call('delete_checklist_item', { card_id: CARD, item_id: copy.items[0].id, confirm: true })
    t.match((await call('list_checklists', { card_id: CARD })).data.items, [{ items: { length: 2 } }])
    t.match((await call('list_checklists', { card_id: '697a86e05eed000000000236' })).data.items, [{ items: { length: 3 } }])
  })
})
