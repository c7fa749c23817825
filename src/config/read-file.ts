import { readFileSync, statSync } from 'node:fs'

/** Reads a file of the configuration. Throws if it is not a regular file: reading a FIFO would block the process until another one writes to it. */
export function readFile(file: string): string {
  if (!statSync(file).isFile()) throw new Error(`${file} is not a regular file`)
  return readFileSync(file, 'utf8')
}
