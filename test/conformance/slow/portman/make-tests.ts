import { type Described, readDocument } from '../../oracle.ts'
import * as contract from './contract.ts'
import { makeFill } from './fill.ts'
import * as negative from './negative.ts'
import { portman } from './portman.ts'
import { makeForbids } from './violations.ts'

/** Generates the tests of Portman from the document of a gateway, and the checks of their results. */
export async function makeTests(folder: string, url: string) {
  const read = async (place: string) => await (await fetch(url + place)).json()
  const [document, collection] = await Promise.all([read('/openapi.json'), read('/v1/dialects/postman')])
  const [{ operations, judge }, forbids, fill] = await Promise.all([readDocument(document), makeForbids(), makeFill()])
  const [works, varied] = await Promise.all([
    portman(folder, 'contract', {
      document,
      item: contract.requestsOf(operations, collection),
      tests: contract.contractTests(operations)
    }),
    portman(folder, 'negative', {
      document: negative.withoutLongTexts(document),
      item: operations.map(operation => negative.wholeItemOf(operation, fill, forbids)),
      tests: negative.NEGATIVE_TESTS
    })
  ])
  const operationOf = operationBy(operations)
  const variations = negative.variationsOf(varied).map(item => {
    const operation = operationOf(item.name)
    return { item, operation, places: forbids(operation, item) }
  })
  return { operations, judge, operationOf, works, variations }
}

/** Names of requests start with the ID of the operation. */
function operationBy(operations: readonly Described[]): (name: string) => Described {
  return name => {
    const found = operations.find(({ id }) => id === name.split('[')[0])
    if (!found) throw new Error(`${name} is not an operation`)
    return found
  }
}
