import type { FastifyInstance } from 'fastify'
import { findProject } from '../find.ts'
import { notFound } from '../refusal.ts'
import type { Served } from '../served.ts'
import { commitOf } from './repository.ts'

type Named = { Params: { id: string; name: string } }

const SIGNATURE = {
  signature_type: 'PGP',
  verification_status: 'verified',
  gpg_key_id: 1,
  gpg_key_primary_keyid: '8254AAB3FBD54AC9',
  gpg_key_user_name: 'Ada Lovelace',
  gpg_key_user_email: 'ada@example.com',
  gpg_key_subkey_id: null
}

/** Annotated tags, and commits of Ada, are signed. */
export default function signatureRoutes(app: FastifyInstance, { state }: Served): void {
  app.get<Named>('/projects/:id/repository/tags/:name/signature', request => {
    const tag = findProject(state, request.params.id).repository.tags.get(request.params.name)
    if (!tag) throw notFound('Tag')
    if (tag.message === '') throw notFound('Signature')
    return {
      signature_type: 'X509',
      verification_status: 'unverified',
      x509_certificate: { id: 1, subject: 'CN=Release', email: 'release@example.com' }
    }
  })
  app.get<Named>('/projects/:id/repository/commits/:name/signature', request => {
    const commit = commitOf(findProject(state, request.params.id), request.params.name)
    if (!commit.author_name.startsWith('Ada')) throw notFound('Signature')
    return { ...SIGNATURE, commit_source: 'gitaly' }
  })
}
