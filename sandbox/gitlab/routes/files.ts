import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProject } from '../find.ts'
import { page } from '../paging.ts'
import { flagIn, numberIn, paramsOf, requiredIn, textIn } from '../params.ts'
import { invalidParameter, notFound } from '../refusal.ts'
import type { Served } from '../served.ts'
import type { Project } from '../state/model.ts'
import { type Blob, blobId, type Commit, history, lastChange, resolve, touches } from '../state/repository.ts'
import { showCommit } from '../views/repository.ts'
import { baseFor, commitOf } from './repository.ts'
import { writeFiles } from './write-files.ts'

type Named = { Params: { id: string; path: string } }

const PATH = '/projects/:id/repository/files/:path'

export function fileRoutes(app: FastifyInstance, served: Served): void {
  const projectOf = (request: FastifyRequest<Named>): Project => findProject(served.state, request.params.id)
  app.get<Named>('/projects/:id/repository/tree', (request, reply) => {
    const project = projectOf(request)
    if (project.repository.commits.size === 0) throw notFound('Tree')
    const params = paramsOf(request)
    const commit = commitOf(project, textIn(params, 'ref') ?? 'HEAD', 'Tree')
    const entries = entriesOf(commit, textIn(params, 'path') ?? '', flagIn(params, 'recursive') === true)
    return page(request, reply, entries, ({ id: _, sha, ...entry }) => ({ ...entry, id: sha }))
  })
  app.get<Named>(PATH, request => showFile(projectOf(request), request))
  app.get<Named>(`${PATH}/raw`, (request, reply) =>
    reply.type('application/octet-stream').send(found(projectOf(request), request).blob.bytes)
  )
  app.get<Named>(`${PATH}/blame`, request => blame(served, projectOf(request), request))
  const change = (action: 'create' | 'update' | 'delete') => (request: FastifyRequest<Named>) => {
    const params = paramsOf(request)
    const file = { ...params, action, file_path: request.params.path }
    writeFiles(projectOf(request), { ...params, actions: [file] })
    return { file_path: request.params.path, branch: requiredIn(params, 'branch') }
  }
  app.post<Named>(PATH, (request, reply) => reply.code(201).send(change('create')(request)))
  app.put<Named>(PATH, request => change('update')(request))
  app.delete<Named>(PATH, (request, reply) => {
    change('delete')(request)
    return reply.code(204).send()
  })
  app.post<Named>('/projects/:id/repository/commits', (request, reply) => {
    const project = projectOf(request)
    return reply.code(201).send(showCommit(baseFor(served, request), project, writeFiles(project, paramsOf(request))))
  })
}

/** Returns the entries of a folder, folders first. */
function entriesOf({ tree }: Commit, folder: string, recursive: boolean) {
  const below = folder === '' ? '' : `${folder}/`
  const paths = [...tree.keys()].filter(path => path.startsWith(below))
  if (folder !== '' && paths.length === 0) throw notFound('Tree')
  const folders = new Set(
    paths.flatMap(path =>
      path
        .slice(below.length)
        .split('/')
        .slice(0, -1)
        .map((_, index, parts) => below + parts.slice(0, index + 1).join('/'))
    )
  )
  const direct = (path: string): boolean => recursive || !path.slice(below.length).includes('/')
  const shas = createHash('sha1')
  const trees = [...folders]
    .filter(direct)
    .sort()
    .map(path => ({ path, type: 'tree', mode: '040000', sha: shas.copy().update(path).digest('hex') }))
  const blobs = paths
    .filter(direct)
    .sort()
    .map(path => ({ path, type: 'blob', mode: '100644', sha: blobId(tree.get(path) ?? EMPTY) }))
  return [...trees, ...blobs].map((entry, id) => ({ ...entry, id, name: entry.path.split('/').at(-1) }))
}

const EMPTY: Blob = { bytes: Buffer.alloc(0), executable: false }

function found(project: Project, request: FastifyRequest<Named>) {
  const ref = textIn(paramsOf(request), 'ref')
  if (ref === undefined) throw invalidParameter('ref is missing, ref is empty')
  const commit = resolve(project.repository, ref)
  if (!commit) throw notFound('Commit')
  const blob = commit.tree.get(request.params.path)
  if (!blob) throw notFound('File')
  return { ref, commit, blob }
}

function showFile(project: Project, request: FastifyRequest<Named>) {
  const { ref, commit, blob } = found(project, request)
  const { path } = request.params
  return {
    file_name: path.split('/').at(-1),
    file_path: path,
    size: blob.bytes.length,
    encoding: 'base64',
    content_sha256: createHash('sha256').update(blob.bytes).digest('hex'),
    ref,
    blob_id: blobId(blob),
    commit_id: commit.id,
    last_commit_id: lastChange(project.repository, commit, path).id,
    execute_filemode: blob.executable,
    content: blob.bytes.toString('base64')
  }
}

/** Each line belongs to the oldest commit since which it has been unchanged. */
function blame(served: Served, project: Project, request: FastifyRequest<Named>) {
  const { commit, blob } = found(project, request)
  const { path } = request.params
  const versions = history(project.repository, commit).filter(one => touches(project.repository, one, path))
  const params = paramsOf(request)
  const lines = blob.bytes.toString().replace(/\n$/, '').split('\n')
  const wanted = lines.slice((numberIn(params, 'range[start]') ?? 1) - 1, numberIn(params, 'range[end]') ?? lines.length)
  const runs: { of: Commit; lines: string[] }[] = []
  for (const line of wanted) {
    const since = versions.findIndex(one => !one.tree.get(path)?.bytes.toString().split('\n').includes(line))
    const of = versions.at(since === -1 ? -1 : since - 1) ?? commit
    const last = runs.at(-1)
    if (last?.of === of) last.lines.push(line)
    else runs.push({ of, lines: [line] })
  }
  return runs.map(run => ({ commit: showCommit(baseFor(served, request), project, run.of), lines: run.lines }))
}
