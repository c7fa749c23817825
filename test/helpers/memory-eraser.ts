import { embeddedStore } from '../../src/tools/memory/store/open.ts'

// A process that opens the file, does the given writes, reports each one and stays alive until it is killed.
const [file = '', writes = '[]'] = process.argv.slice(2)
const graph = embeddedStore(file, undefined).graph('default')
const given: [name: 'importLines' | 'updateObject' | 'deleteObject' | 'mergeObjects' | 'erasePart', input: never][] = JSON.parse(writes)
for (const [name, input] of given) await graph.write(name, input)
// A reader is open too, as in a gateway.
await graph.read('getStatistics', undefined)
process.send?.('done')
setInterval(() => {}, 60_000)
