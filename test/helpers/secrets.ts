import { secretsOf } from '../../src/lib/secrets.ts'

/** The secret that all processes of a test share. */
export const TEST_SECRET = 'a-secret-of-the-tests-and-of-no-gateway'
export const testSecrets = secretsOf([TEST_SECRET])
