import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Creates the data folder if it is missing, for this user only: it holds keys and the record of calls. Throws an Error that names the folder or subfolder which this user cannot write to, and what to do. */
export function checkDataFolder(folder: string): void {
  attempt(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const subfolders = attempt(folder, () => readdirSync(folder, { withFileTypes: true })).filter(entry => entry.isDirectory())
  for (const directory of [folder, ...subfolders.map(({ name }) => path.join(folder, name))])
    attempt(directory, () => accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK))
}

function attempt<T>(directory: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const user = process.geteuid?.()
    const who = user === undefined ? 'this user' : `user ${user}`
    throw new Error(
      `TOOLGATE_DATA: ${who} cannot write to ${directory} (${code}). Give it the folder${user === undefined ? '' : ` (as root: chown -R ${user} ${directory})`}, run Toolgate as the user who owns it, or set TOOLGATE_DATA to another folder.`
    )
  }
}
