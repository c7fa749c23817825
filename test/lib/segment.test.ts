import t from 'tap'
import { checkPath, pathSegment, segment } from '../../src/lib/http/segment.ts'

const REFUSED = ['', '.', '..', '..;', 'a\\b', 'a\u0000b', 'a\nb', '%2e', '.%2E', '%252e%252e', '%2525252e', '%5c', 'a%00']

t.test('a segment refuses values that could be another path', async t => {
  for (const value of [...REFUSED, 'a/b', '/a', 'a%2fb', 'a%252fb'])
    t.match(
      thrownBy(() => segment(value, 'event_id')),
      { reason: 'invalid_field_value', details: { issues: [{ path: 'event_id' }] } },
      JSON.stringify(value)
    )
})

t.test('a segment encodes an ID or a name', async t => {
  t.strictSame(
    ['a@b.c', 'en.usa#holiday@group.v.calendar.google.com', 'a b?c=d', '...', '.hidden', 'a..b', '50%', '100%zz', 'Ünï', '~557058:1'].map(
      one => segment(one)
    ),
    [
      'a%40b.c',
      'en.usa%23holiday%40group.v.calendar.google.com',
      'a%20b%3Fc%3Dd',
      '...',
      '.hidden',
      'a..b',
      '50%25',
      '100%25zz',
      '%C3%9Cn%C3%AF',
      '~557058%3A1'
    ]
  )
  t.equal(segment(42), '42')
})

t.test('a path with slashes is also one segment', async t => {
  t.strictSame(
    ['acme/web', 'src/.env', 'docs/a b.md'].map(one => pathSegment(one, 'project')),
    ['acme%2Fweb', 'src%2F.env', 'docs%2Fa%20b.md']
  )
  for (const value of [...REFUSED, '/a', 'a/', 'a//b', 'a/../b', '../a', 'a/.', 'a%2fb', 'a/%2e%2e/b', 'a/..;x/b'])
    t.match(
      thrownBy(() => pathSegment(value, 'project')),
      { reason: 'invalid_field_value' },
      JSON.stringify(value)
    )
})

t.test('no request is sent to another path, however it is built', async t => {
  for (const path of ['', 'a', 'a/b%2Fc', '/upload/v1/a', 'a?b=..', 'download/a%20b%25.txt', 'a/...'])
    t.doesNotThrow(() => checkPath(path), path)
  for (const path of ['a/../b', 'a//b', 'a/', 'a/./b', 'a/%2e%2e/b', 'a/%252e%252e', 'a/b%2F..', 'a/..%5Cb', '..'])
    t.match(
      thrownBy(() => checkPath(path)),
      { reason: 'invalid_field_value', details: { outcome: 'not_executed' } },
      path
    )
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
