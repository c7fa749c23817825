import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryDisk } from './filesystem.ts'

/** Runs Python, which has functions for extended attributes, unlike Node. */
const python = (program: string, ...args: string[]): string =>
  execFileSync('python3', ['-c', `import json, os, sys\n${program}`, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Sets an extended attribute to a text, or to bytes in hex. */
export const setAttribute = (file: string, name: string, value: string): string =>
  python('os.setxattr(sys.argv[1], sys.argv[2], os.fsencode(sys.argv[3]))', file, name, value)

/** The capability cap_net_raw+ep, in the kernel's format. */
const CAPABILITY = '0100000200200000000000000000000000000000'

/** Gives a program a capability. Returns whether this is permitted. */
export function addCapability(file: string): boolean {
  try {
    python('os.setxattr(sys.argv[1], "security.capability", bytes.fromhex(sys.argv[2]))', file, CAPABILITY)
    return true
  } catch {
    return false
  }
}

/** Version 2 of the kernel's format: owner rw, user 1000 r, group r, mask r, others r. */
const ACCESS_LIST = ['02000000', '01000600ffffffff', '02000400e8030000', '04000400ffffffff', '10000400ffffffff', '20000400ffffffff'].join(
  ''
)

/** Gives another user access to a file. Returns whether the file system supports this. */
export function addUserToAccessList(file: string): boolean {
  try {
    python('os.setxattr(sys.argv[1], "system.posix_acl_access", bytes.fromhex(sys.argv[2]))', file, ACCESS_LIST)
    return true
  } catch {
    return false
  }
}

/** Returns the extended attributes of a file, except those of the security module. */
export const attributesOf = (file: string): Record<string, string> =>
  JSON.parse(
    python(
      'print(json.dumps({n: os.getxattr(sys.argv[1], n).decode("utf8", "replace") for n in os.listxattr(sys.argv[1]) if n != "security.selinux"}))',
      file
    )
  )

/** Whether the file system of the tests has extended attributes. */
export function canSetAttributes(): boolean {
  const folder = mkdtempSync(path.join(memoryDisk() ?? tmpdir(), 'toolgate-attributes-'))
  const file = path.join(folder, 'file')
  try {
    writeFileSync(file, '')
    setAttribute(file, 'user.test', 'x')
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}
