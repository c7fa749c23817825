type Settings = Record<string, unknown>

/** The sandbox of one system, the default export of sandbox/<system>/sandbox.ts. If it is a server, it calls `addControl` of control.ts first. */
export interface Sandbox {
  /** Starts it. Returns the settings with which a gateway reaches it; `further`: those of more instances, `sandbox-<name>`. */
  start: (options: {
    dataDirectory: string
  }) => Promise<{ settings: Settings; further?: Record<string, Settings>; close?: () => Promise<void> }>
}
