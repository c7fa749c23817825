import { createEmulator } from 'emulate'
import type { Test } from 'tap'
import { freePort } from './port.ts'

/**
 * Starts an independent emulator of Google with this content besides the account. Returns the settings with which a gateway connects to
 * it as the account.
 */
export async function startEmulate(t: Test, account: string, content: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const client = { client_id: 'emulate-client', client_secret: 'emulate-secret', name: 'Tests', redirect_uris: ['http://127.0.0.1/back'] }
  const seed = { google: { users: [{ email: account, name: 'Ada Example' }], oauth_clients: [client], ...content } }
  const emulator = await createEmulator({ service: 'google', port: await freePort(), hostname: '127.0.0.1', seed })
  t.teardown(() => emulator.close())
  const { client_id, client_secret } = client
  const refresh_token = await consent(emulator.url, account, client_id, client_secret)
  return { url: emulator.url, token_url: `${emulator.url}/oauth2/token`, client_id, client_secret, refresh_token }
}

/**
 * The steps of a person in a browser: signs in, grants the client access to the mail, and the client exchanges the code for a refresh
 * token.
 */
async function consent(url: string, email: string, client_id: string, client_secret: string): Promise<string> {
  const redirect_uri = 'http://127.0.0.1/back'
  const form = new URLSearchParams({ email, redirect_uri, client_id, scope: 'https://mail.google.com/' })
  const signedIn = await fetch(`${url}/o/oauth2/v2/auth/callback`, { method: 'POST', body: form, redirect: 'manual' })
  const code = new URL(signedIn.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, client_id, client_secret })
  const { refresh_token } = JSON.parse(await (await fetch(`${url}/oauth2/token`, { method: 'POST', body })).text())
  return refresh_token
}
