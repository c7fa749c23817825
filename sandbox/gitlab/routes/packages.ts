import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGroup, findProject } from '../find.ts'
import { page } from '../paging.ts'
import { type Params, paramsOf, textIn } from '../params.ts'
import { notFound } from '../refusal.ts'
import { now, type Served } from '../served.ts'
import type { Package, Project } from '../state/model.ts'
import { dayAt } from '../state/time.ts'

type Named = { Params: { id: string; one: string; version: string; file: string } }

/** Packages of projects and groups. Each project with a repository has an npm package and a generic one. */
export default function packageRoutes(app: FastifyInstance, { state }: Served): void {
  const projectOf = (request: FastifyRequest<Named>): Project => seeded(findProject(state, request.params.id))
  const packageOf = (request: FastifyRequest<Named>): [Project, Package] => {
    const project = projectOf(request)
    const found = project.packages?.find(({ id }) => String(id) === request.params.one)
    if (!found) throw notFound('')
    return [project, found]
  }
  const show = (project: Project, { files: _files, ...one }: Package) => ({
    ...one,
    last_downloaded_at: null,
    project_id: project.id,
    project_path: project.path,
    tags: []
  })
  const path = '/projects/:id/packages'
  app.get<Named>(path, (request, reply) => {
    const project = projectOf(request)
    const found = (project.packages ?? []).filter(testOf(paramsOf(request)))
    return page(request, reply, found, one => show(project, one))
  })
  app.get<Named>('/groups/:id/packages', (request, reply) => {
    const { full_path } = findGroup(state, request.params.id)
    const projects = state.projects.filter(one => one.path.startsWith(`${full_path}/`)).map(seeded)
    const test = testOf(paramsOf(request))
    const found = projects.flatMap(of => (of.packages ?? []).filter(test).map(one => ({ id: one.id, of, one })))
    return page(request, reply, found, ({ of, one }) => show(of, one))
  })
  app.get<Named>(`${path}/:one`, request => show(...packageOf(request)))
  app.get<Named>(`${path}/:one/package_files`, (request, reply) => {
    const [, { id, created_at, files }] = packageOf(request)
    const rows = [...files].map(([file_name, bytes], index) => ({
      id: id * 10 + index,
      package_id: id,
      created_at,
      file_name,
      size: bytes.length,
      file_md5: null,
      file_sha1: null,
      file_sha256: createHash('sha256').update(bytes).digest('hex')
    }))
    return page(request, reply, rows, one => one)
  })
  app.delete<Named>(`${path}/:one`, (request, reply) => {
    const [project, found] = packageOf(request)
    project.packages = project.packages?.filter(one => one !== found) ?? []
    return reply.code(204).send()
  })
  const generic = `${path}/generic/:one/:version/:file`
  app.get<Named>(generic, (request, reply) => {
    const { one: name, version, file } = request.params
    const bytes = projectOf(request)
      .packages?.find(one => one.name === name && one.version === version)
      ?.files.get(file)
    if (!bytes) throw notFound('Package')
    return reply.type('application/octet-stream').send(bytes)
  })
  app.put<Named>(generic, (request, reply) => {
    const { one: name, version, file } = request.params
    const project = projectOf(request)
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.from(String(request.body ?? ''))
    const known = project.packages?.find(one => one.name === name && one.version === version)
    if (known) known.files.set(file, bytes)
    else
      project.packages?.push({
        id: state.nextId(),
        name,
        version,
        package_type: 'generic',
        status: 'default',
        created_at: now(),
        files: new Map([[file, bytes]])
      })
    return reply.code(201).send({ message: '201 Created' })
  })
}

function testOf(params: Params): (one: Package) => boolean {
  const [name, version, type] = [textIn(params, 'package_name'), textIn(params, 'package_version'), textIn(params, 'package_type')]
  return one =>
    (name === undefined || one.name.includes(name)) &&
    (version === undefined || one.version === version) &&
    (type === undefined || one.package_type === type)
}

function seeded(project: Project): Project {
  if (project.packages) return project
  const first = project.id * 100
  const make = (number: number, name: string, package_type: string, file: string, text: string): Package => ({
    id: first + number,
    name,
    version: '1.0.0',
    package_type,
    status: 'default',
    created_at: dayAt(40 + number),
    files: new Map([[file, Buffer.from(text)]])
  })
  project.packages =
    project.commit_count === 0
      ? []
      : [make(1, '@acme/form', 'npm', 'form-1.0.0.tgz', 'packed form'), make(2, 'app', 'generic', 'app.bin', 'the app\n')]
  return project
}
