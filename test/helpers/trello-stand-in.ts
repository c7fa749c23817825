/** A stand-in of Trello in a process of its own, with a list Crowd on the Playground of so many cards: `node trello-stand-in.ts <cards>`. Prints its address. */
import { makeCard } from '../../sandbox/trello/routes/make-card.ts'
import { buildServer } from '../../sandbox/trello/server.ts'
import { seedState } from '../../sandbox/trello/state/seed.ts'
import { PLAYGROUND } from './trello-bulk.ts'

const state = seedState()
const id = state.newId()
state.lists.set(id, { id, name: 'Crowd', closed: false, pos: 1, idBoard: PLAYGROUND.id })
for (let number = 1; number <= Number(process.argv[2]); number++) makeCard(state, { idList: id, name: `Card ${number}` })
// Far more than a test sends: what is over the limits is a test of its own.
const server = buildServer({ state, limits: { token: 1_000_000, key: 1_000_000 } })
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
