/** Opens the secrets of a data folder, and prints what they derive: `node secret-process.ts <folder>`. */
import { openSecrets } from '../../src/lib/secrets.ts'
import { silentLog } from './bulk.ts'

const secrets = await openSecrets(process.argv[2] ?? '', [], silentLog)
process.stdout.write(secrets.derive('a test').toString())
