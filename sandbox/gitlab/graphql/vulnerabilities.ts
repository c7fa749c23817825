import type { Project, State } from '../state/model.ts'
import { dayAt } from '../state/time.ts'
import { GraphQLError } from './parse.ts'
import { connection, gid, MISSING, numberOf } from './work-items.ts'

type Args = Readonly<Record<string, unknown>>

interface Found {
  id: number
  project: Project
  title: string
  severity: string
  reportType: string
  state: string
  dismissalReason: string | null
  comment: string | null
}

/** What security scanners found: two findings in each project with a repository. */
export function vulnerabilityRoots(state: State, known: Map<number, Found[]>, base: string) {
  const of = (project: Project): Found[] => {
    const found = known.get(project.id) ?? seed(project)
    known.set(project.id, found)
    return found
  }
  const byId = (id: unknown): Found => {
    const found = state.projects.flatMap(of).find(one => one.id === numberOf(id))
    if (!found) throw new GraphQLError(MISSING)
    return found
  }
  const show = (one: Found): Record<string, unknown> => ({
    id: gid('Vulnerability', one.id),
    title: one.title,
    description: `Found by a scanner: ${one.title}.`,
    state: one.state,
    severity: one.severity,
    reportType: one.reportType,
    solution: one.reportType === 'DEPENDENCY_SCANNING' ? 'Upgrade to 4.17.21' : null,
    primaryIdentifier: {
      name: 'CVE-2021-23337',
      url: 'https://example.com/CVE-2021-23337',
      externalId: 'CVE-2021-23337',
      externalType: 'cve'
    },
    identifiers: [{ name: 'CVE-2021-23337', url: 'https://example.com/CVE-2021-23337', externalId: 'CVE-2021-23337', externalType: 'cve' }],
    location:
      one.reportType === 'SAST'
        ? { __typename: 'VulnerabilityLocationSast', file: 'src/form.js', startLine: '3', endLine: null }
        : {
            __typename: 'VulnerabilityLocationDependencyScanning',
            file: 'package-lock.json',
            dependency: { version: '4.17.20', package: { name: 'lodash' } }
          },
    scanner: { name: one.reportType === 'SAST' ? 'Semgrep' : 'Gemnasium', vendor: 'GitLab' },
    detectedAt: dayAt(75),
    dismissalReason: one.dismissalReason,
    stateComment: one.comment,
    webUrl: `${base}/${one.project.path}/-/security/vulnerabilities/${one.id}`,
    project: { id: gid('Project', one.project.id), fullPath: one.project.path }
  })
  const set = (wanted: string) => (args: Args) => {
    const { id, comment, dismissalReason }: { id?: unknown; comment?: string; dismissalReason?: string } = Object(args['input'])
    const found = byId(id)
    Object.assign(found, { state: wanted, comment: comment ?? null, dismissalReason: dismissalReason ?? null })
    return { vulnerability: show(found), errors: [] }
  }
  const has = (given: unknown, value: string): boolean => !Array.isArray(given) || given.includes(value)
  return {
    query: { vulnerability: ({ id }: Args) => show(byId(id)) },
    ofProject: (project: Project) => ({
      vulnerabilities: ({ state: states, severity, reportType, ...args }: Args) =>
        connection(
          of(project).filter(one => has(states, one.state) && has(severity, one.severity) && has(reportType, one.reportType)),
          args,
          show
        )
    }),
    mutation: {
      vulnerabilityDismiss: set('DISMISSED'),
      vulnerabilityConfirm: set('CONFIRMED'),
      vulnerabilityResolve: set('RESOLVED'),
      vulnerabilityRevertToDetected: set('DETECTED')
    }
  }
}

const seed = (project: Project): Found[] => {
  const none = { dismissalReason: null, comment: null, state: 'DETECTED' }
  const id = project.id * 10
  return project.commit_count === 0
    ? []
    : [
        { id: id + 1, project, title: 'Cross-site scripting', severity: 'HIGH', reportType: 'SAST', ...none },
        { id: id + 2, project, title: 'Command injection in lodash', severity: 'CRITICAL', reportType: 'DEPENDENCY_SCANNING', ...none }
      ]
}

export type KnownVulnerabilities = Parameters<typeof vulnerabilityRoots>[1]
