import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from './port.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'

/** Why no server can be started here; undefined where one can. */
export const noPostgres = existsSync(path.join(BINARIES, 'initdb')) ? undefined : `no PostgreSQL 15 in ${BINARIES}`

/** A throw-away PostgreSQL in a folder of its own; answers what MEMORY_DATABASE_URL may be set to. */
export async function startPostgres(t: Pick<Test, 'teardown'>): Promise<string> {
  const folder = mkdtempSync('/tmp/tg-postgres-')
  const user = owner()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const run = { ...user, cwd: folder, stdio: 'ignore' as const }
  execFileSync(path.join(BINARIES, 'initdb'), ['-D', data, '-U', 'toolgate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], run)
  const port = await freePort()
  const server = spawn(path.join(BINARIES, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'], run)
  t.teardown(async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  })
  await untilReady(port)
  return `postgres://toolgate@127.0.0.1:${port}/postgres`
}

/** The server refuses to run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGINT') // ends connections, too
  await gone
}

async function untilReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const up = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
    socket.destroy()
    if (up) return
    await sleep(50)
  }
  throw new Error('PostgreSQL did not come up')
}
