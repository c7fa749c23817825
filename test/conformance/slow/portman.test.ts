import t from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { goodExamples } from '../../helpers/catalog-rules.ts'
import { EXHAUSTIVE } from '../../helpers/exhaustive.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { installCheckers } from '../install.ts'
import * as contract from './portman/contract.ts'
import { problemsOf, problemsOfVariation, type Varied } from './portman/judge.ts'
import { makeTests } from './portman/make-tests.ts'
import * as negative from './portman/negative.ts'
import { send } from './portman/send.ts'

await installCheckers()

t.test('the gateway conforms to its document, in tests that Portman generates from it', { timeout: 900_000 }, async t => {
  const environment = { TOOLGATE_PUBLIC_URL: 'https://localhost' } // documents for GPT Actions are https only
  const { url, catalog } = await startGateway(t, { dataDirectory: await temporaryFolder(t), environment })
  const folder = t.testdir({})
  const { operations, judge, operationOf, works, variations } = await makeTests(folder, url)
  const ids = operations.map(({ id }) => id)

  await t.test('valid requests return what the document describes', async t => {
    const sent = await send(folder, 'works', url, works)
    const problems = sent.flatMap(answer => problemsOf(judge, operationOf(answer.name), answer))
    t.strictSame(problems, [])
    const wanted = ids.filter(id => !contract.LEFT_OUT[id])
    t.strictSame(sent.map(({ name }) => name).sort(), wanted.sort(), 'each operation was called')
    t.ok(sent.every(({ assertions }) => assertions === contract.ASSERTIONS))
    t.comment(`${sent.length} of ${ids.length} operations`)
    const able = catalog.operations.filter(operation => goodExamples(operation).some(example => !example.tested_elsewhere))
    const needless = able.map(({ id }) => id).filter(id => contract.LEFT_OUT[id])
    t.strictSame(needless, [], 'no operation with a working example is skipped')
  })

  await t.test('forbidden requests are refused for that reason, and allowed ones never fail', async t => {
    const tried = EXHAUSTIVE ? variations : someOfEach(variations)
    const sent = await negative.sendVariations(folder, url, tried)
    const problems = tried.flatMap((variation, place) => problemsOfVariation(judge, variation, sent[place]))
    t.strictSame(problems.slice(0, 40), [], `${problems.length} problems`)
    t.equal(sent.length, tried.length)
    const forbidden = sent.filter((_, place) => tried[place]?.places.length)
    t.comment(`${sent.length} requests, ${forbidden.length} of them forbidden`)
    t.ok(forbidden.length > (EXHAUSTIVE ? 4000 : 1500))
    t.ok(forbidden.every(({ assertions }) => assertions === negative.ASSERTIONS))
    const refused = new Set(forbidden.map(({ name }) => operationOf(name).id))
    const unrefused = ids.filter(id => !refused.has(id))
    t.strictSame(unrefused.toSorted(), negative.TAKE_NOTHING.toSorted(), 'at least one request of each operation was refused')
  })
})

/** The first forbidden request of each operation, and every third one. */
function someOfEach<T extends Varied>(variations: readonly T[]): T[] {
  const begun = new Set<string>()
  return variations.filter(({ operation, places }, index) => {
    const isFirst = places.length > 0 && !begun.has(operation.id)
    if (isFirst) begun.add(operation.id)
    return isFirst || index % 3 === 0
  })
}
