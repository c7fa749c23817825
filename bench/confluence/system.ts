import { confluenceServer } from '../../sandbox/confluence/server.ts'
import { seedSite } from '../../sandbox/confluence/state/seed.ts'
import { reportUsage } from '../lib/measure.ts'

reportUsage(await confluenceServer(seedSite('cloud')).listen({ port: 0, host: '127.0.0.1' }))
