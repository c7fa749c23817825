import t from 'tap'
import { MODES, openWiki, pageNamed, throughGateway } from '../../helpers/confluence.ts'

const WAYS = [
  ...MODES.map(mode => ({ name: mode as string, options: { mode } })),
  { name: 'cloud through the gateway', options: { mode: 'cloud' as const, settings: throughGateway } }
]
const BYTES = { accept: 'application/octet-stream' }

for (const { name, options } of WAYS) {
  t.test(name, async t => {
    const wiki = await openWiki(t, options)
    const { call, clear, requests, failNext, site, app } = wiki
    t.afterEach(() => clear())
    const page_id = pageNamed(wiki, 'Release plan').id
    const target = pageNamed(wiki, 'Target').id
    const fetchBytes = async (query: string) => await app.inject({ url: `/v1/confluence/attachment/download?${query}`, headers: BYTES })
    const upload = (input: object) =>
      call('upload_attachment', { page_id: target, filename: 'a.bin', content_base64: Buffer.from('one').toString('base64'), ...input })

    t.test('an attachment has labels of its own', async t => {
      const [file] = (await call('list_attachments', { page_id, filename: 'diagram.png' })).data.items
      const own = { page_id: file.id }
      t.match((await call('add_labels', { ...own, labels: ['picture', 'plan'] })).data, {
        page_id: file.id,
        title: 'diagram.png',
        labels: [{ name: 'picture' }, { name: 'plan' }],
        changed: true
      })
      t.match((await call('add_labels', { ...own, labels: ['plan'] })).data, { changed: false })
      t.match((await call('remove_label', { ...own, label: 'Plan' })).data, { labels: [{ name: 'picture' }] })
      t.match((await call('list_labels', own)).data.items, [{ name: 'picture' }])
      t.strictSame(pageNamed(wiki, 'Release plan').labels, ['plan'], 'those of the page stay')
      t.match((await call('list_labels', { page_id: 'att999' })).error.details, { reason: 'upstream_not_found' })
    })

    t.test('attachments are listed with type, size and comment, by name and in pages', async t => {
      const { data } = await call('list_attachments', { page_id, limit: 1 })
      t.match(data.items, [
        { type: 'attachment', title: 'diagram.png', metadata: { media_type: 'image/png', file_size: 70, comment: 'The diagram.png' } }
      ])
      const rest = await call('list_attachments', { page_id, limit: 1, cursor: data.next_cursor })
      t.match(rest.data, { items: [{ title: 'Übersicht 2026.txt' }], next_cursor: null })
      t.equal((await call('list_attachments', { page_id, start: 1 })).data.items[0].title, 'Übersicht 2026.txt')
      t.equal((await call('list_attachments', { page_id, filename: 'diagram.png' })).data.items.length, 1)
      const { id } = data.items[0]
      t.strictSame((await call('list_attachments', { page_id, attachment_id: id })).data.items.length, 1)
      const second = await call('list_attachments', { page_id, attachment_id: rest.data.items[0].id, limit: 1 })
      t.match(second.data, { items: [{ title: 'Übersicht 2026.txt' }], total: { value: 1, relation: 'eq' }, next_cursor: null })
      t.match(second.metadata.pagination, { start: 0, size: 1, total_size: 1 })
      for (const other of [{ page_id: target }, { filename: 'other.png' }, { media_type: 'text/html' }, { attachment_id: 'att1' }])
        t.strictSame((await call('list_attachments', { page_id, attachment_id: id, ...other })).data.items, [])
      t.match((await call('get_attachment', { attachment_id: id })).data, { id, container: { id: page_id, type: 'page' } })
    })

    t.test('bytes are returned unchanged, whatever their type and file name', async t => {
      for (const filename of ['diagram.png', 'Übersicht 2026.txt']) {
        const answer = await fetchBytes(new URLSearchParams({ page_id, filename }).toString())
        t.equal(answer.statusCode, 200, answer.body)
        const kept = [...site.attachments.values()].find(({ title }) => title === filename)?.revisions[0]?.bytes
        t.strictSame(answer.rawPayload, kept)
        t.match(answer.headers, { 'content-type': 'application/octet-stream', 'content-length': String(kept?.length) })
      }
    })

    t.test('the media host gets no credential, and a file is streamed', { skip: site.mode === 'datacenter' }, async t => {
      const large = Buffer.alloc(12_000_000, 7)
      const [attachment] = [...site.attachments.values()].filter(({ title }) => title === 'notes.txt')
      attachment?.revisions.push({ ...attachment.revisions[0], number: 2, bytes: large } as NonNullable<(typeof attachment.revisions)[0]>)
      const answer = await fetchBytes(`attachment_id=${attachment?.id}`)
      t.equal(answer.rawPayload.length, large.length)
      const paths = (await requests()).map(({ path, status }) => `${status} ${path}`)
      t.match(paths.at(-2), /^302 .*\/download$/)
      t.match(paths.at(-1), /^200 \/media\//)
    })

    t.test('a refused download is reported like any other refusal', async t => {
      await failNext({ path: 'download' }, { status: 403, body: { message: 'com.atlassian.PermissionException: Not for you' } })
      const answer = await fetchBytes(new URLSearchParams({ page_id, filename: 'diagram.png' }).toString())
      t.equal(answer.statusCode, 403)
      t.match(answer.json().error, { message: 'Confluence returned 403: Not for you' })
      t.equal((await fetchBytes(new URLSearchParams({ page_id, filename: 'none.png' }).toString())).statusCode, 404)
    })

    t.test('a file is attached, gets a new version, or is refused if its name is taken', async t => {
      const bytes = Buffer.from([0, 255, 10, 13, 200])
      const first = await upload({
        filename: 'Größe "1".bin',
        content_base64: bytes.toString('base64'),
        media_type: 'image/png',
        comment: 'Größe'
      })
      t.match(first, {
        status: 201,
        data: {
          title: 'Größe "1".bin',
          created: true,
          version: { number: 1 },
          metadata: { media_type: 'image/png', comment: 'Größe', file_size: 5 }
        }
      })
      t.strictSame(site.attachments.get(first.data.id)?.revisions[0]?.bytes, bytes)
      const second = await upload({ filename: 'Größe "1".bin' })
      t.match(second.data, { id: first.data.id, created: false, version: { number: 2 } })
      t.equal((await upload({ filename: 'Größe "1".bin', if_exists: 'refuse' })).error.details.reason, 'already_exists')
      t.match((await call('get_attachment', { attachment_id: first.data.id })).data.version.number, 2)
    })

    t.test('a file can be sent as a part of a form, larger than JSON allows', async t => {
      const bytes = Buffer.alloc(11_000_000, 'file ')
      const form = new FormData()
      form.append('comment', 'By form')
      form.append('file', new File([bytes], 'large.bin', { type: 'application/x-thing' }))
      const encoded = new Response(form)
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/confluence/pages/${target}/attachments`,
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer())
      })
      t.equal(answer.statusCode, 201, answer.body)
      t.match(answer.json().data, {
        title: 'large.bin',
        metadata: { media_type: 'application/x-thing', file_size: bytes.length, comment: 'By form' }
      })
      const kept = [...site.attachments.values()].find(({ title }) => title === 'large.bin')?.revisions[0]?.bytes
      t.ok(kept?.equals(bytes), 'every byte of it')
    })

    t.test('an upload whose response was lost is not sent again', async t => {
      await failNext({ path: 'child/attachment', method: site.mode === 'cloud' ? 'PUT' : 'POST' }, { cut: true, after: true })
      t.match((await upload({ filename: 'lost.bin' })).error.details, { outcome: 'unknown' })
      t.equal((await requests()).filter(({ method }) => method !== 'GET').length, 1)
    })

    t.test('an attachment is moved to the trash', async t => {
      const { data } = await upload({ filename: 'gone.bin' })
      t.match((await call('delete_attachment', { attachment_id: data.id })).data, { title: 'gone.bin', page_id: target, deleted: true })
      t.equal((await call('get_attachment', { attachment_id: data.id })).status, 404)
    })
  })
}

t.test('an attachment of a space that is not allowed is refused', async t => {
  const wiki = await openWiki(t, {
    settings: address => ({ url: address, type: 'cloud', email: 'ada@example.com', token: 'sandbox-token', spaces: ['PLAY'] })
  })
  const [first] = [...wiki.site.attachments.keys()]
  t.equal((await wiki.call('get_attachment', { attachment_id: first })).error.details.reason, 'denied_by_policy')
  t.equal((await wiki.call('download_attachment', { attachment_id: first })).error.details.reason, 'denied_by_policy')
})
