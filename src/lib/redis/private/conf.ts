import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Address } from './address.ts'

const LARGEST_LOG = 1_000_000

export interface Files {
  folder: string
  conf: string
  log: string
  pid: string
  lock: string
}

export function filesOf(folder: string): Files {
  const file = (name: string): string => path.join(folder, name)
  return { folder, conf: file('redis.conf'), log: file('redis.log'), pid: file('redis.pid'), lock: file('lock.db') }
}

/** Writes the settings of the server to a file. Every user of the machine can read the command line of a process. */
export function writeConf(files: Files, address: Address): void {
  const lines = [...listen(address), ...DURABLE, ['dir', files.folder], ['logfile', files.log], ['pidfile', files.pid]]
  rmSync(files.conf, { force: true }) // a new file gets the right mode
  writeFileSync(files.conf, lines.map(([name = '', ...values]) => [name, ...values.map(quote)].join(' ')).join('\n'), { mode: 0o600 })
  if ((statSync(files.log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) truncateSync(files.log)
}

// A write is on disk before it is acknowledged, and no data is evicted.
const DURABLE = [
  ['appendonly', 'yes'],
  ['appendfsync', 'always'],
  ['maxmemory-policy', 'noeviction'],
  ['save', '']
]

function listen(address: Address): string[][] {
  if ('path' in address) {
    return [
      ['port', '0'],
      ['unixsocket', address.path],
      ['unixsocketperm', '700']
    ]
  }
  return [
    ['port', String(address.port)],
    ['bind', address.host],
    ['requirepass', address.password]
  ]
}

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}
