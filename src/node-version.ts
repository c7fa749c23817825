/** The first version with Temporal, SQLite and type stripping. package.json declares it too, but npm only warns. */
const NEEDED = 26

/** Returns why this version of Node cannot run the gateway and what to do; undefined if it can. Imports nothing, so that any Node can call it. */
export function faultOfNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NEEDED) return undefined
  return `toolgate: this is Node ${version}, and Node ${NEEDED} or newer is needed. Install one (https://nodejs.org), and put it first on PATH.`
}
