import t from 'tap'
import { bulkOperation } from '../../../../src/catalog/bulk-operation.ts'
import { readInput } from '../../../../src/pipeline/input/read-input.ts'
import deleteVariables from '../../../../src/tools/gitlab/bulk/delete-ci-variables.ts'
import setVariables from '../../../../src/tools/gitlab/bulk/set-ci-variables.ts'
import updateVariables from '../../../../src/tools/gitlab/bulk/update-ci-variables.ts'
import { alice, startBulk, until } from '../../../helpers/bulk.ts'
import { openForge, projectAt } from '../../../helpers/gitlab-bulk.ts'
import { everything } from '../../../helpers/redis.ts'

const CANARY = 'canary-of-a-variable'
const project = 'acme/sandpit'

t.test('the value of a variable is in no key of Redis and in nothing that a job returns', async t => {
  const { state, client } = await openForge(t)
  const adapters = [setVariables, updateVariables, deleteVariables]
  const { jobs, request, redis } = await startBulk(t, adapters, { client })
  const seen: unknown[] = []
  for (const adapter of adapters) {
    const input =
      adapter === setVariables
        ? { project, variables: ['ONE', 'TWO'].map(key => ({ key, value: CANARY })) }
        : { project, key_contains: 'O', ...(adapter === updateVariables && { masked: true }) }
    const { id } = await jobs.create(request(adapter, { input: readInput(bulkOperation(adapter), input) }))
    const waiting = await until(jobs, id, ['awaiting_confirmation'])
    await jobs.confirm(alice, id, waiting.confirm_token ?? '')
    const done = await until(jobs, id, ['completed'])
    t.match(done.progress, { failed: 0, unknown: 0 })
    t.ok((done.progress?.succeeded ?? 0) >= 2, adapter.id)
    seen.push(waiting, done, await jobs.items(alice, id, { limit: 10 }))
    if (adapter === setVariables)
      t.match(
        projectAt(state, project).variables?.find(({ key }) => key === 'TWO'),
        { value: CANARY }
      )
  }
  t.notOk(
    projectAt(state, project).variables?.some(({ key }) => key === 'TWO'),
    'it was deleted at the end'
  )
  const texts = [...(await everything(redis.client())).values(), JSON.stringify(seen)]
  t.ok(texts.some(text => text.includes('TWO:*')))
  t.strictSame(
    texts.filter(text => text.includes(CANARY)),
    []
  )
})
