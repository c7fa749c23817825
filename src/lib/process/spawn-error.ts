/**
 * Why no program was started: there is none of that name, or it may not be run; no such directory; arguments no program can be given; or the
 * system has no place for one more just now.
 */
export type SpawnFault = 'program' | 'directory' | 'arguments' | 'system'

export class SpawnError extends Error {
  override readonly name = 'SpawnError'
  readonly fault: SpawnFault

  constructor(fault: SpawnFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
