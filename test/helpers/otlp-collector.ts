import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Test } from 'tap'

/** A span that a collector received. */
export interface ReceivedSpan {
  service: string
  /** `service.instance.id`: one for each process. */
  process: string
  name: string
  kind: number
  trace_id: string
  span_id: string
  parent_id: string
  attributes: Record<string, string>
}

/** A field of a protobuf message: its number, and its bytes, or its value if it is a number. */
type Field = [number: number, value: Buffer | bigint]

/** Decodes one level of a protobuf message. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = Number(varint())
    const [number, type] = [tag >>> 3, tag & 7]
    const length = type === 0 ? 0 : type === 1 ? 8 : type === 5 ? 4 : Number(varint())
    fields.push([number, type === 0 ? varint() : message.subarray(at, at + length)])
    at += length
  }
  return fields
}

const all = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap(([found, value]) => (found === number && typeof value !== 'bigint' ? [value] : []))
const first = (message: Buffer, number: number): Buffer => all(message, number)[0] ?? Buffer.alloc(0)

/** Attributes with texts: KeyValue { key = 1, value = 2 { string_value = 1 } }. */
const attributesIn = (message: Buffer, number: number): Record<string, string> =>
  Object.fromEntries(all(message, number).map(pair => [first(pair, 1).toString(), first(first(pair, 2), 1).toString()]))

/** Reads ExportTraceServiceRequest of opentelemetry-proto. */
function spansIn(request: Buffer): ReceivedSpan[] {
  return all(request, 1).flatMap(resourceSpans => {
    const resource = attributesIn(first(resourceSpans, 1), 1)
    const spans = all(resourceSpans, 2).flatMap(scopeSpans => all(scopeSpans, 2))
    return spans.map(span => ({
      service: resource['service.name'] ?? '',
      process: resource['service.instance.id'] ?? '',
      name: first(span, 5).toString(),
      kind: Number(fieldsOf(span).find(([number]) => number === 6)?.[1] ?? 0),
      trace_id: first(span, 1).toString('hex'),
      span_id: first(span, 2).toString('hex'),
      parent_id: first(span, 4).toString('hex'),
      attributes: attributesIn(span, 9)
    }))
  })
}

/** A collector of OTLP, protobuf over HTTP. `bodies`: everything received, as text, to search for content. */
export async function startCollector(
  t: Pick<Test, 'teardown'>
): Promise<{ url: string; spans: ReceivedSpan[]; bodies: string[]; paths: Set<string> }> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    paths.add(request.url ?? '')
    bodies.push(body.toString('latin1'))
    if (request.url?.endsWith('/v1/traces')) spans.push(...spansIn(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/otel`, spans, bodies, paths }
}
