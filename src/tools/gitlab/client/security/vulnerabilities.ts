import { below, isRow, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Vulnerability, WholeVulnerability } from '../../schemas/security.ts'
import type { GitLab } from '../connection.ts'
import { connectionPage, globalId, missing, mutate, numberOf, query } from '../http/graphql.ts'
import type { Paging } from '../http/pagination.ts'
import type { GitLabCall } from '../request.ts'
import { namespaceOf } from '../work-items/namespaces.ts'

const DEPENDENCY = 'dependency { version package { name } }'
const FIELDS = `id title state severity reportType detectedAt webUrl primaryIdentifier { name } project { fullPath }
  location {
    ... on VulnerabilityLocationSast { file startLine }
    ... on VulnerabilityLocationSecretDetection { file startLine }
    ... on VulnerabilityLocationDependencyScanning { file ${DEPENDENCY} }
    ... on VulnerabilityLocationContainerScanning { image ${DEPENDENCY} }
  }`
const WHOLE = `${FIELDS} description solution dismissalReason stateComment scanner { name } identifiers { name url }`

const word = (row: Row, name: string): string | null => textOrNull(row, name)?.toLowerCase() ?? null

function dependencyOf(location: Row): string | null {
  const dependency = below(location, 'dependency')
  const name = textOrNull(below(dependency, 'package'), 'name')
  return name === null ? null : `${name} ${text(dependency, 'version')}`.trim()
}

function vulnerabilityOf(row: Row): Vulnerability {
  const location = below(row, 'location')
  return {
    id: numberOf(row),
    title: textOrNull(row, 'title'),
    state: word(row, 'state'),
    severity: word(row, 'severity'),
    report_type: word(row, 'reportType'),
    identifier: textOrNull(below(row, 'primaryIdentifier'), 'name'),
    file: textOrNull(location, 'file') ?? textOrNull(location, 'image'),
    line: Number.parseInt(text(location, 'startLine'), 10) || null,
    dependency: dependencyOf(location),
    project: textOrNull(below(row, 'project'), 'fullPath'),
    detected_at: time(row, 'detectedAt'),
    url: textOrNull(row, 'webUrl')
  }
}

const wholeVulnerabilityOf = (row: Row): WholeVulnerability => ({
  ...vulnerabilityOf(row),
  description: textOrNull(row, 'description'),
  solution: textOrNull(row, 'solution'),
  scanner: textOrNull(below(row, 'scanner'), 'name'),
  identifiers: rows(row, 'identifiers').map(one => ({ name: textOrNull(one, 'name'), url: textOrNull(one, 'url') })),
  dismissal_reason: word(row, 'dismissalReason'),
  comment: textOrNull(row, 'stateComment')
})

interface VulnerabilitiesQuery extends Paging {
  project?: string
  state?: string[]
  severity?: string[]
  report_type?: string[]
}

const LIST = `query($path: ID!, $state: [VulnerabilityState!], $severity: [VulnerabilitySeverity!], $reportType: [VulnerabilityReportType!], $first: Int, $after: String) {
  project(fullPath: $path) { vulnerabilities(state: $state, severity: $severity, reportType: $reportType, first: $first, after: $after) {
    nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } } }`

export async function listVulnerabilities(gitlab: GitLab, input: VulnerabilitiesQuery, call: GitLabCall) {
  const { state, severity, report_type, limit, cursor } = input
  const { path, subject } = await namespaceOf(gitlab, input.project === undefined ? {} : { project: input.project }, call)
  const upper = (words: string[] | undefined) => words?.map(one => one.toUpperCase())
  const filters = { state: upper(state), severity: upper(severity), reportType: upper(report_type) }
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const request = { document: LIST, variables: { path, ...Object.fromEntries(given) }, subject, at: ['project', 'vulnerabilities'] }
  const page = await connectionPage(gitlab, request, { limit, ...(cursor !== undefined && { cursor }) }, vulnerabilityOf, call)
  return { ...page, untrusted: true }
}

/** Reads a vulnerability, and checks that the caller may use its project. */
export async function getVulnerability(gitlab: GitLab, { vulnerability_id }: { vulnerability_id: number }, call: GitLabCall) {
  const subject = { kind: 'vulnerability', name: String(vulnerability_id) }
  const document = `query($id: VulnerabilityID!) { vulnerability(id: $id) { ${WHOLE} } }`
  const data = await query(gitlab, { document, variables: { id: globalId('Vulnerability', vulnerability_id) }, subject }, call)
  if (!isRow(data['vulnerability'])) throw missing(subject)
  const found = wholeVulnerabilityOf(data['vulnerability'])
  if (gitlab.access.isLimited(call.caller)) await gitlab.access.check(found.project ?? '', call)
  return { ...found, untrusted: true }
}

const MUTATIONS = {
  dismissed: ['vulnerabilityDismiss', 'VulnerabilityDismissInput'],
  confirmed: ['vulnerabilityConfirm', 'VulnerabilityConfirmInput'],
  resolved: ['vulnerabilityResolve', 'VulnerabilityResolveInput'],
  detected: ['vulnerabilityRevertToDetected', 'VulnerabilityRevertToDetectedInput']
} as const

export interface StateChange {
  vulnerability_id: number
  state: keyof typeof MUTATIONS
  reason?: string
  comment?: string
}

export async function setVulnerabilityState(gitlab: GitLab, { vulnerability_id, state, reason, comment }: StateChange, call: GitLabCall) {
  await getVulnerability(gitlab, { vulnerability_id }, call)
  const [name, type] = MUTATIONS[state]
  const document = `mutation($input: ${type}!) { ${name}(input: $input) { vulnerability { ${WHOLE} } errors } }`
  const input = {
    id: globalId('Vulnerability', vulnerability_id),
    ...(comment !== undefined && { comment }),
    ...(state === 'dismissed' && reason !== undefined && { dismissalReason: reason.toUpperCase() })
  }
  const subject = { kind: 'vulnerability', name: String(vulnerability_id) }
  return wholeVulnerabilityOf(below(await mutate(gitlab, { name, document, variables: { input }, subject }, call), 'vulnerability'))
}
