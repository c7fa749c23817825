import t from 'tap'
import { createGroups } from '../../../src/surfaces/shared/groups.ts'

t.test('a key has the entries that were added and not removed', async t => {
  const groups = createGroups<string>()
  t.equal(groups.of('ann').size, 0)
  const removeFirst = groups.add('ann', 'first')
  const removeSecond = groups.add('ann', 'second')
  t.strictSame([...groups.of('ann')], ['first', 'second'])
  t.equal(groups.of('bob').size, 0)
  removeFirst()
  removeFirst()
  t.strictSame([...groups.of('ann')], ['second'])
  removeSecond()
  t.equal(groups.of('ann').size, 0)
})

t.test('a late removal does not remove a later entry', async t => {
  const groups = createGroups<string>()
  const remove = groups.add('ann', 'first')
  remove()
  groups.add('ann', 'second')
  remove()
  t.strictSame([...groups.of('ann')], ['second'])
})
