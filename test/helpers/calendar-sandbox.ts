/** Runs a sandbox of Google Calendar in its own process. Prints its URL. */
import { calendarServer } from '../../sandbox/calendar/server.ts'
import { seedState } from '../../sandbox/calendar/state/seed.ts'

// Far more than a test sends. The limit has its own test.
const server = calendarServer(seedState(), { limit: 1_000_000 })
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
