import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'
import { startApp, type TestAppOptions, temporaryFolder } from './app.ts'

/** A response of any shape. */
interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
  text: string
}

/** A gateway whose gcloud is a program of the test. */
export interface GcloudDesk {
  folder: string
  call: (operation: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  byName: (name: string, input: Record<string, unknown>) => Promise<Answer>
  get: (path: string) => Promise<Answer>
  /** Sets what gcloud does from now on: a shell script with its arguments in "$@". */
  does: (script: string) => void
  /** gcloud prints this and exits. */
  replays: (run: { stdout?: string; stderr?: string; exit_code?: number }) => void
  /** The arguments of the last command; undefined if none ran since `does` or `replays`. */
  argv: () => string[] | undefined
}

/** The stub records its arguments, then does what the test requests. */
const STUB = `#!/bin/sh
here=$(dirname "$0")
for word; do printf '%s\\0' "$word"; done > "$here/argv.new"
mv "$here/argv.new" "$here/argv"
. "$here/script"
`

export interface Stub extends Pick<GcloudDesk, 'does' | 'replays' | 'argv'> {
  /** Possible values of GCLOUD_PATH. */
  path: string
}

/** A program named gcloud, outside any SDK. */
export function makeStub(folder: string): Stub {
  mkdirSync(folder, { recursive: true })
  const at = (name: string): string => path.join(folder, name)
  writeFileSync(at('gcloud'), STUB)
  chmodSync(at('gcloud'), 0o755)
  const does: Stub['does'] = script => {
    writeFileSync(at('script'), script)
    writeFileSync(at('argv'), 'none')
  }
  does('exit 0')
  return {
    path: at('gcloud'),
    does,
    replays({ stdout = '', stderr = '', exit_code = 0 }) {
      writeFileSync(at('stdout'), stdout)
      writeFileSync(at('stderr'), stderr)
      does(`cat "$here/stdout"; cat "$here/stderr" >&2; exit ${exit_code}`)
    },
    argv() {
      const text = existsSync(at('argv')) ? readFileSync(at('argv'), 'utf8') : 'none'
      return text === 'none' ? undefined : text.split('\0').slice(0, -1)
    }
  }
}

export async function openGcloudDesk(t: Test, options: TestAppOptions = {}): Promise<GcloudDesk> {
  const folder = await temporaryFolder(t)
  const stub = makeStub(path.join(folder, 'bin'))
  const roots = path.join(folder, 'root')
  mkdirSync(roots)
  const { app } = await startApp(t, {
    system: 'gcloud',
    roots,
    ...options,
    environment: { GCLOUD_PATH: stub.path, ...options.environment }
  })
  const send = async (method: 'GET' | 'POST', url: string, input?: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const payload = input && JSON.stringify(input)
    const { statusCode, body } = await app.inject({
      method,
      url,
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && { payload })
    })
    const { data, error, metadata } = body.startsWith('{') ? JSON.parse(body) : { data: undefined, error: undefined, metadata: undefined }
    return { status: statusCode, data, error, metadata, text: body }
  }
  return {
    folder,
    ...stub,
    call: (operation, input = {}, headers) => send('POST', `/v1/gcloud/${operation}`, input, headers),
    byName: (name, input) => send('POST', `/v1/operations/${name}`, input),
    get: at => send('GET', `/v1/gcloud/${at}`)
  }
}
