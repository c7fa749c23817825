import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect, ERAS } from '../../helpers/mcp.ts'

const BEAT_MS = 50
const definitions = [
  fakeOperation('silent', {}, async () => {
    await sleep(6 * BEAT_MS)
    return { seen: 'done' }
  }),
  fakeOperation('count', {}, async (_input, call) => {
    await sleep(3 * BEAT_MS)
    call.progress(7, 9, 'seven')
    await sleep(3 * BEAT_MS)
    return { seen: 'done' }
  }),
  fakeOperation('quick', {})
]
const { app } = await startApp(t, { definitions, mcp: { heartbeat_ms: BEAT_MS } })
const url = await app.listen({ port: 0, host: '127.0.0.1' })

for (const era of ERAS) {
  t.test(`${era}: a client that requests progress is notified that a silent call still runs`, async t => {
    const client = await connect(t, url, { era })
    for (const name of ['workshop_silent', 'workshop_count']) {
      const heard: { progress: number; message?: string | undefined }[] = []
      const { structuredContent } = await client.callTool({ name }, { onprogress: progress => heard.push(progress) })
      t.strictSame(structuredContent, { seen: 'done' })
      t.ok(heard.length >= 3, `${heard.length}`)
      const values = heard.map(({ progress }) => progress)
      t.strictSame(
        values,
        [...new Set(values)].toSorted((a, b) => a - b),
        'it rises'
      )
      t.match(heard[0]?.message, /^Still running after \d+ s$/)
      if (name === 'workshop_count') t.ok(values.includes(7), 'the progress of the call itself')
    }
  })

  t.test(`${era}: a call does not time out if the client's timeout is longer than the interval of notifications`, async t => {
    const client = await connect(t, url, { era })
    const options = { timeout: 4 * BEAT_MS, resetTimeoutOnProgress: true, onprogress: () => {} }
    t.strictSame((await client.callTool({ name: 'workshop_silent' }, options)).structuredContent, { seen: 'done' })
  })

  t.test(`${era}: without progress, comments keep the connection open`, async t => {
    const modern = era === '2026-07-28'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {}
    }
    const call = (name: string, accept: string) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept,
          'mcp-protocol-version': era,
          ...(modern && { 'mcp-method': 'tools/call', 'mcp-name': name })
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, ...(modern && { _meta }) } })
      })
    const answer = await call('workshop_silent', 'application/json, text/event-stream')
    t.match(answer.headers.get('content-type'), 'text/event-stream')
    const text = await answer.text()
    t.match(text, /^: /m)
    const [, data = ''] = /^data: (.*)$/m.exec(text) ?? []
    t.match(JSON.parse(data), { id: 1, result: { structuredContent: { seen: 'done' } } })
    t.match(await (await call('workshop_quick', 'application/json, text/event-stream')).text(), /"seen"/)
  })
}
