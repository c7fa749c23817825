import pino, { type DestinationStream, type Logger } from 'pino'
import { errorShown } from './contract/log.ts'

/** The log of the program: a line of JSON for each thing that happens, to standard output unless said otherwise. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: (error: unknown) => errorShown(error) } }, destination)
