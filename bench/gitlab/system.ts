import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import { reportUsage } from '../lib/measure.ts'

reportUsage((await buildServer().listen({ port: 0, host: '127.0.0.1' })) + ROOT)
