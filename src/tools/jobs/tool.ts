import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'

export const jobs = defineTool({
  name: 'jobs',
  title: 'Jobs',
  description:
    'Jobs of bulk operations, of calls with mode async and of programs: their preview, progress and the outcome of each item. No separate credential is needed. A key sees the jobs that it created; a key with the scope * and no constraints sees all jobs.',
  prompt:
    'A call with mode async returns a job; the result of the call is the result of the job. A bulk operation returns a job, too: show its preview to the user, then start it with jobs_confirm and the confirm_token of that preview. Poll with jobs_get and wait 25 until the status is completed, cancelled, failed or expired, and not more often than poll_after_ms. A job that is waiting continues automatically. The property errors groups the failures; jobs_list_items returns the outcome of each item. Unknown items may or may not have been done: check the system itself before you do them again.',
  settings: Type.Object({}),
  connect: () => null,
  available: async () => ({ available: true }),
  concurrent: true,
  access: 'own'
})
