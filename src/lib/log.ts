type Write = (fields: object, message: string) => void

/** What this room needs of a pino logger. */
export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}
