/** A stand-in of one system, as sandbox/<system>/stand-in.ts default-exports it. */
export interface StandIn {
  /** Gets ready, and answers the settings with which a gateway reaches it. */
  start: (options: { dataDirectory: string }) => Promise<{ settings: Record<string, unknown>; close?: () => Promise<void> }>
}
