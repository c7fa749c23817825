import type { CatalogRow } from '../../app/session.ts'

const MEANINGS: Readonly<Record<CatalogRow['permission'], string>> = {
  read: 'Changes nothing',
  write: 'Changes something',
  destructive: 'Deletes, or cannot be undone'
}

/** The highest permission that a call may need, which is its risk. */
export const Risk = ({ permission }: Pick<CatalogRow, 'permission'>) => (
  <span class={`risk ${permission}`} title={MEANINGS[permission]}>
    {permission}
  </span>
)
