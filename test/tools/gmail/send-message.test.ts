import t from 'tap'
import { openPostOffice } from '../../helpers/gmail.ts'

const ANSWERED = '19b00000014f014f'
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0x0d, 0x0a]).toString('base64')

t.test('sending', async t => {
  const { call, clear, failNext, mailbox, requests } = await openPostOffice(t)
  t.beforeEach(clear)
  const sends = async (): Promise<number> => (await requests()).filter(({ path }) => path.endsWith('/send')).length
  const inbox = (): number => mailbox.messages.size

  t.test('a message arrives as it was given, umlauts and bytes too', async t => {
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

  t.test('an answer joins the conversation, with the headers that mail programs go by', async t => {
    const { data } = await call('send_message', { reply_to_message_id: ANSWERED, text: 'Fine.' })
    t.match(data, { thread_id: '19b00000014c014c', subject: 'Re: Launch plan', to: ['Bea Builder <bea@example.com>'] })
    const raw = mailbox.messages.get(data.id)?.raw.toString() ?? ''
    t.match(raw, /^Message-ID: <[0-9a-f-]{36}@mail\.gmail\.com>/m, 'the name of this host is nobody’s business')
    t.match(raw, 'In-Reply-To: <launch-3@example.com>')
    t.match(raw.replace(/\r\n /g, ' '), 'References: <launch-2@example.com> <launch-3@example.com>')
  })

  t.test('an answer goes to each address that it is asked to, whatever their names hold', async t => {
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

  t.test('who gets a copy unseen stays in the message that Gmail is handed', async t => {
    const { data } = await call('send_message', { bcc: ['eve@example.com'], text: 'x' })
    t.match(mailbox.messages.get(data.id)?.raw.toString(), /^Bcc: eve@example.com/m)
  })

  t.test('a dry run composes and sends nothing', async t => {
    const before = inbox()
    t.match((await call('send_message', { to: ['bo@example.com'], text: 'x', dry_run: true })).data, { id: null, dry_run: true })
    t.equal(inbox(), before)
    t.equal(await sends(), 0)
  })

  t.test('no value can begin another header', async t => {
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
    t.strictSame(data.to, ['"bo@home" <bo@example.com>'], 'what a name in quotes holds is no address')
  })

  t.test('whoever is asked to allow a message is told everybody that it goes to', async t => {
    const asked = async (input: object): Promise<string> => (await call('send_message/check', { text: 'x', ...input })).data.message
    const people = (name: string, many: number) => Array.from({ length: many }, (_, at) => `${name}${at}@example.com`)
    t.equal(
      await asked({ reply_to_message_id: ANSWERED, cc: ['bob@example.com'] }),
      `Send a message to the sender of ${ANSWERED}, or whom that names for answers; cc bob@example.com.`
    )
    t.equal(
      await asked({ to: people('ann', 4), cc: people('bob', 9), bcc: ['eve@example.com'], subject: 'Hi' }),
      'Send a message "Hi" to ann0@example.com, ann1@example.com, ann2@example.com, ann3@example.com; cc bob0@example.com and 8 more; bcc eve@example.com.'
    )
    const longest = { to: people('a'.repeat(60), 100), cc: people('b'.repeat(60), 100), bcc: people('c'.repeat(60), 100) }
    t.ok((await asked({ ...longest, subject: 's'.repeat(900) })).length <= 300)
  })

  t.test('an answer to what one sent oneself goes on to whom that went', async t => {
    const { data: first } = await call('send_message', { to: ['Bo <bo@example.com>'], subject: 'Lunch', text: 'Friday?' })
    const { data } = await call('send_message', { reply_to_message_id: first.id, text: 'Or Monday?', dry_run: true })
    t.strictSame(data.to, ['Bo <bo@example.com>'])
  })

  t.test('bytes that were cut off in base64 are refused, and padding may be lacking', async t => {
    const letter = { to: ['bo@example.com'], text: 'x', dry_run: true }
    const { status, error } = await call('send_message', { ...letter, attachments: [{ filename: 'a', content_base64: 'abcde' }] })
    t.equal(status, 400)
    t.match(error.details.issues, [{ path: 'attachments[0].content_base64' }])
    t.equal((await call('send_message', { ...letter, attachments: [{ filename: 'a', content_base64: 'YWI' }] })).status, 200)
  })

  t.test('a message to nobody, or that says nothing, is refused', async t => {
    t.equal((await call('send_message', { text: 'x' })).status, 400)
    t.equal((await call('send_message', { to: ['bo@example.com'] })).status, 400)
  })

  t.test('a lost answer is an unknown outcome, and the message is never sent again', async t => {
    const before = inbox()
    await failNext({ path: '/messages/send' }, { cut: true, after: true })
    const { status, error } = await call('send_message', { to: ['bo@example.com'], text: 'x' })
    t.equal(status, 502)
    t.equal(error.details.outcome, 'unknown')
    t.equal(await sends(), 1)
    t.equal(inbox(), before + 1, 'it went out once')
  })

  t.test('a message that went out is told so, though its labels cannot be named', async t => {
    const other = await openPostOffice(t)
    await other.failNext({ path: '/labels' }, { status: 500, body: {} }, 5)
    const { status, data, metadata } = await other.call('send_message', { to: ['bo@example.com'], text: 'x' })
    t.match({ status, data, metadata }, { status: 200, data: { labels: ['SENT'] }, metadata: { warnings: [/by id/] } })
  })

  t.test('a failure of Gmail is an unknown outcome as well', async t => {
    await failNext({ path: '/messages/send' }, { status: 500, body: { error: { code: 500, errors: [{ reason: 'backendError' }] } } })
    t.match((await call('send_message', { to: ['bo@example.com'], text: 'x' })).error.details, {
      reason: 'server_error',
      outcome: 'unknown'
    })
    t.equal(await sends(), 1)
  })

  t.test('a limit means that nothing was sent', async t => {
    await failNext({ path: '/send' }, { status: 429, body: { error: { code: 429, errors: [{ reason: 'userRateLimitExceeded' }] } } })
    t.match(await call('send_message', { to: ['bo@example.com'], text: 'x' }), {
      status: 429,
      error: { details: { outcome: 'not_executed', source: 'upstream' } }
    })
  })

  t.test('a large message is uploaded whole, into its conversation', async t => {
    const content = Buffer.alloc(4_000_000, 'a\0\xff')
    const attachments = [{ filename: 'big.bin', content_base64: content.toString('base64') }]
    const { status, data } = await call('send_message', { reply_to_message_id: ANSWERED, text: 'x', attachments })
    t.equal(status, 200)
    t.equal(data.thread_id, '19b00000014c014c')
    t.ok((await requests()).some(({ path }) => path === '/upload/gmail/v1/users/me/messages/send'))
    const { data: file } = await call('get_attachment', { message_id: data.id, filename: 'big.bin' })
    t.ok(Buffer.from(file.content_base64, 'base64').equals(content))
  })

  t.test('an answer to a message that is not there is 404, and nothing is sent', async t => {
    t.equal((await call('send_message', { reply_to_message_id: '19b00000deadbeef', text: 'x' })).status, 404)
    t.equal(await sends(), 0)
  })
})
