import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns the code of docs/agents.md that is marked with this name. */
export function agentBlock(name: string): string {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/agents.md'), 'utf8')
  const [, code] = new RegExp(`^\`\`\`js ${name}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? []
  if (code === undefined) throw new Error(`docs/agents.md has no block ${name}`)
  return code
}
