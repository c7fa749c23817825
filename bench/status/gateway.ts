import { startJobsGateway } from '../lib/jobs-gateway.ts'

await startJobsGateway({ scope: 'bench:read', serves: ({ tool }) => tool.name === 'jobs' })
