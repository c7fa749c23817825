import { hash } from 'node:crypto'
import path from 'node:path'

/** Where the rows are: in a file, or in a schema of a PostgreSQL database. */
export type Location = { file: string } | { url: string; schema: string }

/** Where a record is, and the keys of its chain: rows are signed with the first one. */
export interface RecordParts {
  database: Location
  /** Path of the file with the end of the chain. */
  head: string
  keys: readonly Uint8Array[]
}

interface RecordOwner {
  dataDirectory: string
  /** ID of the data folder. */
  hostId: string
  /** Of the PostgreSQL database; undefined: the rows are in the data folder. */
  databaseUrl: string | undefined
}

/** Each data folder has its own record, even in a database that several use. */
export function locateRecord({ dataDirectory, hostId, databaseUrl: url }: RecordOwner): Omit<RecordParts, 'keys'> {
  const { database: file, head, headOfPostgres } = recordFiles(dataDirectory)
  return url === undefined ? { database: { file }, head } : { database: { url, schema: schemaOf(hostId) }, head: headOfPostgres }
}

/** The files of the records in a data folder. The one in PostgreSQL has a head of its own, so that an operator who switches between the two loses neither. */
export const recordFiles = (dataDirectory: string): { database: string; head: string; headOfPostgres: string } => {
  const inFolder = (name: string): string => path.join(dataDirectory, 'record', name)
  return { database: inFolder('calls.sqlite'), head: inFolder('head'), headOfPostgres: inFolder('head.postgres') }
}

/** PostgreSQL would cut names to 63 characters. */
const schemaOf = (hostId: string): string => `toolgate_record_${hostId.length <= 40 ? hostId : hash('sha256', hostId).slice(0, 40)}`
