import { glob } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Returns the default exports of the files in `routes/` of a sandbox server. `npm run new` creates such files; their path is their registration. */
export async function findRoutes<AddRoutes>(serverFolder: string): Promise<AddRoutes[]> {
  const files = (await Array.fromAsync(glob('routes/*.ts', { cwd: serverFolder }))).toSorted()
  const modules: { default?: AddRoutes }[] = await Promise.all(files.map(file => import(pathToFileURL(path.join(serverFolder, file)).href)))
  return modules.flatMap(({ default: addRoutes }) => addRoutes ?? [])
}
