import type { Sandbox } from '../sandbox.ts'
import { EMAIL, PASSWORD, TOKEN, USERNAME } from './credentials.ts'
import { CONTEXT, confluenceServer } from './server.ts'
import { seedSite } from './state/seed.ts'

/** Confluence Cloud as the instance sandbox, and a site of Data Center as sandbox-dc. They do not share state. */
const confluence: Sandbox = {
  async start() {
    const [cloud, dataCenter] = [confluenceServer(seedSite('cloud')), confluenceServer(seedSite('datacenter'))]
    const [cloudUrl, dataCenterUrl] = await Promise.all([cloud, dataCenter].map(app => app.listen({ host: '127.0.0.1', port: 0 })))
    return {
      settings: { url: `${cloudUrl}/wiki`, type: 'cloud', email: EMAIL, token: TOKEN },
      further: { dc: { url: `${dataCenterUrl}${CONTEXT}`, type: 'datacenter', username: USERNAME, password: PASSWORD } },
      close: async () => void (await Promise.all([cloud.close(), dataCenter.close()]))
    }
  }
}

export default confluence
