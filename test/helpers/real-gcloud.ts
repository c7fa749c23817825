import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Test } from 'tap'
import { findGcloud } from '../../src/tools/gcloud/client/installation.ts'
import { temporaryFolder } from './app.ts'
import { startGateway } from './gateway.ts'
import { type Listening, listen, type Seen } from './listen.ts'

const installed = findGcloud(undefined)

/** Location of the SDK of this host. */
export const sdk = installed?.root ?? ''

/** Why tests with the real gcloud are skipped; false if it is installed. */
export const noGcloud = installed ? false : 'gcloud is not on the PATH'

/** Google's responses, by project. */
function google(response: ServerResponse, { method, url }: Seen): unknown {
  const send = (status: number, body: object): unknown =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const failing = /projects\/demo-(denied|missing|busy|broken|off|stranger)\b/.exec(url)?.[1]
  const fault = failing === undefined ? undefined : FAULTS[failing]
  if (fault) return send(fault[0], { error: { code: fault[0], ...fault[1] } })
  if (method === 'DELETE') return send(200, {})
  if (url.includes('/aggregated/instances')) return send(200, { items: { 'zones/a': { instances: [{ name: 'vm-1', zone: 'a' }] } } })
  if (url.startsWith('/v1/projects'))
    return send(200, { projects: [{ projectId: 'demo-ok', name: 'Demo', projectNumber: '1', lifecycleState: 'ACTIVE' }] })
  return send(200, {})
}

const FAULTS: Readonly<Record<string, [number, object]>> = {
  denied: [
    403,
    {
      message: "Required 'compute.instances.list' permission for 'projects/demo-denied'",
      errors: [{ reason: 'forbidden', message: "Required 'compute.instances.list' permission for 'projects/demo-denied'" }]
    }
  ],
  missing: [
    404,
    {
      message: "The resource 'projects/demo-missing' was not found",
      errors: [{ reason: 'notFound', message: "The resource 'projects/demo-missing' was not found" }]
    }
  ],
  busy: [
    429,
    {
      message: "Quota exceeded for quota metric 'Read requests'",
      errors: [{ reason: 'rateLimitExceeded', message: "Quota exceeded for quota metric 'Read requests'" }]
    }
  ],
  broken: [500, { message: 'Internal error encountered.', errors: [{ reason: 'backendError', message: 'Internal error encountered.' }] }],
  stranger: [401, { message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' }],
  off: [
    403,
    {
      message: 'Compute Engine API has not been used in project demo-off before or it is disabled.',
      status: 'PERMISSION_DENIED',
      errors: [
        { reason: 'accessNotConfigured', message: 'Compute Engine API has not been used in project demo-off before or it is disabled.' }
      ],
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'googleapis.com' }]
    }
  ]
}

/** No server listens there. */
const AWAY = 'http://127.0.0.1:9/'

export interface RealDesk {
  post: (to: string, input: object) => Promise<Answer>
  get: (to: string) => Promise<Answer>
  run: (input: object) => Promise<Answer>
}

interface Answer {
  status: number
  // biome-ignore-start lint/suspicious/noExplicitAny: any output
  data: any
  error: any
  // biome-ignore-end lint/suspicious/noExplicitAny: any output
}

/** Gateways with the real gcloud and a fake Google server. */
export async function openReal(t: Test) {
  const folder = await temporaryFolder(t)
  const api: Listening = await listen(t, google)
  await mkdir(path.join(folder, 'root/emulator'), { recursive: true })
  await writeFile(path.join(folder, 'token.txt'), 'fake-token')
  const common = [
    'CLOUDSDK_CORE_CHECK_GCE_METADATA=false',
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE=${api.url}/compute/v1/`,
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDRESOURCEMANAGER=${api.url}/`,
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_DNS=${AWAY}`
  ]
  const token = `CLOUDSDK_AUTH_ACCESS_TOKEN_FILE=${path.join(folder, 'token.txt')}`
  async function open(name: string, environment: string[], more: Record<string, string> = {}): Promise<RealDesk> {
    await mkdir(path.join(folder, name), { recursive: true })
    const config = `CLOUDSDK_CONFIG=${path.join(folder, name)}`
    const settings = { GCLOUD_ENVIRONMENT: [config, ...common, ...environment].join(','), ...more }
    const { url } = await startGateway(t, {
      roots: path.join(folder, 'root'),
      dataDirectory: path.join(folder, `data-${name}`),
      environment: settings
    })
    const read = async (answer: Response): Promise<Answer> => ({ status: answer.status, ...JSON.parse(await answer.text()) })
    const headers = { 'content-type': 'application/json' }
    const post = async (to: string, input: object) =>
      await read(await fetch(`${url}${to}`, { method: 'POST', headers, body: JSON.stringify(input) }))
    return { post, get: async to => await read(await fetch(`${url}${to}`)), run: input => post('/v1/gcloud/run', input) }
  }
  const signedOut = (): Promise<RealDesk> => open('signedOut', [])
  const signedIn = (): Promise<RealDesk> =>
    open('signedIn', [token, 'CLOUDSDK_CORE_ACCOUNT=dev@example.com', 'CLOUDSDK_CORE_PROJECT=demo-ok'], {
      GCLOUD_ALLOW: 'emulators pubsub start'
    })
  return { folder, api, token, open, signedOut, signedIn }
}
