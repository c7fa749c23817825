/** Why no program was started: there is none of that name, or it may not be run; no such directory; or arguments no program can be given. */
export type SpawnFault = 'program' | 'directory' | 'arguments'

export class SpawnError extends Error {
  override readonly name = 'SpawnError'
  readonly fault: SpawnFault

  constructor(fault: SpawnFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
