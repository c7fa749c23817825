import t from 'tap'
import { openPostOffice } from '../../helpers/gmail.ts'

const ANSWERED = '19b00000014f014f'
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0x0d, 0x0a]).toString('base64')

t.test('sending', async t => {
  const { call, clear, failNext, mailbox, requests } = await openPostOffice(t)
  t.beforeEach(clear)
  const sends = async (): Promise<number> => (await requests()).filter(({ path }) => path.endsWith('/send')).length
  const inbox = (): number => mailbox.messages.size

  t.test('a message arrives unchanged, including umlauts and bytes', async t => {
    const attachments = [{ filename: 'Übersicht – Größen.bin', media_type: 'application/octet-stream', content_base64: PNG }]
    const letter = {
      to: ['Ada <ada@example.com>'],
      cc: ['Bo Ö <bo@example.com>'],
      subject: 'Grüße 🚪',
      text: 'Schöne Grüße\n',
      html: '<p>Hi</p>'
    }
    const sent = await call('send_message', { ...letter, attachments })
    t.match(sent, { status: 200, data: { labels: ['UNREAD', 'SENT', 'INBOX'], cc: ['Bo Ö <bo@example.com>'], dry_run: false } })
    const { data } = await call('get_message', { message_id: sent.data.id })
    t.match(data, { subject: 'Grüße 🚪', cc: 'Bo Ö <bo@example.com>', body: 'Schöne Grüße\n', body_format: 'text' })
    t.match(data.attachments, [{ filename: 'Übersicht – Größen.bin', size: 8 }])
    const file = await call('get_attachment', { message_id: sent.data.id, part_id: data.attachments[0].part_id })
    t.equal(file.data.content_base64, PNG)
  })

  t.test('a reply joins the conversation, with In-Reply-To and References', async t => {
    const { data } = await call('send_message', { reply_to_message_id: ANSWERED, text: 'Fine.' })
    t.match(data, { thread_id: '19b00000014c014c', subject: 'Re: Launch plan', to: ['Bea Builder <bea@example.com>'] })
    const raw = mailbox.messages.get(data.id)?.raw.toString() ?? ''
    t.match(raw, /^Message-ID: <[0-9a-f-]{36}@mail\.gmail\.com>/m, 'the name of this host is not revealed')
    t.match(raw, 'In-Reply-To: <launch-3@example.com>')
    t.match(raw.replace(/\r\n /g, ' '), 'References: <launch-2@example.com> <launch-3@example.com>')
  })

  t.test('a reply goes to each Reply-To address, whatever characters the names contain', async t => {
    const bea = '"Müller, Bea" <bea@example.com>'
    for (const [from, replyTo, to] of [
      ['=?utf-8?Q?M=C3=BCller=2C_Bea?= <bea@example.com>', undefined, [bea]],
      ['Müller, Bea <bea@example.com>', undefined, [bea]],
      ['"Doe, \\"J\\"" <j@example.com>', undefined, ['"Doe, J" <j@example.com>']],
      ['bea@example.com', '"Bo, B." <bo@example.com>, cy@example.com', ['"Bo, B." <bo@example.com>', 'cy@example.com']]
    ] as const) {
      const headers = [{ name: 'From', value: from }, ...(replyTo === undefined ? [] : [{ name: 'Reply-To', value: replyTo }])]
      const body = { id: ANSWERED, threadId: '19b00000014c014c', payload: { headers } }
      await failNext({ method: 'GET', path: `/messages/${ANSWERED}` }, { status: 200, body })
      const { status, data } = await call('send_message', { reply_to_message_id: ANSWERED, text: 'Fine.' })
      t.equal(status, 200, from)
      t.strictSame(data.to, to)
    }
  })

  t.test('a reply to all also goes to every other recipient, once, and not to the account itself', async t => {
    const headers = [
      { name: 'From', value: 'Bea <bea@example.com>' },
      { name: 'To', value: 'Ada <ADA@example.com>, "Doe, J" <j@example.com>, Cy <cy@example.com>' },
      { name: 'Cc', value: 'eli@example.com, cy@example.com, bea@example.com' }
    ]
    await failNext(
      { method: 'GET', path: `/messages/${ANSWERED}` },
      { status: 200, body: { id: ANSWERED, threadId: '19b00000014c014c', payload: { headers } } }
    )
    const { data } = await call('send_message', {
      reply_to_message_id: ANSWERED,
      reply_all: true,
      cc: ['cy@example.com'],
      text: 'Fine.',
      dry_run: true
    })
    t.strictSame(data.to, ['Bea <bea@example.com>'])
    t.strictSame(data.cc, ['cy@example.com', '"Doe, J" <j@example.com>', 'eli@example.com'])
    const alone = await call('send_message', { to: ['bea@example.com'], reply_all: true, text: 'x' })
    t.match(alone, { status: 400, error: { details: { issues: [{ path: 'reply_to_message_id' }] } } })
  })

  t.test('a forwarded message keeps its text, HTML, inline images and attachments, and joins the conversation', async t => {
    const [invoice, logo] = ['19b00000014b014b', '19b0000001440144']
    const plain = (await call('send_message', { forward_message_id: invoice, to: ['cy@example.com'], text: 'Please pay.' })).data
    t.match(plain, { subject: 'Fwd: Invoice 2026-001', thread_id: invoice })
    t.match(mailbox.messages.get(plain.id)?.raw.toString(), /^In-Reply-To: <letter-331@example.com>/m)
    const read = (await call('get_message', { message_id: plain.id })).data
    t.match(read, {
      body: /^Please pay\.\n\n-+ Forwarded message -+\nFrom: Billing <billing@cloud\.example>\nDate: .*\nSubject: Invoice 2026-001\nTo: .*\n\nHello Ada,/,
      body_format: 'text',
      attachments: [
        { filename: 'invoice-2026-001.pdf', size: 125 },
        { filename: 'Übersicht.png', size: 70 }
      ]
    })
    const rich = (await call('send_message', { forward_message_id: logo, to: ['cy@example.com'], text: '1 < 2' })).data
    const html = (await call('get_message', { message_id: rich.id, body: 'html' })).data
    t.match(html, { body_format: 'html', body: /1 &lt; 2.*Forwarded message.*<b>new logo<\/b>.*src="cid:logo@example\.com"/s })
    t.match(html.attachments, [{ filename: 'logo.png', inline: true }])
    t.match(mailbox.messages.get(rich.id)?.raw.toString(), /^Content-Id: <logo@example.com>/im)
    const both = await call('send_message', { forward_message_id: logo, reply_to_message_id: logo, to: ['cy@example.com'] })
    t.match(both, { status: 400, error: { details: { issues: [{ path: 'forward_message_id' }] } } })
    t.match(await call('send_message', { forward_message_id: '19b00000deadbeef', to: ['cy@example.com'] }), { status: 404 })
  })

  t.test('the Bcc header stays in the message that Gmail receives', async t => {
    const { data } = await call('send_message', { bcc: ['eve@example.com'], text: 'x' })
    t.match(mailbox.messages.get(data.id)?.raw.toString(), /^Bcc: eve@example.com/m)
  })

  t.test('a dry run composes and sends nothing', async t => {
    const before = inbox()
    t.match((await call('send_message', { to: ['bo@example.com'], text: 'x', dry_run: true })).data, { id: null, dry_run: true })
    t.equal(inbox(), before)
    t.equal(await sends(), 0)
  })

  t.test('no value can start another header', async t => {
    const sane = { to: ['bo@example.com'], subject: 'x', text: 'x' }
    const file = { filename: 'a', content_base64: PNG }
    for (const input of [
      { ...sane, subject: 'x\r\nBcc: eve@example.com' },
      { ...sane, to: ['bo@example.com\nBcc: eve@example.com'] },
      { ...sane, from: 'ada@example.com\r\nX: y' },
      { ...sane, attachments: [{ ...file, filename: 'a\r\nX: y' }] },
      { ...sane, attachments: [{ ...file, media_type: 'text/plain\r\nX: y' }] }
    ])
      t.match(await call('send_message', input), { status: 400, error: { details: { outcome: 'not_executed' } } })
    t.equal(await sends(), 0)
  })

  t.test('each entry is one address', async t => {
    for (const address of [
      'bo@example.com, eve@example.com',
      'Team: bo@example.com;',
      'nobody',
      'a@b@c',
      'bo@example.com eve@example.com',
      '<bo@example.com> <eve@example.com>',
      'Bo <bo@example.com> eve@example.com'
    ]) {
      const { status, error } = await call('send_message', { to: ['ann@example.com', address], text: 'x' })
      t.equal(status, 400, address)
      t.match(error.details.issues, [{ path: 'to[1]' }])
    }
    const { data } = await call('send_message', { to: ['"bo@home" <bo@example.com>'], text: 'x', dry_run: true })
    t.strictSame(data.to, ['"bo@home" <bo@example.com>'], 'the content of a quoted name is not an address')
  })

  t.test('the confirmation prompt of a message names all recipients', async t => {
    const asked = async (input: object): Promise<string> => (await call('send_message/check', { text: 'x', ...input })).data.message
    const people = (name: string, many: number) => Array.from({ length: many }, (_, at) => `${name}${at}@example.com`)
    t.equal(
      await asked({ reply_to_message_id: ANSWERED, cc: ['bob@example.com'] }),
      `Send a message to the sender of ${ANSWERED}, or its Reply-To address; cc bob@example.com.`
    )
    t.equal(
      await asked({ to: people('ann', 4), cc: people('bob', 9), bcc: ['eve@example.com'], subject: 'Hi' }),
      'Send a message "Hi" to ann0@example.com, ann1@example.com, ann2@example.com, ann3@example.com; cc bob0@example.com and 8 more; bcc eve@example.com.'
    )
    const longest = { to: people('a'.repeat(60), 100), cc: people('b'.repeat(60), 100), bcc: people('c'.repeat(60), 100) }
    t.ok((await asked({ ...longest, subject: 's'.repeat(900) })).length <= 300)
  })

  t.test('a reply to a message that the account sent goes to its recipients', async t => {
    const { data: first } = await call('send_message', { to: ['Bo <bo@example.com>'], subject: 'Lunch', text: 'Friday?' })
    const { data } = await call('send_message', { reply_to_message_id: first.id, text: 'Or Monday?', dry_run: true })
    t.strictSame(data.to, ['Bo <bo@example.com>'])
  })

  t.test('truncated base64 is refused, and padding may be missing', async t => {
    const letter = { to: ['bo@example.com'], text: 'x', dry_run: true }
    const { status, error } = await call('send_message', { ...letter, attachments: [{ filename: 'a', content_base64: 'abcde' }] })
    t.equal(status, 400)
    t.match(error.details.issues, [{ path: 'attachments[0].content_base64' }])
    t.equal((await call('send_message', { ...letter, attachments: [{ filename: 'a', content_base64: 'YWI' }] })).status, 200)
  })

  t.test('a message without recipients or without a body is refused', async t => {
    t.equal((await call('send_message', { text: 'x' })).status, 400)
    t.equal((await call('send_message', { to: ['bo@example.com'] })).status, 400)
  })

  t.test('after a lost response the outcome is unknown, and the message is never sent again', async t => {
    const before = inbox()
    await failNext({ path: '/messages/send' }, { cut: true, after: true })
    const { status, error } = await call('send_message', { to: ['bo@example.com'], text: 'x' })
    t.equal(status, 502)
    t.equal(error.details.outcome, 'unknown')
    t.equal(await sends(), 1)
    t.equal(inbox(), before + 1, 'it was sent once')
  })

  t.test('a sent message is reported as sent even if its label names cannot be read', async t => {
    const other = await openPostOffice(t)
    await other.failNext({ path: '/labels' }, { status: 500, body: {} }, 5)
    const { status, data, metadata } = await other.call('send_message', { to: ['bo@example.com'], text: 'x' })
    t.match({ status, data, metadata }, { status: 200, data: { labels: ['SENT'] }, metadata: { warnings: [/by ID/] } })
  })

  t.test('after a failure of Gmail the outcome is unknown as well', async t => {
    await failNext({ path: '/messages/send' }, { status: 500, body: { error: { code: 500, errors: [{ reason: 'backendError' }] } } })
    t.match((await call('send_message', { to: ['bo@example.com'], text: 'x' })).error.details, {
      reason: 'server_error',
      outcome: 'unknown'
    })
    t.equal(await sends(), 1)
  })

  t.test('after a rate limit nothing was sent', async t => {
    await failNext({ path: '/send' }, { status: 429, body: { error: { code: 429, errors: [{ reason: 'userRateLimitExceeded' }] } } })
    t.match(await call('send_message', { to: ['bo@example.com'], text: 'x' }), {
      status: 429,
      error: { details: { outcome: 'not_executed', source: 'upstream' } }
    })
  })

  t.test('a large message is uploaded into its conversation', async t => {
    const content = Buffer.alloc(4_000_000, 'a\0\xff')
    const attachments = [{ filename: 'big.bin', content_base64: content.toString('base64') }]
    const { status, data } = await call('send_message', { reply_to_message_id: ANSWERED, text: 'x', attachments })
    t.equal(status, 200)
    t.equal(data.thread_id, '19b00000014c014c')
    t.ok((await requests()).some(({ path }) => path === '/upload/gmail/v1/users/me/messages/send'))
    const { data: file } = await call('get_attachment', { message_id: data.id, filename: 'big.bin', max_chars: 10_000_000 })
    t.ok(Buffer.from(file.content_base64, 'base64').equals(content))
  })

  t.test('a reply to a missing message is 404, and nothing is sent', async t => {
    t.equal((await call('send_message', { reply_to_message_id: '19b00000deadbeef', text: 'x' })).status, 404)
    t.equal(await sends(), 0)
  })
})
