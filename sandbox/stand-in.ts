type Settings = Record<string, unknown>

/** A stand-in of one system, as sandbox/<system>/stand-in.ts default-exports it. One that is a server mounts `addControl` of control.ts first. */
export interface StandIn {
  /** Gets ready, and answers the settings with which a gateway reaches it; `further`: those of more instances, `sandbox-<name>`. */
  start: (options: {
    dataDirectory: string
  }) => Promise<{ settings: Settings; further?: Record<string, Settings>; close?: () => Promise<void> }>
}
