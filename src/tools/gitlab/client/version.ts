import { flagOrNull, type Row, textOrNull } from '../../../lib/row.ts'

/** The oldest GitLab that the operations are made for. */
export const OLDEST = 15

/** `18.1.1-ee`, `8.13.0-pre`: the leading digits; null where there are none. */
export function majorOf(version: string | null): number | null {
  const [, digits] = /^v?(\d+)\./.exec(version ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Undefined where the version is new enough, or not known. */
export function tooOld(version: string | null): string | undefined {
  const major = majorOf(version)
  if (major === null || major >= OLDEST) return undefined
  return `This is GitLab ${version}; the operations are made for ${OLDEST}.0 and later, and some may not work.`
}

export function versionOf(row: Row) {
  const version = textOrNull(row, 'version')
  return {
    version,
    revision: textOrNull(row, 'revision'),
    enterprise: flagOrNull(row, 'enterprise'),
    supported: version === null ? null : tooOld(version) === undefined
  }
}
