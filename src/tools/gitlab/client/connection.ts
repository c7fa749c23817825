import type { Runtime } from '../../../contract/runtime.ts'
import { unexpectedResponse } from '../../../lib/http/failures.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import { isRead } from '../../../lib/http/request.ts'
import type { UpstreamStream } from '../../../lib/http/stream.ts'
import { createUpstream, type Upstream, type UpstreamResponse } from '../../../lib/http/upstream.ts'
import { hasAny, isRow, type Row } from '../../../lib/row.ts'
import { classifyFor, TITLE } from './http/errors.ts'
import { startVersionCheck, type VersionCheck } from './http/version-check.ts'
import { createProjectAccess, type ProjectAccess } from './projects/project-access.ts'
import { type ProjectReference, resolveProject } from './projects/project-reference.ts'
import type { GitLabCall, GitLabDownload, GitLabRequest } from './request.ts'
import { type Settings, type Site, siteOf } from './site.ts'

/** Client of one GitLab instance. */
export interface GitLab {
  site: Site
  /** Resolves the `project` input of a call, or the default project. Throws if there is none, or if the caller may not use it. */
  project: (reference: string | undefined, call: GitLabCall) => Promise<ProjectReference>
  /** Returns the object that GitLab responds with. */
  row: (request: GitLabRequest, call: GitLabCall) => Promise<Row>
  /** Returns the whole response, for headers, lists and empty bodies. */
  send: (request: GitLabRequest, call: GitLabCall) => Promise<UpstreamResponse>
  download: (request: GitLabDownload, call: GitLabCall) => Promise<UpstreamStream>
  access: ProjectAccess
  /** Types that the GraphQL schema of this server turned out to lack. */
  unknownTypes: Set<string>
}

/** The object storages that GitLab documents: it redirects to one for artifacts, packages, uploads and archives. */
/** Every object that GitLab returns has at least one of these properties, however old the server is. */
const NAMES = [
  ...[
    'iid',
    'name',
    'username',
    'title',
    'key',
    'slug',
    'sha',
    'short_id',
    'ref',
    'path',
    'full_path',
    'path_with_namespace',
    'file_path',
    'tag_name'
  ],
  ...[
    'status',
    'state',
    'valid',
    'exists',
    'version',
    'scope',
    'scopes',
    'created_at',
    'web_url',
    'url',
    'notes',
    'body',
    'note',
    'description'
  ],
  ...['commit', 'commits', 'diffs', 'head_commit_sha', 'diff_refs', 'approved_by', 'total_count', 'verification_status', 'signature_type']
]

const STORAGE_HOSTS = [
  'storage.googleapis.com',
  '*.amazonaws.com',
  '*.blob.core.windows.net',
  '*.r2.cloudflarestorage.com',
  '*.digitaloceanspaces.com',
  '*.gitlab-static.net'
]

export async function connect(
  settings: Settings,
  runtime: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'> & Partial<Pick<Runtime, 'guard'>>
): Promise<GitLab> {
  const site = siteOf(settings)
  const upstream = createUpstream({
    ...(await upstreamOptions({ ...settings, url: site.api }, runtime)),
    title: TITLE,
    headers: site.headers,
    secrets: site.secrets,
    classify: classifyFor(site),
    redirect_hosts: STORAGE_HOSTS
  })
  return createClient(upstream, site, settings, startVersionCheck(upstream, runtime.log, runtime.instance))
}

function createClient(upstream: Upstream, site: Site, settings: Settings, versionCheck: VersionCheck): GitLab {
  async function send(request: GitLabRequest, call: GitLabCall): Promise<UpstreamResponse> {
    try {
      const response = await upstream.request({ ...request, signal: call.signal })
      if (response.rate_limit) call.observe(response.rate_limit)
      return response
    } finally {
      await versionCheck.warn(call)
    }
  }

  async function row(request: GitLabRequest, call: GitLabCall): Promise<Row> {
    const { body } = await send(request, call)
    // The status of a write reports that it was executed, whatever its response lacks.
    if (isRow(body) && (!isRead(request) || hasAny(body, NAMES))) return body
    throw unexpectedResponse(TITLE, request)
  }

  async function download(request: GitLabDownload, call: GitLabCall): Promise<UpstreamStream> {
    try {
      return await upstream.stream({ ...request, signal: call.signal })
    } finally {
      await versionCheck.warn(call)
    }
  }

  return withAccess({ site, row, send, download, unknownTypes: new Set() }, createProjectAccess(settings, row))
}

export const withAccess = (client: Omit<GitLab, 'access' | 'project'>, access: ProjectAccess): GitLab => ({
  ...client,
  access,
  project: (reference, call) => resolveProject(reference ?? client.site.defaultProject, access, call)
})
