import { hash } from 'node:crypto'
import path from 'node:path'
import { toJsonSchema } from '../catalog/json-schema.ts'
import type { AnyTool } from '../contract/tool.ts'
import type { Instance } from './instances.ts'

const LENGTH = 22

/**
 * Returns a hash of what an instance acts on: the settings that its system marks with `x-identity` (base URL, account) and its folders. Two
 * processes with different ones would run each other's jobs on the wrong account. It contains no secret, so that secrets can be rotated.
 */
export function fingerprintOf(tool: AnyTool, { settings, sandbox }: Pick<Instance, 'settings' | 'sandbox'>): string {
  // The address of a sandbox server changes at each start.
  if (sandbox) return 'sandbox'
  const identity = Object.entries(toJsonSchema(tool.settings).properties ?? {})
    .filter(([name, node]) => node['x-identity'] === true && settings[name] !== undefined)
    .map(([name]) => [name, withoutCredentials(String(settings[name]))])
  const folders = (tool.folders?.(settings) ?? []).map(folder => path.resolve(folder))
  return hash('sha256', JSON.stringify([tool.name, identity, folders]), 'base64url').slice(0, LENGTH)
}

/** Normalizes a URL: without user, password and trailing slash. Returns other text unchanged. */
function withoutCredentials(text: string): string {
  const url = URL.parse(text)
  return url?.host ? `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}` : text
}
