import { CONSOLE_FOLDER } from '../../src/folders.ts'
import { startJobsGateway } from '../lib/jobs-gateway.ts'

await startJobsGateway({ scope: '*', consoleFolder: CONSOLE_FOLDER })
