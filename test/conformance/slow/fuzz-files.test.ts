import t from 'tap'
import { fuzzOwn } from '../fuzz/local-systems.ts'

t.test('files', { timeout: 400_000 }, t => fuzzOwn(t, ['filesystem']))
