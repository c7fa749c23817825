import t from 'tap'
import { documentsOf } from '../../../script/document.ts'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import { LIBRARY } from '../../helpers/library.ts'
import { installCheckers } from '../install.ts'
import { type Answer, readDocument } from '../oracle.ts'

await installCheckers()

t.test('the check of the fuzz test detects every kind of mistake', async t => {
  const { whole } = await documentsOf(createCatalog(LIBRARY), { version: '0', serverUrl: 'http://x' })
  const { operations, judge } = await readDocument(whole)
  const operation = operations.find(({ id }) => id === 'library_get_book')
  if (!operation) throw new Error('the library has no such operation')
  const book = { id: '1', title: 'Emma', pages: null }
  const metadata = { operation: 'library_get_book', instance: null, request_id: 'r', execution_time_ms: 1 }
  const answer = (data: unknown, status = 200, type = 'application/json'): Answer => ({
    status,
    headers: new Headers({ 'x-request-id': 'r', 'content-type': type }),
    text: typeof data === 'string' ? data : JSON.stringify({ success: true, data, metadata })
  })
  t.strictSame(judge(operation, answer(book)), [])
  t.match(judge(operation, answer({ ...book, title: 1 })), [/title must be string/])
  t.match(judge(operation, answer({ ...book, colour: 'red' })), [/must NOT have additional properties/])
  t.match(judge(operation, answer({ id: '1' })), [/must have required property/])
  t.match(judge(operation, answer(book, 418)), [/status 418 is not declared/])
  t.match(judge(operation, answer(book, 200, 'text/plain')), [/media type text.plain is not declared/])
  t.match(judge(operation, answer(book, 500)), [/a failure of the gateway/])
  t.match(judge(operation, answer(book, 404)), [/body of 404 does not fit/])
  t.match(judge(operation, answer('event: progress\ndata: {}\n\n', 200, 'text/event-stream')), [/ends with progress/])
  t.match(judge(operation, answer('event: result\ndata: {}\n\n', 200, 'text/event-stream')), [/event result does not fit/])
  t.match(judge(operation, { ...answer(book), headers: new Headers({ 'content-type': 'application/json' }) }), ['there is no X-Request-Id'])
})
