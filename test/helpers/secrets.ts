import { secretsOf } from '../../src/lib/secrets.ts'

/** The secret that all processes of a test share. */
export const testSecrets = secretsOf(['a secret of the tests, and of no gateway'])
