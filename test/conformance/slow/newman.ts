import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runSlowChecker } from '../run.ts'

export interface Report {
  requests: number
  assertions: number
  /** Failures, in sentences. */
  failed: string[]
  /** Output of newman. */
  output: string
}

/** Runs a collection with newman, as users of Postman do. */
async function newman(folder: string, collection: string, options: readonly string[] = []): Promise<Report> {
  const { output } = await runSlowChecker(
    'newman',
    ['run', collection, ...options, '-r', 'json', '--reporter-json-export', 'report.json'],
    folder
  )
  const { run } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
  const failed = run.failures.map(({ source, error, at }) => `${source?.name ?? at}: ${error.message}`)
  return { requests: run.stats.items.total, assertions: run.stats.assertions.total, failed, output }
}

/** Runs the gateway's own collection against the gateway, or against a proxy in front of it. */
export async function runOwnCollection(folder: string, gateway: string, url = gateway): Promise<Report> {
  const text = async (name: string): Promise<string> => await (await fetch(`${gateway}/v1/dialects/${name}`)).text()
  writeFileSync(path.join(folder, 'collection.json'), await text('postman'))
  writeFileSync(path.join(folder, 'environment.json'), await text('postman-environment'))
  return await newman(folder, 'collection.json', ['-e', 'environment.json', '--env-var', `base_url=${url}`])
}
