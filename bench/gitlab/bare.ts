import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { serveBare } from '../lib/bare.ts'

await serveBare({
  tool: 'gitlab_get_issue',
  path: '/v1/gitlab/issues/:iid',
  url: `${process.argv[2]}/api/v4`,
  headers: { 'private-token': TOKEN },
  call: (client, { project = '', iid }, signal) => client(`projects/${encodeURIComponent(project)}/issues/${iid}`, { signal }).json()
})
