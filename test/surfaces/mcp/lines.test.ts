import { PassThrough } from 'node:stream'
import t from 'tap'
import { MAX_MESSAGE } from '../../../src/contract/operation.ts'
import { boundedLines } from '../../../src/surfaces/mcp/lines.ts'

async function through(...chunks: (string | Buffer)[]): Promise<{ passed: string; answers: string[] }> {
  const answers = new PassThrough()
  const lines = boundedLines(answers)
  const passed = lines.toArray()
  for (const chunk of chunks) lines.write(chunk)
  lines.end()
  const text = Buffer.concat(await passed).toString()
  answers.end()
  return {
    passed: text,
    answers: Buffer.concat(await answers.toArray())
      .toString()
      .split('\n')
      .filter(Boolean)
  }
}

t.test('messages pass unchanged, in any chunks', async t => {
  const text = '{"id":1,"text":"é"}\n{"id":2}\r\n\n{"id":3}'
  const pieces = Array.from(Buffer.from(text), byte => Buffer.from([byte]))
  t.strictSame(await through(...pieces), { passed: text, answers: [] })
})

t.test('a message over the limits gets an error, and the next one passes', async t => {
  for (const [line, message] of [
    [`{"params":${'['.repeat(2_000_000)}`, /nested deeper than 64/],
    [`{"params":[${'1,'.repeat(100_000)}1]}`, /more than 50,000 values/],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', /Batches of messages are not supported/],
    [' \t[]', /Batches of messages are not supported/],
    ['x'.repeat(MAX_MESSAGE + 1), new RegExp(`larger than ${MAX_MESSAGE} bytes`)]
  ] as const) {
    const half = line.length >> 1
    const { passed, answers } = await through('{"id":1}\n', line.slice(0, half), `${line.slice(half)}\n{"id":2}\n`)
    t.equal(passed, '{"id":1}\n{"id":2}\n')
    t.match(
      answers.map(answer => JSON.parse(answer)),
      [{ jsonrpc: '2.0', id: null, error: { code: -32_600, message } }]
    )
    t.equal(answers.length, 1)
  }
})
