import assert from 'node:assert/strict'
import { OperationError } from '../../../src/contract/errors.ts'
import { changesNothing } from './changes-nothing.ts'
import type { Refused } from './contract.ts'
import type { Run } from './run.ts'

export const PREPARE_CHECKS = {
  /** A missing required parameter is refused by its name; an optional one may be absent. */
  async 'prepare refuses missing parameters by name'({ contract: { good }, prepare }: Run) {
    for (const name of Object.keys(good)) {
      const { [name]: _missing, ...rest } = good
      const error = await prepare(rest).then(() => undefined, thrown)
      if (error) assert.ok(isInvalid(error) && names(error, name), `Without ${name}: ${described(error)}`)
    }
  },

  async 'prepare refuses invalid parameters at their path'(run: Run) {
    assert.ok(run.contract.refused.length > 0, 'Give inputs in `refused` that are well-formed but invalid')
    for (const refused of run.contract.refused) await refuses(run, refused)
  },

  async 'prepare refuses unknown and ambiguous names and lists those that exist'(run: Run) {
    if (run.contract.names.length > 0)
      assert.ok(run.contract.unknown_names.length > 0, 'Give `unknown_names`, because the action takes names')
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
      assert.ok(plan.includes(JSON.stringify(id)), `Neither query nor action contains ${id}, the id of ${name}: ${plan}`)
    }
  },

  async 'prepare returns plain JSON, which a job can store'({ contract: { good }, prepare }: Run) {
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
  assert.ok(error instanceof OperationError, `${given} is not refused: ${described(error)}`)
  if (reason !== undefined) assert.equal(error.reason, reason, given)
  else assert.ok(isInvalid(error) && isAt(error, path), `${given} is not refused at ${path}: ${described(error)}`)
  return error
}

const thrown = (error: unknown): unknown => error

const isInvalid = (error: unknown): error is OperationError => error instanceof OperationError && error.code === 'VALIDATION_ERROR'

const isAt = ({ details: { issues = [] } }: OperationError, path: string): boolean => issues.some(issue => issue.path === path)

/** The issue is at the property, or its message names it: one of two properties is required of the whole input. */
const names = (error: OperationError, name: string): boolean =>
  isAt(error, name) || (error.details.issues ?? []).some(({ message, expected = '' }) => `${message} ${expected}`.includes(name))

function described(error: unknown): string {
  if (!(error instanceof OperationError)) return String(error)
  return `${error.code} (${error.reason}) ${error.message} ${JSON.stringify(error.details.issues ?? [])}`
}
