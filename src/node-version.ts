/** The first with all that is used: Temporal, SQLite, TypeScript as it is. package.json says the same to npm, which only warns. */
const NEEDED = 26

/** Why this version of Node cannot run the gateway, and what to do; undefined where it can. It imports nothing, so that any Node can ask. */
export function faultOfNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NEEDED) return undefined
  return `toolgate: this is Node ${version}, and Node ${NEEDED} or newer is needed. Install one (https://nodejs.org), and put it first on PATH.`
}
