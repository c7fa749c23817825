import t from 'tap'
import { openPostOffice } from '../../helpers/gmail.ts'

/** Characters that Gmail ignores, some of them invisible. */
const NOTHING = [' ', '\u00a0', '"', '" "', '()', '-', '“”', '—', '…', '。', '¿', '\u200b', '\u00ad', '"…"', '\u3164']

t.test('search', async t => {
  const { call, sent, clear, mailbox, failNext } = await openPostOffice(t)

  t.test('messages are returned newest first, without bodies, with label names', async t => {
    const { status, data } = await call('search_messages', { limit: 3, labels: ['inbox'] })
    t.equal(status, 200)
    t.match(data.items, [
      { subject: 'Invoice 2026-001', labels: ['INBOX', 'UNREAD', 'CATEGORY_UPDATES', 'Receipts'], unread: true },
      { subject: 'Grüße aus München', from: 'Jürgen Größer <juergen@muenchen.example>' },
      { subject: '請求書', from: '山田 <yamada@tokyo.example>' }
    ])
    t.match(data, { untrusted: true, total: { value: 3, relation: 'gte' } })
  })

  t.test('the pages contain every message once, and only the last page has the exact total (pitfall 2)', async t => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await call('search_messages', { limit: 100, ids_only: true, include_spam_trash: true, cursor })
      seen.push(...data.items.map(({ id }: { id: string }) => id))
      cursor = data.next_cursor
      t.strictSame(data.total, { value: seen.length, relation: cursor === null ? 'eq' : 'gte' })
    } while (cursor !== null)
    t.equal(new Set(seen).size, mailbox.messages.size)
    t.equal(seen.length, mailbox.messages.size)
  })

  t.test('a page continues where the last one ended, even if messages were added and removed', async t => {
    const first = (await call('search_messages', { limit: 2, ids_only: true })).data
    const [gone] = first.items
    const message = mailbox.messages.get(gone.id)
    if (message) mailbox.remove(message)
    const { data } = await call('search_messages', { limit: 2, ids_only: true, cursor: first.next_cursor })
    t.notOk(data.items.some(({ id }: { id: string }) => first.items.some((item: { id: string }) => item.id === id)))
    t.equal(data.items.length, 2)
    if (message) mailbox.messages.set(message.id, message)
  })

  t.test('a cursor of another search is refused', async t => {
    const { data } = await call('search_messages', { limit: 1, ids_only: true })
    const { status, error } = await call('search_messages', { limit: 1, text: 'order', cursor: data.next_cursor })
    t.equal(status, 400)
    t.match(error.details.issues, [{ path: 'cursor' }])
    t.equal((await call('search_messages', { cursor: 'nonsense' })).status, 400)
  })

  t.test('max_items combines pages', async t => {
    const { data } = await call('search_messages', { max_items: 250, ids_only: true })
    t.equal(data.items.length, 250)
    t.strictSame(data.total, { value: 250, relation: 'gte' })
  })

  t.test('user input is quoted, so that no part of it is an operator or a separate term', async t => {
    for (const [input, query] of [
      [{ from: 'bea builder' }, 'from:"bea builder"'],
      [{ subject: 'x" OR in:spam "' }, 'subject:"x OR in:spam"'],
      [{ text: '-budget label:work' }, '"-budget label:work"'],
      [{ from: 'bea@example.com', text: 'OR' }, 'from:bea@example.com "OR"'],
      [{ after: '2026-01-19', before: '2026-01-20T12:00:00+01:00' }, 'after:1768780800 before:1768906800'],
      [{ query: 'is:starred OR is:important', unread: false }, '(is:starred OR is:important) is:read'],
      [{ query: 'subject: plan', from: 'bea' }, '(subject: plan) from:bea'],
      [{ query: '{from:bea subject:"a) b"}', unread: true }, '({from:bea subject:"a) b"}) is:unread'],
      [{ has_attachment: true, unread: true }, 'is:unread has:attachment']
    ] as const)
      t.equal((await call('search_messages', { ...input, ids_only: true })).data.query, query)
    const { data } = await call('search_messages', { from: 'Bea Builder', subject: 'launch plan' })
    t.equal(data.items.length, 2)
  })

  t.test('a query that would absorb the other filters or escape its brackets is refused', async t => {
    for (const query of ['subject:"plan', '"a" "b', '(is:starred', '{from:bea', 'is:starred)', 'a) OR (b', '(a}', '"(a" )']) {
      const { status, error } = await call('search_messages', { query, from: 'bea' })
      t.equal(status, 400, query)
      t.match(error.details, { reason: 'invalid_field_value', issues: [{ path: 'query' }] })
    }
  })

  t.test('a filter that Gmail would ignore, and so match everything, is refused, even for a job that deletes', async t => {
    for (const name of ['query', 'from', 'to', 'subject', 'text'])
      for (const value of NOTHING)
        for (const operation of ['search_messages', 'bulk_delete_messages']) {
          const { status, error } = await call(operation, { [name]: value })
          t.equal(status, 400, `${operation} ${name} ${value}`)
          t.match(error.details.issues, [{ path: name, expected: /letter or digit/ }])
        }
  })

  t.test('a query of only operators and combining words is refused as well', async t => {
    for (const query of ['OR', '"OR"', '(OR OR)', '-AND', 'from:"“”"', 'subject:(—)', 'from:', '{from: to:}'])
      for (const operation of ['search_messages', 'bulk_delete_messages']) {
        const { status, error } = await call(operation, { query })
        t.equal(status, 400, `${operation} ${query}`)
        t.match(error.details.issues, [{ path: 'query', expected: /letter or digit/ }])
      }
    for (const query of ['is:unread', 'larger:5M', '日本', 'ann OR bea', 'from:or@example.com'])
      t.equal((await call('search_messages', { query, ids_only: true })).status, 200, query)
  })

  t.test('a day that does not exist is refused instead of shifting the bound', async t => {
    for (const value of ['2026-02-31', '2026-02-30T12:00:00Z', '2026-01-01T25:00:00Z'])
      for (const name of ['after', 'before']) {
        const { status, error } = await call('search_messages', { labels: ['Travel'], [name]: value })
        t.equal(status, 400, `${name} ${value}`)
        t.match(error.details.issues, [{ path: name, message: `${value} is not a valid date` }])
      }
    for (const before of ['2026-02-28', '2026-02-28 12:00:00+01:00', '2026-02-28T12:00:00.5+0100'])
      t.equal((await call('search_messages', { before, limit: 1 })).status, 200, before)
  })

  t.test('fields can be selected, and unknown ones are refused', async t => {
    const { data } = await call('search_messages', { limit: 1, fields: ['id', 'subject'] })
    t.strictSame(Object.keys(data.items[0]), ['id', 'subject'])
    t.equal((await call('search_messages', { fields: ['sender'] })).status, 400)
  })

  t.test('ids_only sends one request', async t => {
    await clear()
    await call('search_messages', { ids_only: true })
    t.strictSame(await sent(), ['GET /gmail/v1/users/me/messages'])
  })

  t.test('a message that is deleted while it is listed is omitted, with a warning', async t => {
    await failNext(
      { path: 'format=metadata' },
      { status: 404, body: { error: { code: 404, message: 'Requested entity was not found.', errors: [{ reason: 'notFound' }] } } }
    )
    const { data, metadata } = await call('search_messages', { limit: 5 })
    t.equal(data.items.length, 4)
    t.match(metadata.warnings, ['1 messages were deleted while they were listed'])
  })

  t.test('an unknown label is refused with its path and similar names', async t => {
    const { status, error } = await call('search_messages', { labels: ['INBOX', 'Recipts'] })
    t.equal(status, 400)
    t.match(error.details, { issues: [{ path: 'labels[1]' }], suggestions: ['Receipts'] })
  })

  t.test('an invalid date is refused', async t => {
    t.match(await call('search_messages', { after: 'yesterday' }), { status: 400, error: { details: { issues: [{ path: 'after' }] } } })
    t.match(await call('search_messages', { after: '2026-13-45' }), { status: 400, error: { details: { issues: [{ path: 'after' }] } } })
  })
})
