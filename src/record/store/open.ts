import type { Location } from '../location.ts'
import type { RecordDatabase } from './database.ts'

/** Opens the database, and creates its tables if they do not exist. Its driver is loaded now. */
export async function openDatabase(location: Location): Promise<RecordDatabase> {
  if ('file' in location) return (await import('./sqlite.ts')).openSqlite(location.file)
  return await (await import('./postgres.ts')).openPostgres(location)
}

/** Opens the database to read it; undefined if it has no tables. */
export async function openToRead(location: Location): Promise<RecordDatabase | undefined> {
  if ('file' in location) return (await import('./sqlite.ts')).openSqliteToRead(location.file)
  return await (await import('./postgres.ts')).openPostgresToRead(location)
}
