import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'
import { createPage } from '../state/change.ts'
import { bodyOf, childrenOf, type Page, titleOf } from '../state/model.ts'
import { type ById, pageOf, type Served } from './site.ts'

interface Task {
  kind: 'archive' | 'copy'
  finished: boolean
  begun: number
}

/** Long enough that a client which does not poll reads the page before it is archived. */
const TAKES_MS = 20

/** The archive of Cloud, and copies of trees: requests are queued and done later. */
export function archiveRoutes(app: FastifyInstance, { site, prefix }: Served): void {
  const tasks: Task[] = []
  const queue = (kind: Task['kind'], work: () => void): string => {
    const task: Task = { kind, finished: false, begun: Date.now() }
    setTimeout(() => {
      work()
      task.finished = true
    }, TAKES_MS).unref()
    return String(tasks.push(task))
  }

  app.post<{ Body: { pages: { id: number }[] } }>('/rest/api/content/archive', async ({ body }, reply) => {
    const pages = body.pages.map(({ id }) => pageOf(site, String(id), 'page'))
    if (pages.some(({ status }) => status !== 'current')) throw refuse(400, 'Some of the pages are archived already')
    if (tasks.some(({ kind, finished }) => kind === 'archive' && !finished)) throw refuse(400, 'There is an archival job already running')
    const id = queue('archive', () => {
      for (const page of pages) archive(page)
    })
    return reply.code(202).send({ id, links: { status: `/rest/api/longtask/${id}` } })
  })

  app.post<ById & { Body: { destinationPageId: string; copyLabels?: boolean; titleOptions?: { prefix?: string } } }>(
    '/rest/api/content/:id/pagehierarchy/copy',
    async ({ params, body }, reply) => {
      const { destinationPageId, copyLabels = false, titleOptions } = body
      const copyBelow = (page: Page, parent: Page): void => {
        const title = `${titleOptions?.prefix ?? ''}${titleOf(page)}`
        const copy = createPage(site, { type: 'page', space: parent.space, title, body: bodyOf(page), parentId: parent.id })
        if (copyLabels) copy.labels = [...page.labels]
        for (const child of childrenOf(site, page.id)) if (child !== copy) copyBelow(child, copy)
      }
      const [page, destination] = [pageOf(site, params.id, 'page'), pageOf(site, destinationPageId, 'page')]
      const id = queue('copy', () => copyBelow(page, destination))
      return reply.code(202).send({ id, links: { status: `/rest/api/longtask/${id}` } })
    }
  )

  app.get<ById>('/rest/api/longtask/:id', async ({ params: { id } }) => {
    const task = tasks[Number(id) - 1]
    if (!task) throw refuse(404, `No task found with id: ${id}`)
    const { kind, finished, begun } = task
    return {
      id,
      name: { key: `com.atlassian.confluence.${kind}`, args: [] },
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
