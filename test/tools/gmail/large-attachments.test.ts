import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { startApp } from '../../helpers/app.ts'
import { openPostOffice } from '../../helpers/gmail.ts'
import { connect } from '../../helpers/mcp.ts'

const LARGEST = 10 * 1024 * 1024

type Fields = Record<string, string | readonly string[]>

function formOf(fields: Fields, files: readonly File[] = [], part = 'attachments'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
  for (const file of files) form.append(part, file, file.name)
  return form
}

const LETTER = { to: 'bea@example.com', subject: 'Größe', text: 'Hi' }

// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response
async function parseResponse(response: Response): Promise<{ status: number; data: any; error: any }> {
  const { data, error } = JSON.parse(await response.text())
  return { status: response.status, data, error }
}

/** Starts a gateway with a mailbox. */
async function open(t: Test) {
  const { mailbox, url: gmail } = await openPostOffice(t)
  const instance = { url: gmail, token_url: `${gmail}/token`, ...CLIENT, max_retries: 0 }
  const { app } = await startApp(t, { system: 'gmail', systems: { gmail: { instances: { main: instance } } } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (form: FormData, path = '/messages/send', headers = {}) => {
    const answer = await fetch(`${url}/v1/gmail${path}`, { method: 'POST', body: form, headers })
    return await parseResponse(answer)
  }
  const json = async (path: string, input: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(input) })
    return await parseResponse(answer)
  }
  return { mailbox, url, send, json }
}

t.test('attachments of 10 MB are sent, as form parts and in base64, on every surface', async t => {
  const { mailbox, url, send, json } = await open(t)
  const bytes = randomBytes(LARGEST)
  const [one, two] = [bytes.subarray(0, 4_000_001), bytes.subarray(4_000_001)]
  const files = [new File([one], 'Übersicht, 2026.pdf', { type: 'application/pdf' }), new File([two], 'b.bin')]
  const sent = await send(formOf(LETTER, files))
  t.match(sent, { status: 200, data: { to: ['bea@example.com'], subject: 'Größe' } })
  const raw = mailbox.messages.get(sent.data.id)?.raw.toString('latin1') ?? ''
  const bare = raw.replaceAll('\r\n', '')
  t.ok(bare.includes(one.toString('base64')) && bare.includes(two.toString('base64')), 'the bytes are unchanged')
  t.ok(raw.includes('Content-Type: application/pdf') && raw.includes('Content-Type: application/octet-stream'))
  const { data } = await json('/v1/operations/gmail_get_message', { message_id: sent.data.id })
  t.match(data.attachments, [
    { filename: 'Übersicht, 2026.pdf', size: one.length },
    { filename: 'b.bin', size: two.length }
  ])
  t.match(await send(formOf(LETTER, files), '/drafts'), { status: 201, data: { draft_id: /./ } })

  const input = { ...LETTER, to: [LETTER.to], attachments: [{ filename: 'a.bin', content_base64: bytes.toString('base64') }] }
  t.match(await json('/v1/gmail/messages/send', input), { status: 200, data: { id: /./ } })
  t.match(await json('/v1/operations/gmail_create_draft', input), { status: 201 })
  const client = await connect(t, url)
  const { structuredContent } = await client.callTool({ name: 'gmail_send_message', arguments: input })
  t.match(structuredContent, { id: /./, subject: 'Größe' })
})

/** A refusal may close the connection before the client has sent its body and read the response. */
const untilRead = async <T>(request: () => Promise<T>): Promise<T> => await request().catch(request).catch(request)

t.test('more than 10 MB is refused, and nothing is sent', async t => {
  const { mailbox, send, json } = await open(t)
  const before = mailbox.messages.size
  const half = new File([Buffer.alloc(LARGEST / 2 + 1)], 'half.bin')
  const whole = new File([Buffer.alloc(LARGEST + 1)], 'whole.bin')
  for (const files of [[half, half], [whole]])
    t.match(await untilRead(() => send(formOf(LETTER, files))), {
      status: 413,
      error: { code: 'PAYLOAD_TOO_LARGE', details: { outcome: 'not_executed', limit_bytes: LARGEST } }
    })
  const content_base64 = Buffer.alloc(LARGEST + 1).toString('base64')
  const input = { ...LETTER, to: [LETTER.to], attachments: [{ filename: 'a.bin', content_base64 }] }
  const refused = await untilRead(() => json('/v1/gmail/messages/send', input))
  t.match(refused, { status: 413, error: { details: { reason: 'file_too_large' } } })
  const many = Array.from({ length: 26 }, (_, at) => new File(['x'], `${at}.txt`))
  t.match(await send(formOf(LETTER, many)), { status: 400, error: { message: /more than 25 files/ } })
  t.equal(mailbox.messages.size, before)
})

t.test('a form is parsed like JSON: repeated fields as lists, booleans, and the same issues', async t => {
  const { mailbox, send } = await open(t)
  const to = ['"Builder, Bea" <bea@example.com>', 'dora@example.com']
  const { data } = await send(formOf({ ...LETTER, to, cc: 'ann@example.com' }, [new File(['a'], 'a.txt')], 'file'))
  t.match(data, { to, cc: ['ann@example.com'] })
  const before = mailbox.messages.size
  t.match(await send(formOf({ ...LETTER, dry_run: 'True' })), { status: 200, data: { id: null, dry_run: true } }, 'without a file')
  const long = 'ä'.repeat(400_000)
  t.match(await send(formOf({ ...LETTER, text: long, dry_run: 'true' })), { status: 200 }, 'a text of the same maximum length as in JSON')
  const wrong: [FormData, object][] = [
    [formOf({ ...LETTER, attachments: 'QUJD' }), { path: 'attachments', message: 'is a field of the form' }],
    [formOf(LETTER, [new File(['a'], 'a.txt')], 'picture'), { path: 'picture', message: 'is a file' }],
    [formOf({ ...LETTER, colour: 'red' }), { path: 'colour', message: /is not a property/ }],
    [formOf({ subject: 'x', text: 'x' }), { path: 'to' }]
  ]
  for (const [form, issue] of wrong) t.match(await send(form), { status: 400, error: { details: { issues: [issue] } } })
  t.equal(mailbox.messages.size, before)
})
