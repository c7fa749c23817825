import { pathSegment } from '../../../../lib/http/segment.ts'
import { below, type Row, textOrNull } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import type { GitLabCall } from '../request.ts'

/** GitLab signs with GPG, SSH or X.509 keys; each has properties of its own. */
const signatureOf = (row: Row) => {
  const certificate = below(row, 'x509_certificate')
  return {
    type: textOrNull(row, 'signature_type'),
    verification: textOrNull(row, 'verification_status'),
    key: textOrNull(row, 'gpg_key_primary_keyid') ?? textOrNull(below(row, 'key'), 'title') ?? textOrNull(certificate, 'subject'),
    signer_name: textOrNull(row, 'gpg_key_user_name'),
    signer_email: textOrNull(row, 'gpg_key_user_email') ?? textOrNull(certificate, 'email')
  }
}

export async function getSignature(
  gitlab: GitLab,
  { project: reference, tag, sha }: { project?: string; tag?: string; sha?: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const [at, kind, name] = tag === undefined ? (['commits', 'commit', sha ?? ''] as const) : (['tags', 'tag', tag] as const)
  const path = `${project.path}/repository/${at}/${pathSegment(name, kind === 'tag' ? 'tag' : 'sha')}/signature`
  return signatureOf(await gitlab.row({ path, subject: project.subject(`signature of the ${kind}`, name) }, call))
}
