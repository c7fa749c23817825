import path from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** Options of a thread. */
export interface ThreadOptions {
  /** Path of a module that exports `serve`. */
  module: string
  /** Name of the thread in debuggers and diagnostics. */
  name: string
  /** Arguments of `serve`. Default: none. */
  args?: readonly unknown[]
  /** Default: the limits of the process. */
  limits?: ResourceLimits
}

/**
 * Returns the path of a module next to the caller, by its name without extension: TypeScript in a source checkout, JavaScript in a
 * build.
 */
export const moduleBeside = ({ dirname, filename }: ImportMeta, name: string): string => path.join(dirname, name + path.extname(filename))

/** No module has side effects on import, so the thread is started with a call. */
const PROGRAM = `const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ serve }) => serve(...workerData.args))`

/**
 * Starts a thread. Its events report failures. It does not inherit the Node options of the process: with --input-type=module, PROGRAM
 * would not run.
 */
export const startThread = ({ module, name, args = [], limits }: ThreadOptions): Worker =>
  new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { module, args }, name, ...(limits && { resourceLimits: limits }) })
