import pino, { type DestinationStream, type Logger } from 'pino'
import { loggableError } from '../pipeline/log/loggable.ts'

/** Creates the program's log: one line of JSON per entry, to standard output by default. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, serializers: { err: (error: unknown) => (error instanceof Error ? loggableError(error) : error), req: requestShown } },
    destination
  )

/** Without the query string, which may contain user data. */
const requestShown = ({ method, url }: { method?: string; url?: string }): object => ({ method, path: url?.split('?')[0] })
