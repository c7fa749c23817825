import t from 'tap'
import { fuzzOwn } from '../fuzz/local-systems.ts'

t.test('jobs and the gateway itself', { timeout: 400_000 }, t => fuzzOwn(t, ['jobs', 'toolgate']))
