import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { freePort } from './port.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'

/** Why no server can be started; undefined if one can. */
export const noPostgres = existsSync(path.join(BINARIES, 'initdb')) ? undefined : `no PostgreSQL 15 in ${BINARIES}`

let server: Promise<number> | undefined
let databases = 0

/** Returns the URL of a new, empty database, for MEMORY_DATABASE_URL. Databases share a temporary server, which ends with this process. */
export async function newDatabase(): Promise<string> {
  server ??= startServer()
  const port = await server
  const name = `test_${++databases}`
  await asking(port, client => client.query(`create database ${name}`))
  return `postgres://toolgate@127.0.0.1:${port}/${name}`
}

/** Returns its port. */
async function startServer(): Promise<number> {
  const folder = mkdtempSync('/tmp/tg-postgres-')
  const user = owner()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const run = { ...user, cwd: folder, stdio: 'ignore' as const }
  execFileSync(path.join(BINARIES, 'initdb'), ['-D', data, '-U', 'toolgate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], run)
  const port = await freePort()
  const child = spawn(path.join(BINARIES, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'], run)
  t.teardown(async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  })
  await untilReady(port)
  return port
}

async function asking(port: number, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'toolgate', database: 'postgres' })
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
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

/** It listens before it accepts connections. */
async function untilReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const up = await asking(port, client => client.query('select 1')).then(
      () => true,
      () => false
    )
    if (up) return
    await sleep(50)
  }
  throw new Error('PostgreSQL did not start')
}
