import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'

export const jobs = defineTool({
  name: 'jobs',
  title: 'Jobs',
  description:
    'The jobs that bulk operations make: what they will do, how far they are, what became of each item. It needs no credential of its own. A key sees the jobs it made; a key with the scope * sees all.',
  prompt:
    'A call in mode async answers a job, whose result is what the call came to. A bulk operation answers a job, too. Show its preview to whoever decides, then start it with jobs_confirm and the confirm_token of that preview. Poll with jobs_get and wait 25 until the status is completed, cancelled, failed or expired; do not ask more often than poll_after_ms says. A job that is waiting goes on by itself. Failures are put together in errors; jobs_list_items tells about each item. Items that are unknown may or may not have been done: look at the system itself before you do them again.',
  settings: Type.Object({}),
  connect: (_settings, runtime) => runtime.jobs,
  available: async () => ({ available: true }),
  concurrent: true,
  access: 'own'
})
