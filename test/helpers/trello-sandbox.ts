/** Runs a sandbox of Trello in its own process, with a list Crowd on the Playground: `node trello-sandbox.ts <cards>`. Prints its URL. */
import { createCard } from '../../sandbox/trello/routes/create-card.ts'
import { buildServer } from '../../sandbox/trello/server.ts'
import { seedState } from '../../sandbox/trello/state/seed.ts'
import { PLAYGROUND } from './trello-bulk.ts'

const state = seedState()
const id = state.newId()
state.lists.set(id, { id, name: 'Crowd', closed: false, pos: 1, idBoard: PLAYGROUND.id })
for (let number = 1; number <= Number(process.argv[2]); number++) createCard(state, { idList: id, name: `Card ${number}` })
// Far more than a test sends. The limits have their own test.
const server = buildServer({ state, limits: { token: 1_000_000, key: 1_000_000 } })
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
