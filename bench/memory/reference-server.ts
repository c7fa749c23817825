import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const PACKAGE = '@modelcontextprotocol/server-memory'

export interface ReferenceServer {
  openNode: (name: string) => Promise<void>
  close: () => void
}

/** The reference server with its file, used as clients do: JSON-RPC over standard streams. */
export async function startReferenceServer(folder: string, file: string): Promise<ReferenceServer> {
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, PACKAGE], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const program = path.join(folder, 'node_modules', PACKAGE, 'dist/index.js')
  const child = spawn(process.execPath, [program], { env: { ...process.env, MEMORY_FILE_PATH: file }, stdio: ['pipe', 'pipe', 'ignore'] })
  const ask = asker(child)
  const clientInfo = { name: 'bench', version: '0' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  return {
    async openNode(name) {
      const answer = await ask('tools/call', { name: 'open_nodes', arguments: { names: [name] } })
      if (!answer.includes(name)) throw new Error(`The reference server does not know ${name}: ${answer.slice(0, 200)}`)
    },
    close: () => child.kill()
  }
}

function asker({ stdin, stdout }: ChildProcess) {
  const waiting = new Map<number, (line: string) => void>()
  let id = 0
  if (!stdin || !stdout) throw new Error('The reference server has no streams')
  createInterface({ input: stdout }).on('line', line => waiting.get(Number(/"id":(\d+)/.exec(line)?.[1]))?.(line))
  return (method: string, params: object): Promise<string> => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    return new Promise(resolve => waiting.set(id, resolve))
  }
}
