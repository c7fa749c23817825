import path from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** What a thread begins with. */
export interface Start {
  /** A file that exports `serve`, which takes tasks. */
  module: string
  /** As it is named where threads are looked at. */
  name: string
  /** What `serve` is called with, default nothing. */
  given?: readonly unknown[]
  /** Default: those of the process. */
  limits?: ResourceLimits
}

/** A file beside the one that asks, by its name without the ending: TypeScript in a source checkout, JavaScript in a build. */
export const moduleBeside = ({ dirname, filename }: ImportMeta, name: string): string => path.join(dirname, name + path.extname(filename))

/** No file does anything by being imported, so a thread is told what to call. */
const PROGRAM = `const { workerData } = require('node:worker_threads')
import(workerData.module).then(({ serve }) => serve(...workerData.given))`

/** Begins a thread. What fails in it is told by the events of the thread. */
export const startThread = ({ module, name, given = [], limits }: Start): Worker =>
  new Worker(PROGRAM, { eval: true, workerData: { module, given }, name, ...(limits && { resourceLimits: limits }) })
