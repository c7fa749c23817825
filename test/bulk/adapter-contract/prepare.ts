import assert from 'node:assert/strict'
import { OperationError } from '../../../src/contract/errors.ts'
import type { Refused } from './contract.ts'
import { changesNothing } from './harmless.ts'
import type { Run } from './run.ts'

export const PREPARE_CHECKS = {
  /** A required parameter that is missing is refused by its name; one that is optional may be absent. */
  async 'prepare refuses parameters that are missing, by their names'({ contract: { good }, prepare }: Run) {
    for (const name of Object.keys(good)) {
      const { [name]: _missing, ...rest } = good
      const error = await prepare(rest).then(() => undefined, thrown)
      if (error) assert.ok(isInvalid(error) && tells(error, name), `Without ${name}: ${told(error)}`)
    }
  },

  async 'prepare refuses what is wrong, at the path of the parameter'(run: Run) {
    assert.ok(run.contract.refused.length > 0, 'Give inputs in `refused` that are well formed but wrong')
    for (const refused of run.contract.refused) await refuses(run, refused)
  },

  async 'prepare refuses unknown and ambiguous names, with those that exist'(run: Run) {
    if (run.contract.names.length > 0) assert.ok(run.contract.unknown_names.length > 0, 'Give `unknown_names`, since it takes names')
    for (const refused of run.contract.unknown_names) {
      const error = await refuses(run, refused)
      const suggestions = error.details.suggestions ?? []
      const missing = refused.suggestions.filter(name => !suggestions.some(text => text.includes(name)))
      assert.deepEqual(missing, [], `${JSON.stringify(refused.input)}: details.suggestions is ${JSON.stringify(suggestions)}`)
    }
  },

  async 'prepare resolves names to ids'({ contract: { good, names }, prepare }: Run) {
    const plan = JSON.stringify(await prepare(good))
    for (const { name, id } of names) {
      assert.ok(plan.includes(JSON.stringify(id)), `Neither query nor action holds ${id}, the id of ${name}: ${plan}`)
    }
  },

  async 'prepare answers plain JSON, which a job can keep'({ contract: { good }, prepare }: Run) {
    const { query, action } = await prepare(good)
    assert.deepEqual({ query, action }, JSON.parse(JSON.stringify({ query, action })))
  },

  async 'prepare fetches no items'({ contract: { good }, prepare, received }: Run) {
    await prepare(good)
    const fetched = (await received()).filter(({ kind }) => kind === 'list' || kind === 'item')
    assert.deepEqual(fetched, [], 'prepare read items')
  },

  async 'prepare executes nothing'(run: Run) {
    await changesNothing(run, 'prepare', () => run.prepare(run.contract.good))
  }
}

async function refuses({ prepare }: Run, { input, path, reason }: Refused): Promise<OperationError> {
  const error = await prepare(input).then(() => undefined, thrown)
  const given = JSON.stringify(input)
  assert.ok(error instanceof OperationError, `${given} is not refused: ${told(error)}`)
  if (reason !== undefined) assert.equal(error.reason, reason, given)
  else assert.ok(isInvalid(error) && isAt(error, path), `${given} is not refused at ${path}: ${told(error)}`)
  return error
}

const thrown = (error: unknown): unknown => error

const isInvalid = (error: unknown): error is OperationError => error instanceof OperationError && error.code === 'VALIDATION_ERROR'

const isAt = ({ details: { issues = [] } }: OperationError, path: string): boolean => issues.some(issue => issue.path === path)

/** The issue stands at the property, or its words name it: one of two is required of the whole. */
const tells = (error: OperationError, name: string): boolean =>
  isAt(error, name) || (error.details.issues ?? []).some(({ message, expected = '' }) => `${message} ${expected}`.includes(name))

function told(error: unknown): string {
  if (!(error instanceof OperationError)) return String(error)
  return `${error.code} (${error.reason}) ${error.message} ${JSON.stringify(error.details.issues ?? [])}`
}
