import { type Static, Type } from 'typebox'
import { count, text, time, url, word } from './common.ts'

const properties = {
  id: count('ID of the vulnerability'),
  title: text('Title'),
  state: word('detected, confirmed, resolved or dismissed'),
  severity: word('critical, high, medium, low, info or unknown', 'if GitLab does not return it'),
  report_type: word('Kind of scanner, such as sast, dependency_scanning or secret_detection'),
  identifier: word('Primary identifier, such as a CVE', 'if there is none'),
  file: word('Path of the file, or name of the container image', 'if there is none, or if unknown'),
  line: count('First line in the file', 'if there is none, or if unknown'),
  dependency: word('Package and version of the dependency', 'if it is not in a dependency, or if unknown'),
  project: word('Path of the project'),
  detected_at: time('Time it was detected'),
  url
}
export const Vulnerability = Type.Object(properties)
export type Vulnerability = Static<typeof Vulnerability>

export const WholeVulnerability = Type.Object({
  ...properties,
  description: text('Description'),
  solution: text('How to fix it'),
  scanner: word('Name of the scanner'),
  identifiers: Type.Array(Type.Object({ name: word('Name'), url: word('URL') }), { description: 'Identifiers' }),
  dismissal_reason: word('Reason for the dismissal', 'if it is not dismissed, or if unknown'),
  comment: text('Comment on the last state change')
})
export type WholeVulnerability = Static<typeof WholeVulnerability>
