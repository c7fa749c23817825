import path from 'node:path'
import { type Ran, runChecker } from './run.ts'

/** Each returns the findings of a checker of OpenAPI documents for the files of a folder. */
export const redocly = (files: string[], folder: string): Promise<Ran> =>
  runChecker('redocly', ['lint', '--extends', 'recommended-strict', ...files], folder)

export const spectral = (files: string[], folder: string, rules = 'spectral.yaml'): Promise<Ran> =>
  runChecker('spectral', ['lint', '--fail-severity', 'warn', '--ruleset', path.join(import.meta.dirname, rules), ...files], folder)

export async function seriousme(texts: string[]): Promise<boolean[]> {
  const { Validator } = await import('@seriousme/openapi-schema-validator')
  return await Promise.all(texts.map(async text => (await new Validator().validate(JSON.parse(text))).valid))
}
