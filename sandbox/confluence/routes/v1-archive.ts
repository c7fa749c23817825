import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Page } from '../state/model.ts'
import { type ById, pageOf, type Served } from './site.ts'

interface Task {
  finished: boolean
  begun: number
}

/** Long enough that a client which does not poll reads the page before it is archived. */
const TAKES_MS = 20

/** The archive of Cloud: requests are queued and done later. */
export function archiveRoutes(app: FastifyInstance, { site, prefix }: Served): void {
  const tasks: Task[] = []

  app.post<{ Body: { pages: { id: number }[] } }>('/rest/api/content/archive', async ({ body }, reply) => {
    const pages = body.pages.map(({ id }) => pageOf(site, String(id), 'page'))
    if (pages.some(({ status }) => status !== 'current')) throw refuse(400, 'Some of the pages are archived already')
    if (tasks.some(({ finished }) => !finished)) throw refuse(400, 'There is an archival job already running')
    const task: Task = { finished: false, begun: Date.now() }
    setTimeout(() => {
      for (const page of pages) archive(page)
      task.finished = true
    }, TAKES_MS).unref()
    const id = String(tasks.push(task))
    return reply.code(202).send({ id, links: { status: `/rest/api/longtask/${id}` } })
  })

  app.get<ById>('/rest/api/longtask/:id', async ({ params: { id } }) => {
    const task = tasks[Number(id) - 1]
    if (!task) throw refuse(404, `No task found with id: ${id}`)
    const { finished, begun } = task
    return {
      id,
      name: { key: 'com.atlassian.confluence.archive', args: [] },
      elapsedTime: Date.now() - begun,
      percentageComplete: finished ? 100 : 0,
      successful: finished,
      finished,
      messages: [],
      _links: { self: `${prefix}/rest/api/longtask/${id}` }
    }
  })
}

const archive = (page: Page): void => void Object.assign(page, { status: 'archived', touched: Date.now() })
