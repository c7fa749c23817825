import { test } from 'tap'
import { followFailures } from '../helpers/failure-reader.ts'

test('a model that follows error messages executes every write once', { timeout: 120_000 }, t => followFailures(t, 40))
