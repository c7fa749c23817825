import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { invalidParameter, notFound } from '../refusal.ts'
import { now, type Served, viewsFor } from '../served.ts'
import { ME } from '../state/me.ts'
import type { Project, Upload } from '../state/model.ts'
import { dayAt } from '../state/time.ts'

type Named = { Params: { id: string; secret: string; filename: string } }

/** Files that texts refer to. Each project has one. */
export default function uploadRoutes(app: FastifyInstance, served: Served): void {
  const { state } = served
  const path = '/projects/:id/uploads'
  const projectOf = (request: FastifyRequest<Named>): Project => {
    const project = findProject(state, request.params.id)
    project.uploads ??= [
      {
        id: project.id * 10 + 6,
        secret: secretOf(project.id),
        filename: 'plan.txt',
        bytes: Buffer.from('Build it.\n'),
        created_at: dayAt(30)
      }
    ]
    return project
  }
  app.get<Named>(path, (request, reply) =>
    page(request, reply, projectOf(request).uploads ?? [], ({ id, bytes, filename, created_at }) => ({
      id,
      size: bytes.length,
      filename,
      created_at,
      uploaded_by: viewsFor(served, request).userById(ME)
    }))
  )
  app.post<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const { file, filename } = fileIn(request.body)
    const id = state.nextId()
    const created: Upload = { id, secret: secretOf(id), filename, bytes: file, created_at: now() }
    project.uploads?.push(created)
    const url = `/uploads/${created.secret}/${filename}`
    const alt = filename.replace(/\.\w+$/, '')
    const isImage = /\.(png|jpe?g|gif|svg|webp)$/i.test(filename)
    return reply
      .code(201)
      .send({ id, alt, url, full_path: `/-/project/${project.id}${url}`, markdown: `${isImage ? '!' : ''}[${alt}](${url})` })
  })
  app.get<Named>(`${path}/:secret/:filename`, (request, reply) => {
    const { secret, filename } = request.params
    const found = projectOf(request).uploads?.find(one => one.secret === secret && one.filename === filename)
    if (!found) throw notFound('')
    return reply.type('application/octet-stream').send(found.bytes)
  })
  app.delete<Named>(`${path}/:secret/:filename`, (request, reply) => {
    const project = projectOf(request)
    const found = project.uploads?.find(one => one.secret === request.params.secret)
    if (!found) throw notFound('')
    project.uploads = project.uploads?.filter(one => one !== found) ?? []
    return reply.code(204).send()
  })
}

const secretOf = (number: number): string => createHash('md5').update(`upload ${number}`).digest('hex')

/** The server reads a file of a form as `{ filename, bytes }`. */
function fileIn(body: unknown): { file: Buffer; filename: string } {
  const { file }: { file?: unknown } = Object(body)
  const { filename, bytes }: { filename?: unknown; bytes?: unknown } = Object(file)
  if (!Buffer.isBuffer(bytes) || typeof filename !== 'string') throw invalidParameter('file is missing')
  return { file: bytes, filename }
}
