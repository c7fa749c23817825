/** A stand-in of Google Calendar in a process of its own. Prints its address. */
import { calendarServer } from '../../sandbox/calendar/server.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'

// Far more than a test sends: what is over the limit is a test of its own.
const server = calendarServer(seedState(), { limit: 1_000_000 })
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
