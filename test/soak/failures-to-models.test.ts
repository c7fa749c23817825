import { test } from 'tap'
import { followFailures } from '../helpers/failure-reader.ts'

const FAULTS = Number(process.env['FAILURES'] ?? 1_000)

test('a model that follows error messages executes every write once', { timeout: 600_000 }, t => followFailures(t, FAULTS))
