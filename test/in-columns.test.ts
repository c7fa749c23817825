import t from 'tap'
import { inColumns } from '../src/cli/in-columns.ts'

t.test('a text of a caller changes nothing else on a terminal, and forges no line', t => {
  const message = 'Comment: evil\u001b[2K\u001b[1A\u001b]0;title\u0007\r\u202eok\u009b31m\napr_2  pending\u2028x'
  t.equal(
    inColumns([
      ['apr_1', message],
      ['a', 'b']
    ]),
    'apr_1  Comment: evil[2K[1A]0;title ok31m apr_2  pending x\na      b'
  )
  t.end()
})
